// tokenizer.json's model: its kind, its vocabulary and its settings.
#pragma once

#include <string>

#include "base/json.h"
#include "base/result.h"
#include "text/model/bpe.h"
#include "text/model/model_lists.h"
#include "text/model/unigram.h"
#include "text/model/vocabulary.h"
#include "text/model/word_piece.h"

namespace attnscope {

// All of these: errors kBadModel, kUnsupported, naming the key; kOutOfMemory.

enum class ModelKind { kWordPiece, kBpe, kUnigram };
Result<ModelKind> read_model_kind(const Json& root);

// The pieces of model.vocab under their ids, and nothing of the added tokens.
Result<Vocabulary> read_pieces(const ModelLists& lists, ModelKind kind);

// The same, as what is found by its spelling.
std::vector<Vocabulary::Entry> entries_of(const ModelLists& lists);

// The unknown token's spelling; nothing where the model has none. Its id is looked up.
struct Unknown {
  std::string spelling;
  std::int32_t id = -1;
};

struct WordPieceModel {
  WordPieceOptions options;
  Unknown unknown;
};
Result<WordPieceModel> read_word_piece(const Json& model, const Vocabulary& vocabulary);
Result<Bpe> read_bpe(const Json& model, const ModelLists& lists, const Vocabulary& vocabulary);
Result<Unigram> read_unigram(const Json& model, const ModelLists& lists,
                             const Vocabulary& vocabulary);

// The longest word, in characters, that a WordPiece file may ask to be cut; BERT's own limit is
// 100.
inline constexpr std::size_t kMostWordCharacters = 1000;

// The ids that nothing has, at most: of a line that occurs twice in vocab.txt, or of ids that were
// left out or set apart.
inline constexpr std::size_t kMostUnusedIds = std::size_t{1} << 20;

}  // namespace attnscope
