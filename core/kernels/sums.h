// Products by blocks of k: tiles whose sums lie in memory from one block to the next, taken up
// again in the order of k, so that the bits are those of one pass over all of k (matmul.cpp).
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "base/matrix.h"
#include "kernels/functions.h"
#include "kernels/vector.h"

namespace attnscope::kernels {

// Rows of the tallest tile: the most that leaves no accumulator in memory. Where
// multiply and add are two instructions, products take registers of their own
// (simd128: 4 rows 38 GFLOP/s under Node 24 and 31 under Node 20; 5 rows 37 and 20).
inline constexpr std::size_t kTileRows = kFused ? 6 : 4;

inline constexpr std::size_t kLanes = Vector<Native>::size;
inline constexpr std::size_t kPanel = 2 * kLanes;

// T rows in as few tiles as possible, as equal as possible: 16 = 6 + 5 + 5, since
// tiles under five rows wait for the latency of the multiply-add.
struct Split {
  explicit Split(std::size_t rows)
      : tiles((rows + kTileRows - 1) / kTileRows), shorter(rows / tiles), taller(rows % tiles) {}
  std::size_t rows(std::size_t tile) const { return shorter + (tile < taller ? 1 : 0); }
  // Tiles of the same height from this one on.
  std::size_t alike(std::size_t tile) const { return (tile < taller ? taller : tiles) - tile; }
  std::size_t tiles, shorter, taller;
};

// What happens to a finished sum on its way to y.
enum class Ending { kNone, kBias, kBiasGelu, kBiasAdd };

// x [R, k], a panel's steps of k, sums [R, kPanel].
struct SumTile {
  const float* x;
  std::size_t x_stride;
  const float* panel;
  const float* end;
  float* sums;
};

// sums += x panel. One k per turn and no call after the loop, as matmul.cpp has it.
template <class Arch, std::size_t R>
void add_tile(const SumTile& tile) {
  using V = Vector<Arch>;
  std::array<V, R> low_sum;
  std::array<V, R> high_sum;
  std::array<const float*, R> x;
  for (std::size_t r = 0; r < R; ++r) {
    low_sum[r] = V::load_aligned(tile.sums + r * kPanel);
    high_sum[r] = V::load_aligned(tile.sums + r * kPanel + kLanes);
    x[r] = tile.x + r * tile.x_stride;
  }
  const float* panel = tile.panel;
  const float* const end = tile.end;
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
    low_sum[r].store_aligned(tile.sums + r * kPanel);
    high_sum[r].store_aligned(tile.sums + r * kPanel + kLanes);
  }
}

// By number of rows; a table for the reason given in matmul.cpp.
template <class Arch>
inline constexpr auto kSumTiles = []<std::size_t... I>(std::index_sequence<I...>) {
  return std::array<void (*)(const SumTile&), kTileRows + 1>{nullptr, add_tile<Arch, I + 1>...};
}(std::make_index_sequence<kTileRows>());

// sums [x.rows, kPanel] += x panel, for x [rows, k] and as many steps of a panel.
template <class Arch>
void add_block(ConstMatrix x, const Split& split, const float* panel, float* sums) {
  SumTile tile{x.data, x.stride, panel, panel + x.cols * kPanel, sums};
  for (std::size_t t = 0; t < split.tiles; ++t) {
    const std::size_t rows = split.rows(t);
    kSumTiles<Arch>[rows](tile);
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

}  // namespace attnscope::kernels
