// How a product is cut into tiles: rows by two vectors that stay in registers. Shared by the
// products of float32 and of 16-bit weights.
#pragma once

#include <cstddef>

#include "base/buffer.h"
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
  explicit Split(std::size_t rows) : Split(rows, (rows + kTileRows - 1) / kTileRows) {}
  Split(std::size_t rows, std::size_t tiles_)
      : tiles(tiles_), shorter(rows / tiles), taller(rows % tiles) {}
  std::size_t rows(std::size_t tile) const { return shorter + (tile < taller ? 1 : 0); }
  // Tiles of the same height from this one on.
  std::size_t alike(std::size_t tile) const { return (tile < taller ? taller : tiles) - tile; }
  std::size_t tiles, shorter, taller;
};

// What happens to a finished sum on its way to y.
enum class Ending { kNone, kBias, kBiasGelu, kBiasAdd };

// Reads one number in 32 bytes, so that what lies there is in a cache. A tile of narrow vectors
// touches few lines within the instructions that a processor looks ahead, and waits for each, and
// the tiles after it leave memory idle; this loop asks for many lines at a time.
template <class T>
void bring_near(const T* from, const T* end) {
  for (; from < end; from += 32 / sizeof(T)) {
    const T value = *from;
    asm volatile("" ::"m"(value));  // else the compiler sees that nobody wants it
  }
}

// Whether a step of k is less than a line. (AVX-512 takes two lines a step, which keeps memory
// busy: there 16 rows lost a fifth.)
inline constexpr bool kNarrow = kPanel * sizeof(float) < kAlignment;

}  // namespace attnscope::kernels
