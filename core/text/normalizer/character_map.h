// Precompiled: SentencePiece's table of what characters become (Kudo and Richardson 2018), a double
// array in the form of Darts-clone.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/characters.h"

namespace attnscope {

class CharacterMap {
 public:
  // `table` is the number of bytes of the array, the array, and behind it what it points to: texts,
  // each ended by a zero. Nothing where it is no such table. Any array is safe to search.
  static std::optional<CharacterMap> make(std::string_view table);

  // Appends what `text` becomes. As in the reference: a grapheme of fewer than 6 bytes becomes what
  // its shortest start in the table becomes, whatever follows; others go character by character.
  void apply(std::span<const Character> text, Characters& out) const;

  // What the longest start of `text` in the table becomes, as SentencePiece itself takes it, and
  // how many characters that start has: 0 where there is none.
  struct Longest {
    std::size_t count = 0;
    std::string_view becomes;
  };
  Longest longest(std::span<const Character> text) const;

 private:
  std::optional<std::string_view> find(std::string_view key) const;
  std::optional<std::string_view> text_at(std::size_t unit) const;

  std::vector<std::uint32_t> units_;
  std::string texts_;
};

// Where the grapheme that begins at `at` ends (Unicode 16, annex 29).
std::size_t grapheme_end(std::span<const Character> text, std::size_t at);

}  // namespace attnscope
