// A model of SentencePiece (Kudo and Richardson 2018) as its own library reads and applies it: the
// whole text at once, where tokenizers cuts it into words first.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "text/characters.h"
#include "text/model/unigram.h"
#include "text/model/vocabulary.h"
#include "text/normalizer/character_map.h"

namespace attnscope {

struct SentencePieces {
  std::optional<CharacterMap> map;
  bool adds_prefix = true;     // a blank before the text
  bool removes_blanks = true;  // at both ends, and of several all but one
  bool words = false;          // what stands between blanks is one piece or none
  Vocabulary pieces;  // by their places in the model; only what a text is cut into is found
  Unigram unigram;
  std::vector<std::int32_t> ids;  // of the vocabulary that the model goes with
  std::int32_t unknown = -1;      // its id there
};

// Reads a ModelProto; `name` is the file's in messages. `ids` and `unknown` are left open.
// Errors: kBadModel, kUnsupported, naming the place; kOutOfMemory.
Result<SentencePieces> read_sentence_pieces(std::string_view proto, std::string_view name);

// What `text` becomes before it is cut, blanks as U+2581, into `out`: each character comes from the
// first one of what it replaces. `past` is the place after the text; returned is that after what is
// left of it. Reference: sentencepiece 0.2.3, Normalizer::Normalize.
std::uint32_t normalise(const SentencePieces& model, std::span<const Character> text,
                        std::uint32_t past, Characters& out);

struct TokenizerParts;
struct Tokens;

// Puts the tokens of `text` into `out`, as MarianTokenizer does: added tokens are taken out of the
// text, each stretch between them may begin with a target code such as ">>fra<<", and the rest of
// it is cut. A token goes on to where the next one begins. Errors: kOutOfMemory.
Result<void> run_sentence_pieces(const TokenizerParts& parts, std::string_view text, Tokens& out);

}  // namespace attnscope
