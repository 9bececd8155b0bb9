// The short way for ASCII, which is most of most texts: what each character is
// to the normaliser and the splitter together, worked out once a file.
#pragma once

#include <array>
#include <cstdint>

#include "text/model/vocabulary.h"
#include "text/model/word_piece.h"
#include "text/normalizer/normaliser.h"

namespace attnscope {

struct PlainCharacters {
  // What a byte is; any greater value is a character of a word, in normal form.
  enum Kind : unsigned char { kOther, kBlank, kPunctuation };

  PlainCharacters() = default;
  PlainCharacters(const NormaliserRules& rules, const Vocabulary& vocabulary,
                  const WordPieceOptions& options);

  // kOther wants the long way: bytes that are not ASCII, and what normalising deletes.
  std::array<unsigned char, 256> kinds{};
  // The token of a word that is this one character of punctuation.
  std::array<std::int32_t, 128> punctuation{};
};

}  // namespace attnscope
