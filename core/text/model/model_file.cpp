#include "text/model/model_file.h"

#include <algorithm>
#include <utility>

#include "base/buffer.h"
#include "base/printable.h"
#include "text/tokenizer_keys.h"

namespace attnscope {

using namespace tokenizer_keys;

Result<ModelKind> read_model_kind(const Json& root) {
  constexpr const char* kKnown = "\"WordPiece\", \"BPE\" and \"Unigram\"";
  const Json* model = find(root, "model");
  if (model == nullptr || model->is_null()) {
    return unsupported({"model is missing, expected one of type ", kKnown});
  }
  if (!model->is_object()) return bad({"model is ", shown(model), ", expected an object"});
  const Json* type = find(*model, "type");
  const std::string* name = as_string(type);
  if (type != nullptr && name == nullptr) {
    return bad({"model.type is ", shown(type), ", expected a string"});
  }
  // Files of 2020 name no type; a model is known by what it has.
  std::string_view kind;
  if (name != nullptr) {
    kind = *name;
  } else if (find(*model, "merges") != nullptr) {
    kind = "BPE";
  } else if (find(*model, "continuing_subword_prefix") != nullptr) {
    kind = "WordPiece";
  } else if (find(*model, "unk_id") != nullptr) {
    kind = "Unigram";
  }
  if (kind == "WordPiece") return ModelKind::kWordPiece;
  if (kind == "BPE") return ModelKind::kBpe;
  if (kind == "Unigram") return ModelKind::kUnigram;
  return unsupported({"model.type is ", (name ? in_quotes(*name) : "missing"), ", only ", kKnown,
                      " are supported"});
}

std::vector<Vocabulary::Entry> entries_of(const ModelLists& lists) {
  std::vector<Vocabulary::Entry> entries;
  entries.reserve(lists.pieces().size());
  for (const auto& [start, bytes, id] : lists.pieces()) {
    entries.push_back({lists.text(start, bytes), static_cast<std::int32_t>(id)});
  }
  return entries;
}

Result<Vocabulary> read_pieces(const ModelLists& lists, ModelKind kind) {
  const auto pieces = lists.pieces();
  const std::size_t most = pieces.size() + kMostUnusedIds;
  const std::string expected = ", expected an id of its own below " + std::to_string(most);
  if (!lists.odd_id().empty()) return bad({lists.odd_id(), expected});
  std::uint64_t count = 0, bytes = 0;
  const auto wrong_id = [&](const ModelLists::Piece& piece) {
    return bad({"model.vocab[", in_quotes(lists.text(piece.start, piece.bytes)), "] is ",
                std::to_string(piece.id), expected});
  };
  for (const ModelLists::Piece& piece : pieces) {
    if (piece.id >= most) return wrong_id(piece);
    count = std::max<std::uint64_t>(count, piece.id + std::uint64_t{1});
    bytes += piece.bytes;
  }
  const std::uint64_t room = Vocabulary::bytes_needed(count, pieces.size(), bytes) +
                             count * sizeof(std::string_view) +
                             pieces.size() * sizeof(Vocabulary::Entry);
  if (auto had = check_room(room, "the vocabulary"); !had) return std::unexpected(had.error());
  std::vector<std::string_view> spellings(static_cast<std::size_t>(count));
  for (const ModelLists::Piece& piece : pieces) {
    std::string_view& spelling = spellings[piece.id];
    if (spelling.data() != nullptr) return wrong_id(piece);
    spelling = lists.text(piece.start, piece.bytes);
  }
  auto made = Vocabulary::make(spellings, entries_of(lists), kind == ModelKind::kUnigram);
  if (made) return std::move(*made);
  if (made.error().why == Vocabulary::Refusal::Why::kTwice) {
    return fail(ErrorCode::kBadModel, "tokenizer.json is not valid JSON: the key " +
                                          in_quotes(made.error().piece) +
                                          " occurs twice in one object");
  }
  return unsupported({"model.vocab holds pieces that were made to collide"});
}

Result<WordPieceModel> read_word_piece(const Json& model, const Vocabulary& vocabulary) {
  const Json* vocab = find(model, "vocab");
  if (vocab == nullptr || !vocab->is_object()) {
    return bad({"model.vocab is ", shown(vocab), ", expected an object of pieces and ids"});
  }
  WordPieceModel read;
  auto prefix = read_string(model, "continuing_subword_prefix", "model", "##");
  if (!prefix) return std::unexpected(prefix.error());
  read.options.continuing_prefix = std::move(*prefix);

  auto unknown = read_string(model, "unk_token", "model", "[UNK]");
  if (!unknown) return std::unexpected(unknown.error());
  read.unknown = {std::move(*unknown), -1};
  read.options.unknown = read.unknown.id = vocabulary.find({}, read.unknown.spelling);
  if (read.unknown.id < 0) {
    return bad({"model.unk_token is ", in_quotes(read.unknown.spelling),
                ", which model.vocab does not hold"});
  }

  if (const Json* most = find(model, "max_input_chars_per_word")) {
    const auto count = as_unsigned(*most);
    if (!count) {
      return bad({"model.max_input_chars_per_word is ", shown(most), ", expected a whole number"});
    }
    if (*count > kMostWordCharacters) {
      return unsupported({"model.max_input_chars_per_word is ", shown(most), ", at most ",
                          std::to_string(kMostWordCharacters), " is supported"});
    }
    read.options.most_characters = static_cast<std::size_t>(*count);
  }
  return read;
}

Result<Bpe> read_bpe(const Json& model, const ModelLists& lists, const Vocabulary& vocabulary) {
  for (const auto& [key, expected] :
       {std::pair("vocab", "an object of pieces and ids"), std::pair("merges", "an array")}) {
    const Json* value = find(model, key);
    if (value == nullptr || !(key[0] == 'v' ? value->is_object() : value->is_array())) {
      return bad({"model.", key, " is ", shown(value), ", expected ", expected});
    }
  }
  const auto is_set = [](const Json* value) {
    const std::string* text = as_string(value);
    return value != nullptr && !value->is_null() && *value != 0 && !(text && text->empty());
  };
  for (const char* key : {"dropout", "continuing_subword_prefix", "end_of_word_suffix"}) {
    const Json* value = find(model, key);
    if (is_set(value)) {
      return unsupported({"model.", key, " is ", shown(value), ", only null is supported"});
    }
  }
  BpeOptions options;
  for (const auto& [key, to] : {std::pair("fuse_unk", &options.fuse_unknown),
                                std::pair("byte_fallback", &options.byte_fallback),
                                std::pair("ignore_merges", &options.ignore_merges)}) {
    const auto flag = read_bool(model, key, "model", false);
    if (!flag) return std::unexpected(flag.error());
    *to = *flag;
  }
  if (const Json* unknown = find(model, "unk_token"); unknown != nullptr && !unknown->is_null()) {
    const std::string* spelling = as_string(unknown);
    if (spelling == nullptr)
      return bad({"model.unk_token is ", shown(unknown), ", expected a string"});
    options.unknown = vocabulary.find({}, *spelling);
    if (*options.unknown < 0) {
      return bad(
          {"model.unk_token is ", in_quotes(*spelling), ", which model.vocab does not hold"});
    }
  }

  const auto given = lists.merges();
  const std::uint64_t room =
      given.size() * sizeof(Merges::Merge) + Merges::bytes_needed(given.size());
  if (auto had = check_room(room, "the merges"); !had) return std::unexpected(had.error());
  std::vector<Merges::Merge> merges;
  merges.reserve(given.size());
  for (const auto& [start, left, right] : given) {
    const std::string_view texts[] = {lists.text(start, left), lists.text(start + left, right),
                                      lists.text(start, left + right)};
    std::int32_t ids[3];
    for (std::size_t i = 0; i < 3; ++i) {
      ids[i] = vocabulary.find({}, texts[i]);
      if (ids[i] < 0) {
        return bad({"model.merges[", std::to_string(merges.size()), "] joins ", in_quotes(texts[0]),
                    " and ", in_quotes(texts[1]), ", but model.vocab does not hold ",
                    in_quotes(texts[i])});
      }
    }
    merges.push_back({ids[0], ids[1], ids[2]});
  }
  auto made = Merges::make(merges);
  if (!made) return unsupported({"model.merges holds pairs that were made to collide"});
  return Bpe(vocabulary, options, std::move(*made));
}

Result<Unigram> read_unigram(const Json& model, const ModelLists& lists,
                             const Vocabulary& vocabulary) {
  const Json* vocab = find(model, "vocab");
  if (vocab == nullptr || !vocab->is_array() || lists.pieces().empty()) {
    return bad({"model.vocab is ", shown(vocab), ", expected an array of pieces and scores"});
  }
  const Json* unknown = find(model, "unk_id");
  const auto id = unknown ? as_unsigned(*unknown) : std::nullopt;
  if (unknown == nullptr || unknown->is_null()) {
    return unsupported({"model.unk_id is missing, and any text may hold what no piece spells"});
  }
  if (!id || *id >= lists.pieces().size()) {
    return bad({"model.unk_id is ", shown(unknown), ", expected the place of a piece"});
  }
  const auto fallback = read_bool(model, "byte_fallback", "model", false);
  if (!fallback) return std::unexpected(fallback.error());
  const auto scores = lists.scores();
  if (auto had = check_room(scores.size_bytes(), "the scores"); !had) {
    return std::unexpected(had.error());
  }
  return Unigram(vocabulary, {scores.begin(), scores.end()}, static_cast<std::int32_t>(*id),
                 *fallback);
}

}  // namespace attnscope
