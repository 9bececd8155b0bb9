// What the tokenizer puts around one text or between two, and how two texts
// share the room that is left.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace attnscope {

struct TemplatePart {
  enum class Kind { kAdded, kFirst, kSecond };
  Kind kind = Kind::kAdded;
  std::int32_t id = 0;  // of kAdded
  std::int32_t type = 0;
};

using Template = std::vector<TemplatePart>;

// Tokens that the template adds.
std::size_t added_count(const Template& parts);

// How many tokens each of two texts keeps where `room` is for both together:
// the longer one is cut to the shorter one's length, then both to half, the
// odd one to the text that was longer or, of equal ones, to the second
// (reference: tokenizers 0.23.3, truncation "LongestFirst").
std::pair<std::size_t, std::size_t> cut_longest_first(std::size_t first, std::size_t second,
                                                      std::size_t room);

}  // namespace attnscope
