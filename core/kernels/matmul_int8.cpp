// The product of rows of 16-bit codes with a matrix of 10-bit codes.
//
// For one panel of W and a few groups of k, the codes are spread to 16 bits in a
// buffer that stays in the first-level cache; tiles of rows pass over it, each step
// one multiply-add of pairs (pmaddwd, i32x4.dot_i16x8) a vector. A group's integer
// sum then joins the float sums, which lie in memory: as many again in registers
// would not fit. Order: panels, blocks of rows, groups, tiles.
#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <utility>

#include "kernels/functions.h"
#include "kernels/quantized.h"
#include "kernels/vector.h"

namespace attnscope::kernels {
namespace {

constexpr std::size_t kLanes = Vector<Native>::size;
constexpr std::size_t kPanel = 2 * kLanes;
constexpr std::size_t kBlock = kWeightGroup * kPanel;
constexpr std::size_t kBlockWords = kBlock / 8 * 5;

static_assert(std::int64_t{kWeightLimit} * 32767 * std::int64_t{kWeightGroup} <
              (std::int64_t{1} << 31));

// Rows of the tallest tile: 8 accumulators + 2 of W + 1 of x + products, of 16.
constexpr std::size_t kTileRows = 4;

// Groups that are spread together (6 KB at 8 columns): a tile is then called once
// for in = 384, and the call costs as much as eight steps.
constexpr std::size_t kGroupsAtOnce = 3;

// Rows whose float sums are kept together (8 KB at 8 columns): a block of codes is
// spread once for all of them (T = 128, 512: 49.8 and 260 ms; in blocks of 96 rows 52.0 and 264).
constexpr std::size_t kRowBlock = 256;

enum class Ending { kBias, kBiasGelu, kBiasAdd };

// See QuantizedMatrix. A byte at the top of 16 bits and its rest below are 64 * code.
// Shifts alone: bytes that had to be shuffled apart took four times as long in V8.
void spread(const std::uint16_t* packed, std::int16_t* codes) {
  using Words = xsimd::batch<std::uint16_t, Native>;
  static_assert(Words::size == kPanel);
  const auto write = [&](const Words& shifted) {
    (xsimd::bitwise_cast<std::int16_t>(shifted) >> 6).store_aligned(codes);
    codes += kPanel;
  };
  for (const std::uint16_t* const end = packed + kBlockWords; packed != end; packed += 5 * kPanel) {
    const auto rests = Words::load_aligned(packed + 4 * kPanel);
    const Words top(std::uint16_t{0xFF00});
    const Words place(std::uint16_t{0x00C0});
    const auto pair = [&](int i) { return Words::load_aligned(packed + i * kPanel); };
    write((pair(0) << 8) | ((rests << 6) & place));
    write((pair(0) & top) | ((rests << 4) & place));
    write((pair(1) << 8) | ((rests << 2) & place));
    write((pair(1) & top) | (rests & place));
    write((pair(2) << 8) | ((rests >> 2) & place));
    write((pair(2) & top) | ((rests >> 4) & place));
    write((pair(3) << 8) | ((rests >> 6) & place));
    write((pair(3) & top) | ((rests >> 8) & place));
  }
}

// x [R, groups], codes of as many blocks, scales [groups, kPanel], sums [R, kPanel].
struct Tile {
  const std::int16_t* x;
  std::size_t x_stride;
  const std::int16_t* codes;
  const std::int16_t* end;
  const float* scales;
  float* sums;
};

// sums += scales * (x codes^T), a group after the other. One step takes two k.
template <class Arch, std::size_t R>
void add_tile(const Tile& tile) {
  using I = xsimd::batch<std::int32_t, Arch>;
  using S = xsimd::batch<std::int16_t, Arch>;
  using V = Vector<Arch>;
  std::array<const std::int16_t*, R> x;
  for (std::size_t r = 0; r < R; ++r) x[r] = tile.x + r * tile.x_stride;
  const std::int16_t* codes = tile.codes;
  const float* scales = tile.scales;
#pragma GCC unroll 1
  do {
    std::array<I, R> low_sum;
    std::array<I, R> high_sum;
    low_sum.fill(I(0));
    high_sum.fill(I(0));
    const std::int16_t* const end = codes + kBlock;
#pragma GCC unroll 1
    do {
      const auto low = S::load_aligned(codes);
      const auto high = S::load_aligned(codes + kPanel);
      for (std::size_t r = 0; r < R; ++r) {
        std::int32_t pair;
        std::memcpy(&pair, x[r], sizeof(pair));
        x[r] += 2;
        const S both = xsimd::bitwise_cast<std::int16_t>(I(pair));
        low_sum[r] = low_sum[r] + dot_pairs<Arch>(both, low);
        high_sum[r] = high_sum[r] + dot_pairs<Arch>(both, high);
      }
      codes += 2 * kPanel;
    } while (codes != end);

    const V low_scale = V::load_unaligned(scales);
    const V high_scale = V::load_unaligned(scales + kLanes);
    for (std::size_t r = 0; r < R; ++r) {
      float* sums = tile.sums + r * kPanel;
      multiply_add<Arch>(xsimd::to_float(low_sum[r]), low_scale, V::load_aligned(sums))
          .store_aligned(sums);
      multiply_add<Arch>(xsimd::to_float(high_sum[r]), high_scale, V::load_aligned(sums + kLanes))
          .store_aligned(sums + kLanes);
    }
    scales += kPanel;
    // Else the compiler carries the float sums in registers past the inner loop.
    asm volatile("" ::: "memory");
  } while (codes != tile.end);
}

// By number of rows; a table for the reason given in matmul.cpp.
template <class Arch>
constexpr auto kTiles = []<std::size_t... I>(std::index_sequence<I...>) {
  return std::array<void (*)(const Tile&), kTileRows + 1>{nullptr, add_tile<Arch, I + 1>...};
}(std::make_index_sequence<kTileRows>());

// One vector of y from finished sums. Source and target are whole vectors.
template <class Arch, Ending ending>
Vector<Arch> finish(const float* sums, const Vector<Arch>& scale, const Vector<Arch>& bias,
                    const Vector<Arch>& y) {
  Vector<Arch> value = multiply_add<Arch>(Vector<Arch>::load_aligned(sums), scale, bias);
  if constexpr (ending == Ending::kBiasAdd) value = value + y;
  if constexpr (ending == Ending::kBiasGelu) value = gelu<Arch>(value);
  return value;
}

// Columns [column, column + kLanes) of y, as far as y has them, for all rows of `sums`.
template <class Arch, Ending ending>
void finish_columns(const float* sums, const float* scales, std::span<const float> bias, Matrix y,
                    std::size_t column) {
  using V = Vector<Arch>;
  if (column >= y.cols) return;
  const std::size_t count = y.cols - column;
  if (count >= kLanes) {
    const V b = V::load_unaligned(bias.data() + column);
    for (std::size_t r = 0; r < y.rows; ++r) {
      float* to = y.row(r).data() + column;
      const V old = ending == Ending::kBiasAdd ? V::load_unaligned(to) : b;
      finish<Arch, ending>(sums + r * kPanel, V(scales[r]), b, old).store_unaligned(to);
    }
  } else {
    const V b = load_part<Arch>(bias.data() + column, count, 0.0f);
    for (std::size_t r = 0; r < y.rows; ++r) {
      float* to = y.row(r).data() + column;
      const V old = ending == Ending::kBiasAdd ? load_part<Arch>(to, count, 0.0f) : b;
      store_part<Arch>(finish<Arch, ending>(sums + r * kPanel, V(scales[r]), b, old), to, count);
    }
  }
}

// sums [rows, kPanel] of one panel, from rows of x and all of k.
template <class Arch>
void sum_panel(const std::int16_t* x, std::size_t rows, std::size_t stride,
               const std::uint16_t* packed, const float* scales, float* sums) {
  alignas(kAlignment) std::array<std::int16_t, kGroupsAtOnce * kBlock> codes;
  const std::size_t groups = stride / kWeightGroup;
  std::fill_n(sums, rows * kPanel, 0.0f);
  for (std::size_t first = 0; first < groups; first += kGroupsAtOnce) {
    const std::size_t count = std::min(kGroupsAtOnce, groups - first);
    for (std::size_t g = 0; g < count; ++g) {
      spread(packed + (first + g) * kBlockWords, codes.data() + g * kBlock);
    }
    Tile tile{x + first * kWeightGroup, stride, codes.data(), codes.data() + count * kBlock,
              scales + first * kPanel,  sums};
    for (std::size_t left = rows; left != 0;) {
      // As few tiles as possible, as equal as possible.
      const std::size_t tiles = (left + kTileRows - 1) / kTileRows;
      const std::size_t height = (left + tiles - 1) / tiles;
      kTiles<Arch>[height](tile);
      tile.x += height * stride;
      tile.sums += height * kPanel;
      left -= height;
    }
  }
}

template <class Arch, Ending ending>
void multiply(const QuantizedRows& x, const QuantizedMatrix& weight, std::span<const float> bias,
              Matrix y) {
  assert(x.in == weight.in && y.rows == x.rows && y.cols == weight.out &&
         bias.size() == weight.out);
  alignas(kAlignment) std::array<float, kRowBlock * kPanel> sums;
  const std::size_t stride = padded_in(x.in);
  const std::size_t groups = stride / kWeightGroup;
  for (std::size_t panel = 0; panel * kPanel < weight.out; ++panel) {
    const std::uint16_t* packed = weight.codes + panel * groups * kBlockWords;
    const float* scales = weight.scales + panel * groups * kPanel;
    for (std::size_t first = 0; first < x.rows; first += kRowBlock) {
      const std::size_t rows = std::min(kRowBlock, x.rows - first);
      sum_panel<Arch>(x.codes + first * stride, rows, stride, packed, scales, sums.data());
      const Matrix block = y.row_block(first, rows);
      finish_columns<Arch, ending>(sums.data(), x.scales + first, bias, block, panel * kPanel);
      finish_columns<Arch, ending>(sums.data() + kLanes, x.scales + first, bias, block,
                                   panel * kPanel + kLanes);
    }
  }
}

}  // namespace

void linear(const QuantizedRows& x, const QuantizedMatrix& weight, std::span<const float> bias,
            Matrix y) {
  multiply<Native, Ending::kBias>(x, weight, bias, y);
}

void linear_gelu(const QuantizedRows& x, const QuantizedMatrix& weight, std::span<const float> bias,
                 Matrix y) {
  multiply<Native, Ending::kBiasGelu>(x, weight, bias, y);
}

void linear_add(const QuantizedRows& x, const QuantizedMatrix& weight, std::span<const float> bias,
                Matrix y) {
  multiply<Native, Ending::kBiasAdd>(x, weight, bias, y);
}

}  // namespace attnscope::kernels
