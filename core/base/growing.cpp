#include "base/growing.h"

#include "base/checked.h"

namespace attnscope {

void* grown(void* memory, std::size_t size, std::size_t more, std::size_t bytes,
            std::size_t& capacity) {
  // By half: twice as much would not fit where three quarters of all memory are in use.
  const auto wanted = checked_add(std::uint64_t{size} + size / 2 + 64, more);
  const auto product = wanted ? checked_multiply(*wanted, bytes) : std::nullopt;
  const auto fits = product ? checked_size(*product) : std::nullopt;
  void* const moved = fits ? std::realloc(memory, *fits) : nullptr;
  if (moved != nullptr) capacity = *fits / bytes;
  return moved;
}

}  // namespace attnscope
