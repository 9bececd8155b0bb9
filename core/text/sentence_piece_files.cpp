#include "text/sentence_piece_files.h"

#include <string>
#include <utility>
#include <vector>

#include "base/buffer.h"
#include "base/printable.h"
#include "base/sorting.h"
#include "text/model/model_file.h"
#include "text/model/model_lists.h"

namespace attnscope {
namespace {

std::unexpected<Error> bad(std::string what) {
  return fail(ErrorCode::kBadModel, "vocab.json: " + std::move(what));
}

// As the vocabulary of a tokenizer.json, which is read as it comes.
Result<Vocabulary> read_vocabulary(std::string_view text) {
  if (auto room = check_room(text.size() + 64, "vocab.json"); !room) {
    return std::unexpected(std::move(room.error()));
  }
  ModelLists lists;
  const auto root =
      parse_json(R"({"model":{"vocab":)" + std::string(text) + "}}", "vocab.json", &lists);
  if (!root) return std::unexpected(root.error());
  const Json* model = find(*root, "model");
  const Json* vocab = model ? find(*model, "vocab") : nullptr;
  if (root->size() != 1 || model->size() != 1 || vocab == nullptr || !vocab->is_object()) {
    return bad("it must be one JSON object of pieces and ids");
  }
  if (auto done = lists.finish(); !done) return std::unexpected(std::move(done.error()));
  return read_pieces(lists, ModelKind::kBpe);
}

class Maker {
 public:
  Maker(const SentencePieceFiles& files, const TokenizerSettings& settings)
      : files_(files), settings_(settings) {}

  Result<TokenizerParts> make() {
    auto vocabulary = read_vocabulary(files_.vocabulary);
    constexpr std::string_view kName = "tokenizer.json";
    if (!vocabulary && vocabulary.error().message.starts_with(kName)) {
      vocabulary.error().message.replace(0, kName.size(), "vocab.json");
    }
    if (!vocabulary) return std::unexpected(std::move(vocabulary.error()));
    parts_.vocabulary = std::move(*vocabulary);
    auto pieces = read_sentence_pieces(files_.model, files_.name);
    if (!pieces) return std::unexpected(std::move(pieces.error()));
    parts_.sentence_pieces.emplace(std::move(*pieces));
    for (const auto step : {&Maker::name_tokens, &Maker::number_pieces}) {
      if (auto done = (this->*step)(); !done) return std::unexpected(std::move(done.error()));
    }
    parts_.cuts_left = settings_.cuts_left.value_or(false);
    return std::move(parts_);
  }

 private:
  std::int32_t id_of(std::string_view piece) const { return parts_.vocabulary.find({}, piece); }

  Result<void> name_tokens() {
    // What tokenizer_config.json names, and what the class names itself.
    std::string end = "</s>", unknown = "<unk>";
    std::vector<std::string> special;
    bool has_pad = false;
    for (const TokenizerSettings::Named& named : settings_.named) {
      if (named.where == "eos_token") end = named.content;
      if (named.where == "unk_token") unknown = named.content;
      has_pad |= named.where == "pad_token";
      special.push_back(named.content);
    }
    special.insert(special.end(), {end, unknown});
    if (!has_pad) special.emplace_back("<pad>");
    for (const std::string& needed : {end, unknown}) {
      if (id_of(needed) < 0) return bad("it does not hold " + in_quotes(needed));
    }
    std::vector<AddedToken> added;
    DecoderStep step{.kind = DecoderStep::Kind::kSentence, .pattern = "\u2581", .content = {}};
    for (const std::string& content : special) {
      const std::int32_t id = id_of(content);
      if (id < 0 || content.empty() || content.size() > kMostAddedTokenBytes) continue;
      added.push_back({.content = content, .id = id, .special = true});
      parts_.special.push_back(id);
      step.specials.push_back(content);
    }
    heap_sort(parts_.special);
    parts_.raw_tokens = AddedTokens(std::move(added));
    parts_.decoder = Decoder{std::move(step)};
    parts_.sentence_pieces->unknown = id_of(unknown);
    using Kind = TemplatePart::Kind;
    const TemplatePart last{Kind::kAdded, id_of(end)};
    parts_.templates.single = {{Kind::kFirst}, last};
    parts_.templates.pair = {{Kind::kFirst}, {Kind::kSecond}, last};
    return {};
  }

  Result<void> number_pieces() {
    SentencePieces& model = *parts_.sentence_pieces;
    const std::size_t count = model.pieces.size();
    model.ids.resize(count);
    for (std::size_t id = 0; id < count; ++id) {
      const std::int32_t own = id_of(model.pieces.piece(static_cast<std::int32_t>(id)));
      model.ids[id] = own < 0 ? model.unknown : own;
    }
    return {};
  }

  const SentencePieceFiles& files_;
  const TokenizerSettings& settings_;
  TokenizerParts parts_;
};

}  // namespace

Result<TokenizerParts> read_sentence_piece_files(const SentencePieceFiles& files,
                                                 const TokenizerSettings& settings) {
  return Maker(files, settings).make();
}

}  // namespace attnscope
