// Products with 16-bit weights: the first tile of rows widens a panel as it multiplies by it, and
// leaves it as floats in a buffer for the tiles below. Widening so costs the same for one row as
// for all of them, and hides behind the first tile's arithmetic.
//
// Sums begin at 0 and take k = 0, 1, 2 ... in turn, as those of matmul.cpp do, so the bits are the
// same. They lie in memory between blocks of k and before bias, residual and gelu.
#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "kernels/functions.h"
#include "kernels/half.h"
#include "kernels/tiles.h"
#include "kernels/widen.h"

namespace attnscope::kernels {
namespace {

// Steps of k whose floats are kept (16 KB at 8 columns), and rows whose sums are.
constexpr std::size_t kBlock = 512;
constexpr std::size_t kRowBlock = 256;

// x [R, k], sums [R, kPanel], a block of a panel as halves and as floats.
struct Tile {
  const float* x;
  std::size_t x_stride;
  float* sums;
  const std::uint16_t* halves;
  float* panel;
  float* end;  // of `panel`
};

// Where a tile has the steps of k from.
enum class Source { kFloats, kFloat16, kBFloat16 };

// sums += x panel. One k per turn and no call after the loop, for the reasons in matmul.cpp.
template <class Arch, Source source, std::size_t R>
void add_tile(const Tile& tile) {
  using V = Vector<Arch>;
  std::array<V, R> low_sum;
  std::array<V, R> high_sum;
  std::array<const float*, R> x;
  for (std::size_t r = 0; r < R; ++r) {
    low_sum[r] = V::load_aligned(tile.sums + r * kPanel);
    high_sum[r] = V::load_aligned(tile.sums + r * kPanel + kLanes);
    x[r] = tile.x + r * tile.x_stride;
  }
  const std::uint16_t* halves = tile.halves;
  float* panel = tile.panel;
  float* const end = tile.end;
#pragma GCC unroll 1
  do {
    Wide<Arch> w;
    if constexpr (source == Source::kFloats) {
      w = {V::load_aligned(panel), V::load_aligned(panel + kLanes)};
      keep_in_register<Arch>(w.low);
      keep_in_register<Arch>(w.high);
    } else {
      constexpr auto kFormat =
          source == Source::kFloat16 ? HalfFormat::kFloat16 : HalfFormat::kBFloat16;
      w = widen_pairs<Arch, kFormat>(halves);
      halves += kPanel;
      w.low.store_aligned(panel);
      w.high.store_aligned(panel + kLanes);
    }
    for (std::size_t r = 0; r < R; ++r) {
      const V element(*x[r]++);
      low_sum[r] = multiply_add<Arch>(element, w.low, low_sum[r]);
      high_sum[r] = multiply_add<Arch>(element, w.high, high_sum[r]);
    }
    panel += kPanel;
  } while (panel != end);
  for (std::size_t r = 0; r < R; ++r) {
    low_sum[r].store_aligned(tile.sums + r * kPanel);
    high_sum[r].store_aligned(tile.sums + r * kPanel + kLanes);
  }
}

// By number of rows; a table for the reason given in matmul.cpp.
template <class Arch, Source source>
constexpr auto kTiles = []<std::size_t... I>(std::index_sequence<I...>) {
  return std::array<void (*)(const Tile&), kTileRows + 1>{nullptr,
                                                          add_tile<Arch, source, I + 1>...};
}(std::make_index_sequence<kTileRows>());

// sums [x.rows, kPanel] += x panel, for a block of k.
template <class Arch>
void add_block(ConstMatrix x, const Split& split, const std::uint16_t* halves, HalfFormat format,
               float* wide, float* sums) {
  Tile tile{x.data, x.stride, sums, halves, wide, wide + x.cols * kPanel};
  const auto& first = format == HalfFormat::kFloat16 ? kTiles<Arch, Source::kFloat16>
                                                     : kTiles<Arch, Source::kBFloat16>;
  for (std::size_t t = 0; t < split.tiles; ++t) {
    const std::size_t rows = split.rows(t);
    (t == 0 ? first : kTiles<Arch, Source::kFloats>)[rows](tile);
    tile.x += rows * x.stride;
    tile.sums += rows * kPanel;
  }
}

// Columns [column, column + kLanes) of y, as far as y has them, from finished sums.
template <class Arch, Ending ending>
void finish_columns(const float* sums, std::span<const float> bias, Matrix y, std::size_t column) {
  using V = Vector<Arch>;
  static_assert(ending != Ending::kNone);
  if (column >= y.cols) return;
  const auto finish = [](const float* from, const V& b, const V& old) {
    V value = V::load_aligned(from) + b;
    if constexpr (ending == Ending::kBiasAdd) value = value + old;
    if constexpr (ending == Ending::kBiasGelu) value = gelu<Arch>(value);
    return value;
  };
  const std::size_t count = y.cols - column;
  if (count >= kLanes) {
    const V b = V::load_unaligned(bias.data() + column);
    for (std::size_t r = 0; r < y.rows; ++r) {
      float* to = y.row(r).data() + column;
      const V old = ending == Ending::kBiasAdd ? V::load_unaligned(to) : b;
      finish(sums + r * kPanel, b, old).store_unaligned(to);
    }
  } else {
    const V b = load_part<Arch>(bias.data() + column, count, 0.0f);
    for (std::size_t r = 0; r < y.rows; ++r) {
      float* to = y.row(r).data() + column;
      const V old = ending == Ending::kBiasAdd ? load_part<Arch>(to, count, 0.0f) : b;
      store_part<Arch>(finish(sums + r * kPanel, b, old), to, count);
    }
  }
}

// The columns of one panel of y.
template <class Arch, Ending ending>
void finish_panel(const float* sums, std::span<const float> bias, Matrix y, std::size_t column) {
  finish_columns<Arch, ending>(sums, bias, y, column);
  finish_columns<Arch, ending>(sums + kLanes, bias, y, column + kLanes);
}

using Finish = void(const float* sums, std::span<const float> bias, Matrix y, std::size_t column);

// `finish` is handed over, so that the loops are there once for all endings.
void multiply(ConstMatrix x, const HalfMatrix& weight, std::span<const float> bias, Matrix y,
              Finish* finish) {
  assert(x.cols == weight.in && y.rows == x.rows && y.cols == weight.out && weight.in > 0 &&
         bias.size() == weight.out);
  alignas(kAlignment) std::array<float, kRowBlock * kPanel> sums;
  alignas(kAlignment) std::array<float, kBlock * kPanel> wide;
  const std::size_t whole = weight.out / kPanel * kPanel;
  for (std::size_t column = 0; column < weight.out; column += kPanel) {
    const std::uint16_t* panel = column < whole ? weight.panels + column * weight.in : weight.last;
    for (std::size_t first = 0; first < x.rows; first += kRowBlock) {
      const std::size_t rows = std::min(kRowBlock, x.rows - first);
      const ConstMatrix input = x.row_block(first, rows);
      const Split split(rows);
      std::fill_n(sums.data(), rows * kPanel, 0.0f);
      for (std::size_t k = 0; k < x.cols; k += kBlock) {
        add_block<Native>(input.col_block(k, std::min(kBlock, x.cols - k)), split, panel + k * kPanel,
                        weight.format, wide.data(), sums.data());
      }
      finish(sums.data(), bias, y.row_block(first, rows), column);
    }
  }
}

}  // namespace

void linear(ConstMatrix x, const HalfMatrix& weight, std::span<const float> bias, Matrix y) {
  multiply(x, weight, bias, y, finish_panel<Native, Ending::kBias>);
}

void linear_gelu(ConstMatrix x, const HalfMatrix& weight, std::span<const float> bias, Matrix y) {
  multiply(x, weight, bias, y, finish_panel<Native, Ending::kBiasGelu>);
}

void linear_add(ConstMatrix x, const HalfMatrix& weight, std::span<const float> bias, Matrix y) {
  multiply(x, weight, bias, y, finish_panel<Native, Ending::kBiasAdd>);
}

}  // namespace attnscope::kernels
