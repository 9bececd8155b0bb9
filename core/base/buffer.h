/// @file
/// Owned, aligned memory whose refusal is a value. operator new would abort a
/// module that is built without exceptions; a tab that is out of memory must
/// instead hear so and go on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "base/result.h"

namespace attnscope {

/// One cache line; also a multiple of every vector width in use.
inline constexpr std::size_t kAlignment = 64;

/// Memory for `count` elements of `size` bytes, which std::free gives back; nullptr for none of
/// them. Errors: see Buffer::allocate.
Result<void*> aligned_memory(std::uint64_t count, std::size_t size, const char* what);

/// `count` elements of a trivial type, uninitialised, aligned to kAlignment.
template <class T>
class Buffer {
 public:
  Buffer() = default;

  /// Errors: kOutOfMemory, naming `what` and the bytes asked for.
  static Result<Buffer> allocate(std::uint64_t count, const char* what) {
    static_assert(std::is_trivially_copyable_v<T>);
    auto memory = aligned_memory(count, sizeof(T), what);
    if (!memory) return std::unexpected(std::move(memory.error()));
    return Buffer{static_cast<T*>(*memory), static_cast<std::size_t>(count)};
  }

  T* data() const { return memory_.get(); }
  std::size_t size() const { return size_; }
  std::span<T> span() const { return {memory_.get(), size_}; }

 private:
  struct Free {
    void operator()(T* memory) const { std::free(memory); }
  };
  Buffer(T* memory, std::size_t size) : memory_(memory), size_(size) {}

  std::unique_ptr<T, Free> memory_;
  std::size_t size_ = 0;
};

/// Whether `bytes` could be had now, in one piece: they are asked for and given back, and what
/// takes no more than that in pieces finds them. For the standard library's containers, which end a
/// module that is built without exceptions where memory is refused. Errors: kOutOfMemory, naming
/// `what` and the bytes.
Result<void> check_room(std::uint64_t bytes, const char* what);

}  // namespace attnscope
