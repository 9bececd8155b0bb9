#include "base/buffer.h"

#include <cstdlib>
#include <string>

#include "base/checked.h"

namespace attnscope {

Result<void*> aligned_memory(std::uint64_t count, std::size_t size, const char* what) {
  const auto bytes = checked_multiply(count, size);
  const auto padded = bytes ? checked_add(*bytes, kAlignment - 1) : std::nullopt;
  const auto whole = padded ? checked_size(*padded / kAlignment * kAlignment) : std::nullopt;
  if (whole) {
    if (*whole == 0) return nullptr;
    if (void* memory = std::aligned_alloc(kAlignment, *whole)) return memory;
  }
  return fail(ErrorCode::kOutOfMemory, std::string("not enough memory for ") + what + ": " +
                                           (bytes ? std::to_string(*bytes) + " bytes"
                                                  : "more bytes than 64 bits can count") +
                                           " were needed");
}

Result<void> check_room(std::uint64_t bytes, const char* what) {
  if (const auto size = checked_size(bytes)) {
    // Volatile, or the compiler sees that nothing is done with it and asks for nothing.
    void* volatile memory = std::malloc(*size + 1);
    const bool had = memory != nullptr;
    std::free(memory);
    if (had) return {};
  }
  return fail(ErrorCode::kOutOfMemory, std::string("not enough memory for ") + what + ": " +
                                           std::to_string(bytes) + " bytes were needed");
}

}  // namespace attnscope
