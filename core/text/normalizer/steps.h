// What tokenizer.json's normalizer does to a text, step by step, where it is not BERT's.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "text/characters.h"
#include "text/normalizer/character_map.h"
#include "text/normalizer/normaliser.h"

namespace attnscope {

// Replace: `content` in place of each `pattern`, which is not empty. Where `repeats` is set, in
// place of each run of two or more of the pattern, which is one character then.
struct Replacement {
  std::u32string pattern;
  std::u32string content;
  bool repeats = false;
};

using NormalizerStep = std::variant<NormaliserOptions, Replacement, CharacterMap>;

// All steps, one after another. False where there was no memory.
bool normalise(const std::vector<NormalizerStep>& steps, Characters& text, Characters& room);

}  // namespace attnscope
