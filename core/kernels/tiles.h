// How a product is cut into tiles: rows by two vectors that stay in registers. Shared by the
// products of float32 and of 16-bit weights.
#pragma once

#include <cstddef>

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

}  // namespace attnscope::kernels
