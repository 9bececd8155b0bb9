/// @file
/// Scratch memory of one run: sized first, asked for once, handed out in order.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/buffer.h"
#include "base/matrix.h"

namespace attnscope {

/// Floats that `count` of them take up in an Arena, rounded up to whole cache
/// lines so that every block starts aligned.
constexpr std::uint64_t arena_floats(std::uint64_t count) {
  constexpr std::uint64_t kPerLine = kAlignment / sizeof(float);
  return (count + kPerLine - 1) / kPerLine * kPerLine;
}

/// A bump allocator. The caller adds up arena_floats() of everything it will
/// take; taking more is a bug of the caller, not of the input.
class Arena {
 public:
  Arena() = default;

  /// Errors: kOutOfMemory.
  static Result<Arena> allocate(std::uint64_t floats, const char* what) {
    auto buffer = Buffer<float>::allocate(floats, what);
    if (!buffer) return std::unexpected(std::move(buffer.error()));
    Arena arena;
    arena.buffer_ = std::move(*buffer);
    return arena;
  }

  /// The next `count` floats, aligned to kAlignment.
  float* take(std::size_t count) {
    float* block = buffer_.data() + used_;
    used_ += static_cast<std::size_t>(arena_floats(count));
    assert(used_ <= buffer_.size());
    return block;
  }
  Matrix take_matrix(std::size_t rows, std::size_t cols) { return {take(rows * cols), rows, cols}; }

  std::size_t capacity() const { return buffer_.size(); }

  /// Blocks taken after used() was read can be given back, for those who take turns.
  std::size_t used() const { return used_; }
  void rewind(std::size_t used) { used_ = used; }

  /// The memory itself, for someone else to own; blocks taken stay where they are.
  Buffer<float> release() && { return std::move(buffer_); }

 private:
  Buffer<float> buffer_;
  std::size_t used_ = 0;
};

}  // namespace attnscope
