// A text on its way through the stages: characters, each with the place in the source that it came
// from.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/growing.h"
#include "text/unicode/unicode.h"

namespace attnscope {

struct Character {
  char32_t point;
  std::uint32_t source;
};

using Characters = Growing<Character>;

// Characters and the ends of the pieces that they are split into, none of which is empty.
struct Pieces {
  Characters characters;
  Growing<std::uint32_t> ends;

  void clear() {
    characters.clear();
    ends.clear();
  }
  void put(char32_t point, std::uint32_t source) { characters.push_back({point, source}); }
  void end_piece() {
    const auto size = static_cast<std::uint32_t>(characters.size());
    if (size != (ends.empty() ? 0 : ends[ends.size() - 1])) ends.push_back(size);
  }
  bool complete() const { return characters.complete() && ends.complete(); }
};

// Calls visit(piece) for each.
template <class Visit>
void each_piece(const Pieces& pieces, Visit visit) {
  std::size_t begin = 0;
  for (const std::uint32_t end : pieces.ends) {
    visit(std::span<const Character>(pieces.characters.data() + begin, end - begin));
    begin = end;
  }
}

}  // namespace attnscope
