#include "text/tokenizer_file.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/buffer.h"
#include "base/carried.h"
#include "base/json.h"
#include "base/printable.h"
#include "base/sorting.h"
#include "text/added_tokens_file.h"
#include "text/decoder/decoder_file.h"
#include "text/model/model_file.h"
#include "text/model/model_lists.h"
#include "text/normalizer/normaliser_file.h"
#include "text/normalizer/steps_file.h"
#include "text/pre_tokenizer/steps_file.h"
#include "text/tokenizer_keys.h"
#include "text/vocabulary_file.h"

namespace attnscope {
namespace {

using namespace tokenizer_keys;

// One file being read. Pieces are views into the lists, which outlive them.
class Reader {
 public:
  Reader(const Json& root, ModelLists& lists, const TokenizerSettings& settings)
      : root_(root), lists_(lists), settings_(settings) {}

  Result<TokenizerParts> read() {
    if (!root_.is_object()) return bad({"the file is ", shown(root_), ", expected an object"});
    for (const auto step :
         {&Reader::read_kind, &Reader::read_text_stages, &Reader::read_model, &Reader::read_added,
          &Reader::read_template, &Reader::read_truncation}) {
      if (auto done = (this->*step)(); !done) return std::unexpected(std::move(done.error()));
    }
    if (kHasDecoders) parts_.decoder = read_decoder(root_);
    return std::move(parts_);
  }

 private:
  bool is_bert() const { return kind_ == ModelKind::kWordPiece; }

  Result<void> read_kind() {
    const auto kind = read_model_kind(root_);
    if (!kind) return std::unexpected(kind.error());
    kind_ = *kind;
    return {};
  }

  // A WordPiece's stages go together as one stream; others stay apart.
  Result<void> read_text_stages() {
    if (!is_bert()) {
      auto normalizer = read_normalizer_steps(root_);
      if (!normalizer) return std::unexpected(normalizer.error());
      normalizer_ = std::move(*normalizer);
      auto splits = read_pre_tokenizer_steps(root_);
      if (!splits) return std::unexpected(splits.error());
      pre_tokenizer_ = std::move(*splits);
      lay_over();
      return {};
    }
    auto options = read_normaliser(root_);
    if (!options) return std::unexpected(options.error());
    if (const auto& switches = settings_.switches) {
      options->lowercase = switches->lowercase;
      options->strip_accents = switches->strip_accents;
      options->handle_chinese_chars = switches->handle_chinese_chars;
    }
    if (settings_.lowercase_first) options->lowercase_first = true;
    parts_.normaliser = *options;
    const auto splitter = read_splitter(root_);
    if (!splitter) return std::unexpected(splitter.error());
    parts_.splitter = *splitter;
    return {};
  }

  // What the classes of tokenizer_config.json make of their own.
  void lay_over() {
    using Prefix = PreTokenizerStep::Prefix;
    const auto prefix = [](bool all) { return all ? Prefix::kAll : Prefix::kNone; };
    if (const auto& bytes = settings_.bytes; bytes && kind_ == ModelKind::kBpe) {
      normalizer_.clear();
      pre_tokenizer_ = {{.kind = PreTokenizerStep::Kind::kBytes,
                         .words = {},
                         .splits = true,
                         .prefix = prefix(bytes->add_prefix_space)}};
    }
    if (const auto& albert = settings_.albert; albert && kind_ == ModelKind::kUnigram) {
      std::vector<NormalizerStep> made{Replacement{U"``", U"\""}, Replacement{U"''", U"\""}};
      NormaliserOptions options = kNothingNormalised;
      options.compatible = options.strip_combining = !albert->keep_accents;
      options.lowercase = albert->lowercase;
      made.emplace_back(options);
      for (NormalizerStep& step : normalizer_) {
        if (std::holds_alternative<CharacterMap>(step)) made.push_back(std::move(step));
      }
      normalizer_ = std::move(made);
      pre_tokenizer_ = {{.kind = PreTokenizerStep::Kind::kWords, .words = {.punctuation = false}},
                        {.kind = PreTokenizerStep::Kind::kMetaspace,
                         .words = {},
                         .splits = true,
                         .prefix = prefix(albert->add_prefix_space),
                         .blank = U'\u2581'}};
    }
  }

  Result<void> read_model() {
    if (auto done = lists_.finish(); !done) return done;
    auto vocabulary = read_pieces(lists_, kind_);
    if (!vocabulary) return std::unexpected(vocabulary.error());
    parts_.vocabulary = std::move(*vocabulary);
    const Json& model = *find(root_, "model");
    if (is_bert()) {
      auto read = read_word_piece(model, parts_.vocabulary);
      if (!read) return std::unexpected(read.error());
      parts_.word_piece = std::move(read->options);
      unknown_ = std::move(read->unknown.spelling);
      return {};
    }
    const auto keep = [&](auto read) -> Result<void> {
      if (!read) return std::unexpected(read.error());
      if constexpr (requires { read->options = {}; }) {
        if (settings_.bytes) read->options = {};
      }
      parts_.stages.emplace(std::move(normalizer_), std::move(pre_tokenizer_), std::move(*read));
      return {};
    };
    return kind_ == ModelKind::kBpe ? keep(read_bpe(model, lists_, parts_.vocabulary))
                                    : keep(read_unigram(model, lists_, parts_.vocabulary));
  }

  Result<void> read_added() {
    auto added = read_added_tokens(root_, parts_.vocabulary, lists_.pieces().size(), settings_,
                                   unknown_ ? &*unknown_ : nullptr);
    if (!added) return std::unexpected(added.error());
    if (auto done = spell(*added); !done) return done;
    // The short way is BERT's own.
    if (is_bert() && parts_.splitter == SplitterOptions{}) {
      parts_.plain = PlainCharacters(parts_.normaliser, parts_.vocabulary, parts_.word_piece);
    }
    return sort_added_tokens(std::move(*added));
  }

  // Gives every id its spelling, where added tokens have some that no piece has.
  Result<void> spell(const std::vector<AddedToken>& added) {
    const Vocabulary& own = parts_.vocabulary;
    std::size_t count = own.size();
    std::uint64_t text = own.pool().size();
    bool differs = false;
    for (const auto& token : added) {
      count = std::max<std::size_t>(count, static_cast<std::size_t>(token.id) + 1);
      text += token.content.size();
      differs |= own.piece(token.id) != token.content;
    }
    if (!differs) return {};
    const std::size_t pieces = lists_.pieces().size();
    const std::uint64_t room = Vocabulary::bytes_needed(count, pieces, 2 * text) +
                               count * sizeof(std::string_view) +
                               pieces * sizeof(Vocabulary::Entry);
    if (auto had = check_room(room, "the vocabulary"); !had) return had;
    std::vector<std::string_view> spellings(count);
    for (std::size_t id = 0; id < own.size(); ++id) {
      spellings[id] = own.piece(static_cast<std::int32_t>(id));
    }
    for (const auto& token : added) spellings[static_cast<std::size_t>(token.id)] = token.content;
    // The same pieces as before, so it cannot be refused.
    auto made = Vocabulary::make(spellings, entries_of(lists_), true);
    if (made) parts_.vocabulary = std::move(*made);
    return {};
  }

  // Looked for in normalised text, so in the form it has there.
  std::string normalised(const std::string& content) {
    NormalisedText sink;
    if (!parts_.stages) {
      Normaliser(parts_.normaliser, sink).put_piece(content, 0);
      return std::string(sink.text());
    }
    Characters characters, room;
    for (std::size_t at = 0; at < content.size();) {
      const auto [point, bytes] = unicode::decode(content, at);
      characters.push_back({point, 0});
      at += bytes;
    }
    normalise(parts_.stages->normalizer, characters, room);
    for (const auto& [point, source] : characters) sink.put(point, source);
    return std::string(sink.text());
  }

  Result<void> sort_added_tokens(std::vector<AddedToken> added) {
    std::vector<AddedToken> raw, normal;
    std::map<std::int32_t, std::string> contents;
    for (auto& token : added) {
      const auto [other, is_new] = contents.try_emplace(token.id, token.content);
      if (!is_new) {
        return bad({"added_tokens holds ", in_quotes(other->second), " and ",
                    in_quotes(token.content), ", which both come to the id ",
                    std::to_string(token.id)});
      }
      const std::string& text = token.content;
      if (settings_.mask ? text == *settings_.mask : text == "[MASK]" || text == "<mask>") {
        parts_.mask = token.id;
      }
      if (token.normalized) {
        std::string form = normalised(token.content);
        if (form.empty()) {
          return unsupported({"the added token ", in_quotes(token.content),
                              " is \"normalized\" and nothing is left of it"});
        }
        if (form != token.content) {
          parts_.respelt.emplace(token.id, form);
          token.special = false;
        }
        token.content = std::move(form);
      }
      if (token.special) parts_.special.push_back(token.id);
      (token.normalized ? normal : raw).push_back(std::move(token));
    }
    heap_sort(parts_.special);
    parts_.raw_tokens = AddedTokens(std::move(raw));
    parts_.normalised_tokens = AddedTokens(std::move(normal));
    return {};
  }

  Result<void> read_template() {
    auto read = read_templates(root_, parts_.vocabulary.size(), !is_bert());
    if (!read) return std::unexpected(std::move(read.error()));
    parts_.templates = std::move(*read);
    if (const auto& bytes = settings_.bytes; bytes && bytes->trim_offsets && !is_bert()) {
      parts_.templates.trims.clear();
      if (*bytes->trim_offsets) parts_.templates.trims = {{bytes->add_prefix_space}};
    }
    if (settings_.one_type) {
      for (auto* layout : {&parts_.templates.single, &parts_.templates.pair}) {
        for (auto& part : *layout) part.type = 0;
      }
    }
    return {};
  }

  // Of tokenizer.json's own truncation only the side is the reference's too: the limit is the
  // model's, and the strategy is always the longest text first.
  Result<void> read_truncation() {
    const Json* truncation = find(root_, "truncation");
    if (truncation != nullptr && !truncation->is_null()) {
      const Json* side = find(*truncation, "direction");
      if (!truncation->is_object()) {
        return bad({"truncation is ", shown(truncation), ", expected an object or null"});
      }
      if (side != nullptr && *side != "Left" && *side != "Right") {
        return bad({"truncation.direction is ", shown(side), ", expected \"Left\" or \"Right\""});
      }
      parts_.cuts_left = side != nullptr && *side == "Left";
    }
    parts_.cuts_left = settings_.cuts_left.value_or(parts_.cuts_left);
    return {};
  }

  const Json& root_;
  ModelLists& lists_;
  const TokenizerSettings& settings_;
  ModelKind kind_ = ModelKind::kWordPiece;
  std::vector<NormalizerStep> normalizer_;
  std::vector<PreTokenizerStep> pre_tokenizer_;
  std::optional<std::string> unknown_;  // a WordPiece's, which has one for certain
  TokenizerParts parts_;
};

}  // namespace

Result<TokenizerParts> read_tokenizer_file(std::string_view json,
                                           const TokenizerSettings& settings) {
  ModelLists lists;
  const auto root = parse_json(json, "tokenizer.json", &lists);
  if (!root) return std::unexpected(root.error());
  return Reader(*root, lists, settings).read();
}

Result<TokenizerParts> read_vocabulary_files(const VocabularyFiles& files,
                                             const TokenizerSettings& settings) {
  ModelLists lists;
  // The tokens that the settings name are those that the file was made with.
  TokenizerSettings others = settings;
  others.named.clear();
  const auto root = tokenizer_of_vocabulary(files, lists, others.mask);
  if (!root) return std::unexpected(root.error());
  auto parts = Reader(*root, lists, others).read();
  constexpr std::string_view kName = "tokenizer.json";
  if (!parts && parts.error().message.starts_with(kName)) {
    parts.error().message.replace(0, kName.size(), "the tokenizer of vocab.txt");
  }
  return parts;
}

}  // namespace attnscope
