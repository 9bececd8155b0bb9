// The matrix product y = x W^T, where nearly all time goes.
//
// A tile of y, R rows by two vectors, stays in registers while k runs over the
// whole inner dimension: each step loads one panel row of W (two vectors) and,
// for each row of x, one element that is spread over a vector. 6 rows make 12
// accumulators + 2 of W + 1 of x = 15 of the 16 registers. README.md beside this
// file has the figures, and what did not help.
#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <utility>

#include "kernels/functions.h"
#include "kernels/kernels.h"
#include "kernels/tiles.h"
#include "kernels/vector.h"

namespace attnscope::kernels {
namespace {

// Where a tile reads and writes: x [R, in], panel [in, kPanel], bias [kPanel], y [R, kPanel].
struct Tile {
  const float* x;
  std::size_t x_stride;
  const float* panel;
  std::size_t in;
  const float* bias;
  float* y;
  std::size_t y_stride;
};

// Attention's products are short, with in = d: there a call for each tile costs a tenth
// (in = 32, relaxed: 46 GFLOP/s, not 40). The others gain nothing from it.
template <Ending ending>
constexpr bool kManyInACall = ending == Ending::kNone;

// Tiles of R rows, one below the other, for `rows` rows; a single one unless kManyInACall.
//
// A row's sum always adds k = 0, 1, 2 ... in turn, whatever R is. Bias and residual
// come last: begun with a residual of 10, a sum of 1,536 small terms would round
// each of them to the residual's last place (hidden states off by 2.6e-5, not 7e-6).
// Nothing in here may call a function: the sums would be live across it, and V8
// would then store each of them on every turn of the loop (19 GFLOP/s, not 48).
template <class Arch, std::size_t R, Ending ending>
void compute_tiles(const Tile& tile, std::size_t rows) {
  using V = Vector<Arch>;
  for (std::size_t first = 0;; first += R) {
    std::array<V, R> low_sum;
    std::array<V, R> high_sum;
    low_sum.fill(V(0.0f));
    high_sum.fill(V(0.0f));

    std::array<const float*, R> x;
    for (std::size_t r = 0; r < R; ++r) x[r] = tile.x + (first + r) * tile.x_stride;
    const float* panel = tile.panel;
    const float* const end = panel + tile.in * kPanel;
    // One k per turn, not unrolled, ended by the pointer: see README.md.
#pragma GCC unroll 1
    do {
      auto low = V::load_unaligned(panel);
      auto high = V::load_unaligned(panel + kLanes);
      keep_in_register<Arch>(low);
      keep_in_register<Arch>(high);
      for (std::size_t r = 0; r < R; ++r) {
        const V element(*x[r]++);
        low_sum[r] = multiply_add<Arch>(element, low, low_sum[r]);
        high_sum[r] = multiply_add<Arch>(element, high, high_sum[r]);
      }
      panel += kPanel;
    } while (panel != end);

    for (std::size_t r = 0; r < R; ++r) {
      float* y = tile.y + (first + r) * tile.y_stride;
      V low = low_sum[r];
      V high = high_sum[r];
      if constexpr (ending != Ending::kNone) {
        low = low + V::load_unaligned(tile.bias);
        high = high + V::load_unaligned(tile.bias + kLanes);
      }
      if constexpr (ending == Ending::kBiasAdd) {
        low = low + V::load_unaligned(y);
        high = high + V::load_unaligned(y + kLanes);
      }
      if constexpr (ending == Ending::kBiasGelu) {
        low = gelu<Arch>(low);
        high = gelu<Arch>(high);
      }
      low.store_unaligned(y);
      high.store_unaligned(y + kLanes);
    }
    if (!kManyInACall<ending> || first + R == rows) return;
  }
}

// compute_tiles by its number of rows. A table, since wasm-opt would inline the
// cases of a switch into one function: V8 replaces its first, quick translation of
// a function only when the function is entered again, so a long one stays slow.
template <class Arch, Ending ending>
constexpr auto kTiles = []<std::size_t... I>(std::index_sequence<I...>) {
  return std::array<void (*)(const Tile&, std::size_t), kTileRows + 1>{
      nullptr, compute_tiles<Arch, I + 1, ending>...};
}(std::make_index_sequence<kTileRows>());

// One panel's columns of y for all rows, full width.
template <class Arch, Ending ending>
void multiply_panel(Tile tile, const Split& split) {
  for (std::size_t t = 0; t < split.tiles;) {
    const std::size_t count = kManyInACall<ending> ? split.alike(t) : 1;
    const std::size_t rows = count * split.rows(t);
    kTiles<Arch, ending>[split.rows(t)](tile, rows);
    tile.x += rows * tile.x_stride;
    tile.y += rows * tile.y_stride;
    t += count;
  }
}

// The same for the last panel, of which only `columns` are ours: tiles work on a
// copy of full width.
template <class Arch, Ending ending>
void multiply_last_panel(Tile tile, const Split& split, std::size_t columns) {
  std::array<float, kPanel> bias{};
  std::array<float, kTileRows * kPanel> result{};
  const std::size_t bytes = columns * sizeof(float);
  if (ending != Ending::kNone) std::memcpy(bias.data(), tile.bias, bytes);
  for (std::size_t t = 0; t < split.tiles; ++t) {
    const std::size_t rows = split.rows(t);
    if (ending == Ending::kBiasAdd) {
      for (std::size_t r = 0; r < rows; ++r) {
        std::memcpy(result.data() + r * kPanel, tile.y + r * tile.y_stride, bytes);
      }
    }
    kTiles<Arch, ending>[rows](
        {tile.x, tile.x_stride, tile.panel, tile.in, bias.data(), result.data(), kPanel}, rows);
    for (std::size_t r = 0; r < rows; ++r) {
      std::memcpy(tile.y + r * tile.y_stride, result.data() + r * kPanel, bytes);
    }
    tile.x += rows * tile.x_stride;
    tile.y += rows * tile.y_stride;
  }
}

// From this many rows on, panels are brought near in pairs (24 KB at in = 384) before they are
// multiplied. Fewer are multiplied as fast as memory gives them.
constexpr std::size_t kManyRows = 5;
constexpr std::size_t kPair = 2 * kPanel;

// Panels outside, tiles of rows inside: W streams from memory once, and one
// panel stays in the first-level cache while the rows of x pass it.
template <class Arch, Ending ending>
void multiply(ConstMatrix x, const PackedMatrix& weight, std::span<const float> bias, Matrix y) {
  assert(x.cols == weight.in && y.rows == x.rows && y.cols == weight.out && weight.in > 0);
  assert(ending == Ending::kNone || bias.size() == weight.out);
  if (x.rows == 0) return;
  const Split split(x.rows);
  const std::size_t whole = weight.out / kPanel * kPanel;
  const std::size_t step = weight.step != 0 ? weight.step : weight.in * kPanel;
  const auto tile_at = [&](std::size_t column, const float* panel) {
    return Tile{x.data,
                x.stride,
                panel,
                weight.in,
                ending == Ending::kNone ? nullptr : bias.data() + column,
                y.data + column,
                y.stride};
  };
  // Attention's own products find their weights in a cache: they were just packed.
  const bool far = kNarrow && ending != Ending::kNone && x.rows >= kManyRows;
  for (std::size_t column = 0; column < whole; column += kPanel) {
    if (far && column % kPair == 0) {
      bring_near(weight.panels + column * weight.in,
                 weight.panels + std::min(whole, column + kPair) * weight.in);
    }
    multiply_panel<Arch, ending>(tile_at(column, weight.panels + column / kPanel * step), split);
  }
  if (whole != weight.out) {
    multiply_last_panel<Arch, ending>(tile_at(whole, weight.last), split, weight.out - whole);
  }
}

}  // namespace

void product(ConstMatrix x, const PackedMatrix& weight, Matrix y) {
  multiply<Native, Ending::kNone>(x, weight, {}, y);
}

void linear(ConstMatrix x, const PackedMatrix& weight, std::span<const float> bias, Matrix y) {
  multiply<Native, Ending::kBias>(x, weight, bias, y);
}

void linear_gelu(ConstMatrix x, const PackedMatrix& weight, std::span<const float> bias, Matrix y) {
  multiply<Native, Ending::kBiasGelu>(x, weight, bias, y);
}

void linear_add(ConstMatrix x, const PackedMatrix& weight, std::span<const float> bias, Matrix y) {
  multiply<Native, Ending::kBiasAdd>(x, weight, bias, y);
}

}  // namespace attnscope::kernels
