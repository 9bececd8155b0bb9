// Repeatable random numbers and matrices for the kernel tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/matrix.h"

namespace attnscope::test {

// A 64-bit linear congruential generator: the same numbers on every platform,
// which the distributions of <random> do not promise. Constants: Knuth, MMIX.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  // In [-1, 1).
  float next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<float>(static_cast<std::int32_t>(state_ >> 32)) * 0x1p-31f;
  }

 private:
  std::uint64_t state_;
};

// A matrix inside a wider buffer; what lies between its rows and after its last
// one is kGuard, which no kernel may touch.
struct Guarded {
  static constexpr float kGuard = 12345.0f;

  Guarded(std::size_t rows, std::size_t cols, std::size_t gap)
      : memory(rows * (cols + gap) + gap + 1, kGuard),
        view(memory.data(), rows, cols, cols + gap) {}
  Guarded(const Guarded&) = delete;

  static Guarded random(std::size_t rows, std::size_t cols, std::size_t gap, Random& random) {
    Guarded made(rows, cols, gap);
    for (std::size_t r = 0; r < rows; ++r) {
      for (float& value : made.view.row(r)) value = random.next();
    }
    return made;
  }
  bool guards_untouched() const {
    for (std::size_t i = 0; i < memory.size(); ++i) {
      const bool inside = i / view.stride < view.rows && i % view.stride < view.cols;
      if (!inside && memory[i] != kGuard) return false;
    }
    return true;
  }

  std::vector<float> memory;
  Matrix view;

 private:
  Guarded(Guarded&&) = default;  // the vector's memory stays where it is
};

inline std::vector<float> random_vector(std::size_t size, Random& random, float scale = 1.0f) {
  std::vector<float> values(size);
  for (float& value : values) value = scale * random.next();
  return values;
}

}  // namespace attnscope::test
