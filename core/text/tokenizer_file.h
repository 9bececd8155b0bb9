// tokenizer.json, read and checked: everything encoding needs, and nothing of
// the file's form.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "text/added_tokens.h"
#include "text/normaliser.h"
#include "text/plain.h"
#include "text/splitter_file.h"
#include "text/template_file.h"
#include "text/tokenizer.h"
#include "text/tokenizer_settings.h"
#include "text/vocabulary.h"
#include "text/word_piece.h"

namespace attnscope {

struct TokenizerParts {
  Vocabulary vocabulary;
  NormaliserRules normaliser;
  SplitterOptions splitter;
  WordPieceOptions word_piece;
  PlainCharacters plain;              // all kOther where words end otherwise than in BERT
  AddedTokens raw_tokens{{}};         // matched in the text as it came
  AddedTokens normalised_tokens{{}};  // matched after normalisation
  Templates templates;
  bool cuts_left = false;  // a text too long loses its start, not its end
};

// The longest word, in characters, that a file may ask to be cut; BERT's own
// limit is 100.
inline constexpr std::size_t kMostWordCharacters = 1000;

// The ids that nothing has, at most: of a line that occurs twice in vocab.txt, or of ids that were
// left out or set apart.
inline constexpr std::size_t kMostUnusedIds = std::size_t{1} << 20;

// Errors: kBadModel where the file is broken, kUnsupported where it asks for
// what is not done here; both name the key. kOutOfMemory. `settings` go over what the
// file says.
Result<TokenizerParts> read_tokenizer_file(std::string_view json,
                                           const TokenizerSettings& settings);

// The same from vocab.txt and what stands beside it.
Result<TokenizerParts> read_vocabulary_files(const VocabularyFiles& files,
                                             const TokenizerSettings& settings);

}  // namespace attnscope
