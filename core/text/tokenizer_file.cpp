#include "text/tokenizer_file.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string>

#include "base/buffer.h"
#include "base/json.h"
#include "base/printable.h"
#include "text/normalizer/normaliser_file.h"
#include "text/tokenizer_keys.h"
#include "text/vocabulary_file.h"

namespace attnscope {
namespace {

using namespace tokenizer_keys;

constexpr std::size_t kMostTokens = std::numeric_limits<std::int32_t>::max();

// One file being read. Pieces are views into the document, which outlives them.
class Reader {
 public:
  Reader(const Json& root, const TokenizerSettings& settings) : root_(root), settings_(settings) {}

  Result<TokenizerParts> read() {
    if (!root_.is_object()) return bad("the file is " + shown(root_) + ", expected an object");
    for (const auto step :
         {&Reader::read_normaliser, &Reader::read_splitting, &Reader::read_model,
          &Reader::read_added_tokens, &Reader::check_named, &Reader::build_vocabulary,
          &Reader::read_template, &Reader::read_truncation}) {
      if (auto done = (this->*step)(); !done) return std::unexpected(std::move(done.error()));
    }
    return std::move(parts_);
  }

 private:
  Result<void> read_normaliser() {
    auto options = attnscope::read_normaliser(root_);
    if (!options) return std::unexpected(options.error());
    if (const auto& switches = settings_.switches) {
      options->lowercase = switches->lowercase;
      options->strip_accents = switches->strip_accents;
      options->handle_chinese_chars = switches->handle_chinese_chars;
    }
    if (settings_.lowercase_first) options->lowercase_first = true;
    parts_.normaliser = *options;
    return {};
  }

  Result<void> read_splitting() {
    const auto options = read_splitter(root_);
    if (!options) return std::unexpected(options.error());
    parts_.splitter = *options;
    return {};
  }

  Result<void> read_model() {
    const auto part = section(root_, "model", "WordPiece");
    if (!part) return std::unexpected(part.error());
    const Json& model = **part;

    const Json* vocab = find(model, "vocab");
    if (vocab == nullptr || !vocab->is_object()) {
      return bad("model.vocab is " + shown(vocab) + ", expected an object of pieces and ids");
    }
    vocab_ = vocab;

    auto prefix = read_string(model, "continuing_subword_prefix", "model", "##");
    if (!prefix) return std::unexpected(prefix.error());
    parts_.word_piece.continuing_prefix = std::move(*prefix);

    const auto unknown = read_string(model, "unk_token", "model", "[UNK]");
    if (!unknown) return std::unexpected(unknown.error());
    unknown_ = *unknown;
    const Json* unknown_id = find(*vocab, *unknown);
    if (unknown_id == nullptr) {
      return bad("model.unk_token is " + in_quotes(*unknown) + ", which model.vocab does not hold");
    }
    // build_vocabulary refuses the file if this is no id.
    parts_.word_piece.unknown = static_cast<std::int32_t>(as_unsigned(*unknown_id).value_or(0));

    if (const Json* most = find(model, "max_input_chars_per_word")) {
      const auto count = as_unsigned(*most);
      if (!count) {
        return bad("model.max_input_chars_per_word is " + shown(most) +
                   ", expected a whole number");
      }
      if (*count > kMostWordCharacters) {
        return unsupported("model.max_input_chars_per_word is " + shown(most) + ", at most " +
                           std::to_string(kMostWordCharacters) + " is supported");
      }
      parts_.word_piece.most_characters = static_cast<std::size_t>(*count);
    }
    return {};
  }

  Result<void> read_added_tokens() {
    const Json* list = find(root_, "added_tokens");
    if (list == nullptr || list->is_null()) return {};
    if (!list->is_array()) return bad("added_tokens is " + shown(list) + ", expected an array");
    for (std::size_t i = 0; i < list->size(); ++i) {
      if (auto done = read_added_token((*list)[i], "added_tokens[" + std::to_string(i) + "]");
          !done) {
        return done;
      }
    }
    return {};
  }

  Result<void> read_added_token(const Json& entry, const std::string& where) {
    if (!entry.is_object()) return bad(where + " is " + shown(entry) + ", expected an object");
    const Json* content = find(entry, "content");
    const std::string* text = as_string(content);
    if (text == nullptr || text->empty()) {
      return bad(where + ".content is " + shown(content) + ", expected a string that is not empty");
    }
    if (text->size() > kMostAddedTokenBytes) {
      return unsupported(where + ".content has " + std::to_string(text->size()) +
                         " bytes, at most " + std::to_string(kMostAddedTokenBytes) +
                         " are supported");
    }
    const Json* id = find(entry, "id");
    const auto number = id ? as_unsigned(*id) : std::nullopt;
    if (!number || *number > kMostTokens) {
      return bad(where + ".id is " + shown(id) + ", expected a token id");
    }
    AddedToken token{*text, static_cast<std::int32_t>(*number)};
    if (const Json* known = find(*vocab_, *text)) {
      if (as_unsigned(*known) != number) {
        return bad(where + ".id is " + shown(id) + ", but model.vocab gives " + in_quotes(*text) +
                   " the id " + shown(known));
      }
    }
    for (const auto& [key, value] :
         {std::pair("lstrip", &token.lstrip), std::pair("rstrip", &token.rstrip),
          std::pair("normalized", &token.normalized),
          std::pair("single_word", &token.single_word)}) {
      const auto flag = read_bool(entry, key, where, false);
      if (!flag) return std::unexpected(flag.error());
      *value = *flag;
    }
    const auto [entry_of, is_new] = places_.try_emplace(*text, added_.size());
    if (is_new) {
      added_.push_back(std::move(token));
      return {};
    }
    // As in the reference, which changes what it knows.
    AddedToken& before = added_[entry_of->second];
    if (before.normalized == token.normalized) {
      return bad("added_tokens holds " + in_quotes(*text) + " twice");
    }
    before = std::move(token);
    return {};
  }

  // The tokens that tokenizer_config.json names. One that only the vocabulary holds is matched
  // literally, as the reference makes it; one that is nowhere would get a row that no model has.
  Result<void> check_named() {
    for (const auto& named : settings_.named) {
      const auto refused = [&](const std::string& what) {
        return fail(ErrorCode::kUnsupported, "tokenizer_config.json: \"" + named.where + "\" is " +
                                                 in_quotes(named.content) + ", " + what);
      };
      if (named.is_unknown && named.content != unknown_)
        return refused("but model.unk_token of tokenizer.json is " + in_quotes(unknown_));
      const auto added = std::ranges::find(added_, named.content, &AddedToken::content);
      const Json* known = find(*vocab_, named.content);
      const auto id = added != added_.end() ? std::optional(static_cast<std::uint64_t>(added->id))
                      : known               ? as_unsigned(*known)
                                            : std::nullopt;
      if (!id) return refused("which tokenizer.json does not hold");
      if (named.id && named.id != id)
        return refused("which has the id " + std::to_string(*id) + " in tokenizer.json");
      if (added == added_.end() && !named.content.empty() &&
          named.content.size() <= kMostAddedTokenBytes && *id <= kMostTokens) {
        added_.push_back({named.content, static_cast<std::int32_t>(*id)});
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
        return bad("truncation is " + shown(truncation) + ", expected an object or null");
      }
      if (side != nullptr && *side != "Left" && *side != "Right") {
        return bad("truncation.direction is " + shown(side) + ", expected \"Left\" or \"Right\"");
      }
      parts_.cuts_left = side != nullptr && *side == "Left";
    }
    parts_.cuts_left = settings_.cuts_left.value_or(parts_.cuts_left);
    return {};
  }

  // Gives every id its spelling.
  Result<void> build_vocabulary() {
    std::vector<Vocabulary::Entry> own;
    own.reserve(vocab_->size());
    std::uint64_t text = 0;
    for (auto entry = vocab_->begin(); entry != vocab_->end(); ++entry) {
      const std::string& piece = entry.key();
      if (piece.size() > kMostPieceBytes) {
        return unsupported("model.vocab holds a piece of " + std::to_string(piece.size()) +
                           " bytes, at most " + std::to_string(kMostPieceBytes) + " are supported");
      }
      const auto id = as_unsigned(*entry);
      if (!id || *id >= vocab_->size() + kMostUnusedIds) return wrong_id(piece, *entry);
      own.push_back({piece, static_cast<std::int32_t>(*id)});
      text += piece.size();
    }
    number_added_tokens();
    std::size_t count = 0;
    for (const auto& entry : own) count = std::max<std::size_t>(count, entry.id + 1u);
    for (const auto& token : added_) {
      count = std::max<std::size_t>(count, static_cast<std::size_t>(token.id) + 1);
      text += token.content.size();
    }
    if (auto room = check_room(
            Vocabulary::bytes_needed(count, own.size(), text) + count * sizeof(std::string_view),
            "the vocabulary");
        !room) {
      return room;
    }
    std::vector<std::string_view> spellings(count);
    for (const auto& [piece, id] : own) {
      std::string_view& spelling = spellings[static_cast<std::size_t>(id)];
      if (spelling.data() != nullptr) return wrong_id(piece, id);
      spelling = piece;
    }
    for (const auto& token : added_) spellings[static_cast<std::size_t>(token.id)] = token.content;
    auto made = Vocabulary::make(spellings, own);
    if (!made) return unsupported("model.vocab holds pieces that were made to collide");
    parts_.vocabulary = std::move(*made);
    if (parts_.splitter == SplitterOptions{}) {
      parts_.plain = PlainCharacters(parts_.normaliser, parts_.vocabulary, parts_.word_piece);
    }
    return sort_added_tokens();
  }

  // Those that model.vocab lacks are numbered on from the number of its pieces, as the reference
  // does, which does not read their ids. In a file that it wrote they are the same.
  void number_added_tokens() {
    auto next = static_cast<std::int32_t>(vocab_->size());
    for (auto& token : added_) {
      if (find(*vocab_, token.content) == nullptr) token.id = next++;
    }
  }

  Result<void> wrong_id(std::string_view piece, const Json& id) const {
    return bad("model.vocab[" + in_quotes(piece) + "] is " + shown(id) +
               ", expected an id of its own below " +
               std::to_string(vocab_->size() + kMostUnusedIds));
  }

  Result<void> sort_added_tokens() {
    std::vector<AddedToken> raw, normalised;
    std::map<std::int32_t, std::string> contents;
    for (auto& token : added_) {
      const auto [other, is_new] = contents.try_emplace(token.id, token.content);
      if (!is_new) {
        return bad("added_tokens holds " + in_quotes(other->second) + " and " +
                   in_quotes(token.content) + ", which both come to the id " +
                   std::to_string(token.id));
      }
      if (token.normalized) {
        // Looked for in normalised text, so in the form it has there.
        NormalisedText sink;
        Normaliser(parts_.normaliser, sink).put_piece(token.content, 0);
        if (sink.text().empty()) {
          return unsupported("the added token " + in_quotes(token.content) +
                             " is \"normalized\" and nothing is left of it");
        }
        token.content = sink.text();
      }
      (token.normalized ? normalised : raw).push_back(std::move(token));
    }
    parts_.raw_tokens = AddedTokens(std::move(raw));
    parts_.normalised_tokens = AddedTokens(std::move(normalised));
    return {};
  }

  Result<void> read_template() {
    auto read = read_templates(root_, parts_.vocabulary.size());
    if (!read) return std::unexpected(std::move(read.error()));
    parts_.templates = std::move(*read);
    if (settings_.one_type) {
      for (auto* layout : {&parts_.templates.single, &parts_.templates.pair}) {
        for (auto& part : *layout) part.type = 0;
      }
    }
    return {};
  }

  const Json& root_;
  const TokenizerSettings& settings_;
  const Json* vocab_ = nullptr;
  std::string unknown_;
  std::vector<AddedToken> added_;
  std::map<std::string_view, std::size_t> places_;  // of contents in added_
  TokenizerParts parts_;
};

}  // namespace

Result<TokenizerParts> read_tokenizer_file(std::string_view json,
                                           const TokenizerSettings& settings) {
  const auto root = parse_json(json, "tokenizer.json");
  if (!root) return std::unexpected(root.error());
  return Reader(*root, settings).read();
}

Result<TokenizerParts> read_vocabulary_files(const VocabularyFiles& files,
                                             const TokenizerSettings& settings) {
  const auto root = tokenizer_of_vocabulary(files);
  if (!root) return std::unexpected(root.error());
  // The tokens that the settings name are those that the file was made with.
  TokenizerSettings others = settings;
  others.named.clear();
  auto parts = Reader(*root, others).read();
  constexpr std::string_view kName = "tokenizer.json";
  if (!parts && parts.error().message.starts_with(kName)) {
    parts.error().message.replace(0, kName.size(), "the tokenizer of vocab.txt");
  }
  return parts;
}

}  // namespace attnscope
