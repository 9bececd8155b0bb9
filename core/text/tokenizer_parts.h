// Everything encoding needs, and nothing of the files' form.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "text/added_tokens.h"
#include "text/decoder/decoder.h"
#include "text/model/sentence_pieces.h"
#include "text/model/vocabulary.h"
#include "text/model/word_piece.h"
#include "text/normalizer/normaliser.h"
#include "text/post_processor/template_file.h"
#include "text/pre_tokenizer/plain.h"
#include "text/pre_tokenizer/splitter_file.h"
#include "text/stages.h"

namespace attnscope {

struct TokenizerParts {
  // In one place, for all that hands them on.
  TokenizerParts();
  TokenizerParts(TokenizerParts&&) noexcept;
  TokenizerParts& operator=(TokenizerParts&&) noexcept;
  ~TokenizerParts();

  Vocabulary vocabulary;
  NormaliserRules normaliser;
  SplitterOptions splitter;
  WordPieceOptions word_piece;
  PlainCharacters plain;              // all kOther where words end otherwise than in BERT
  AddedTokens raw_tokens{{}};         // matched in the text as it came
  AddedTokens normalised_tokens{{}};  // matched after normalisation
  Templates templates;
  bool cuts_left = false;  // a text too long loses its start, not its end
  std::optional<std::int32_t> mask;
  std::vector<std::int32_t> special;            // ids of what is no text, in order
  std::map<std::int32_t, std::string> respelt;  // as the reference decodes what is normalised
  Result<Decoder> decoder;  // an encoder's file may well have one that is not known
  std::optional<Stages>
      stages;  // of a file that is not BERT's; the rest of BERT's is not used then
  std::optional<SentencePieces> sentence_pieces;  // in place of all stages
};

}  // namespace attnscope
