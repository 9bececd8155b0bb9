/// @file
/// Memory whose size is known before it is asked for: whoever lays something out does it twice, by
/// the same code. The first time only counts; after allocate() the second time hands out.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/buffer.h"
#include "base/matrix.h"

namespace attnscope {

/// Blocks of floats, one behind the other, each aligned to kAlignment.
class Workspace {
 public:
  /// The next `count` floats; nullptr while only counting. Taking more than was counted is a bug of
  /// the caller, not of the input.
  float* take(std::uint64_t count) {
    const std::uint64_t first = used_;
    used_ += whole_lines(count);
    needed_ = std::max(needed_, used_);
    assert(is_counting_ || used_ <= memory_.size());
    return is_counting_ ? nullptr : memory_.data() + static_cast<std::size_t>(first);
  }
  /// With its shape, and without memory while only counting.
  Matrix take_matrix(std::size_t rows, std::size_t cols) {
    return {take(std::uint64_t{rows} * cols), rows, cols};
  }

  /// Blocks taken after used() was read can be given back, for those who take turns.
  std::uint64_t used() const { return used_; }
  void rewind(std::uint64_t used) { used_ = used; }

  /// Floats that were in use at once, at most.
  std::uint64_t needed() const { return needed_; }

  /// Ends counting: asks for needed() floats and begins again at the first. `what` is for the error
  /// message. Errors: kOutOfMemory.
  Result<void> allocate(const char* what) {
    auto memory = Buffer<float>::allocate(needed_, what);
    if (!memory) return std::unexpected(std::move(memory.error()));
    memory_ = std::move(*memory);
    used_ = 0;
    is_counting_ = false;
    return {};
  }

  /// Floats held.
  std::size_t capacity() const { return memory_.size(); }

 private:
  static constexpr std::uint64_t whole_lines(std::uint64_t floats) {
    constexpr std::uint64_t kPerLine = kAlignment / sizeof(float);
    return (floats + kPerLine - 1) / kPerLine * kPerLine;
  }

  Buffer<float> memory_;
  std::uint64_t used_ = 0;
  std::uint64_t needed_ = 0;
  bool is_counting_ = true;
};

}  // namespace attnscope
