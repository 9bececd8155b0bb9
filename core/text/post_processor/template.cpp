#include "text/post_processor/template.h"

#include <algorithm>

namespace attnscope {

std::size_t added_count(const Template& parts) {
  return static_cast<std::size_t>(std::count_if(parts.begin(), parts.end(), [](const auto& part) {
    return part.kind == TemplatePart::Kind::kAdded;
  }));
}

std::pair<std::size_t, std::size_t> cut_longest_first(std::size_t first, std::size_t second,
                                                      std::size_t room) {
  if (first <= room && second <= room - first) return {first, second};
  const bool first_is_longer = first > second;
  std::size_t shorter = std::min(first, second);
  // With room for the shorter text and as much again, only the longer is cut.
  std::size_t longer = shorter > room ? shorter : std::max(shorter, room - shorter);
  if (shorter > room || longer > room - shorter) {
    shorter = room / 2;
    longer = room - shorter;
  }
  return first_is_longer ? std::pair(longer, shorter) : std::pair(shorter, longer);
}

}  // namespace attnscope
