// Where tokenizer.json's pre_tokenizer splits a text, step by step, where it is not BERT's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "text/characters.h"
#include "text/pre_tokenizer/splitter_file.h"

namespace attnscope {

struct PreTokenizerStep {
  enum class Kind {
    kWords,      // at blanks, which go, and where `words` says so
    kSplit,      // by GPT-2's pattern
    kBytes,      // the same where `splits`; then bytes in place of characters
    kMetaspace,  // `blank` in place of spaces; before each where `splits`
  };
  // Before which pieces a blank is put that have none: those that begin the text, or all.
  enum class Prefix { kNone, kFirst, kAll };

  Kind kind = Kind::kWords;
  SplitterOptions words;
  bool splits = true;
  Prefix prefix = Prefix::kNone;
  char32_t blank = U' ';
};

// All steps, one after another. False where there was no memory.
bool split(const std::vector<PreTokenizerStep>& steps, Pieces& pieces, Pieces& room);

// The end of the match that begins at `at` of GPT-2's pattern (Radford et al. 2019), which leaves
// nothing out:
// 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
std::size_t gpt2_match(std::span<const Character> text, std::size_t at);

// The character that stands for a byte: itself where it prints, and one from U+0100 on where not.
char32_t character_of_byte(unsigned char byte);

}  // namespace attnscope
