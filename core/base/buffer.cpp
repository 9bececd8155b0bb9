#include "base/buffer.h"

#include <cstdlib>
#include <string>

#include "base/checked.h"

namespace attnscope {

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
