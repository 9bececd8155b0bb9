#include "text/tokenizer_file.h"

#include <limits>
#include <optional>
#include <string>

#include "base/json.h"
#include "base/printable.h"
#include "text/tokenizer_keys.h"
#include "text/vocabulary_file.h"

namespace attnscope {
namespace {

using namespace tokenizer_keys;

constexpr std::size_t kMostTokens = std::numeric_limits<std::int32_t>::max();

// One file being read. Pieces are views into the document, which outlives them.
class Reader {
 public:
  explicit Reader(const Json& root) : root_(root) {}

  Result<TokenizerParts> read() {
    if (!root_.is_object()) return bad("the file is " + shown(root_) + ", expected an object");
    for (const auto step :
         {&Reader::read_normaliser, &Reader::check_splitter, &Reader::read_model,
          &Reader::read_added_tokens, &Reader::build_vocabulary, &Reader::read_template}) {
      if (auto done = (this->*step)(); !done) return std::unexpected(std::move(done.error()));
    }
    return std::move(parts_);
  }

 private:
  Result<void> read_normaliser() {
    const auto part = section(root_, "normalizer", "BertNormalizer");
    if (!part) return std::unexpected(part.error());
    NormaliserOptions to;
    const auto flag = [&](const char* key, bool& value) -> Result<void> {
      const auto read = read_bool(**part, key, "normalizer", value);
      if (!read) return std::unexpected(read.error());
      value = *read;
      return {};
    };
    if (auto done = flag("clean_text", to.clean_text); !done) return done;
    if (auto done = flag("handle_chinese_chars", to.handle_chinese_chars); !done) return done;
    if (auto done = flag("lowercase", to.lowercase); !done) return done;
    to.strip_accents = to.lowercase;  // what null means
    if (auto done = flag("strip_accents", to.strip_accents); !done) return done;
    parts_.normaliser = to;
    return {};
  }

  Result<void> check_splitter() {
    const auto part = section(root_, "pre_tokenizer", "BertPreTokenizer");
    if (!part) return std::unexpected(part.error());
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
    if (const Json* known = find(*vocab_, *text); known && as_unsigned(*known) != number) {
      return bad(where + ".id is " + shown(id) + ", but model.vocab gives " + in_quotes(*text) +
                 " the id " + shown(known));
    }
    AddedToken token{*text, static_cast<std::int32_t>(*number)};
    bool single_word = false;
    for (const auto& [key, value] :
         {std::pair("lstrip", &token.lstrip), std::pair("rstrip", &token.rstrip),
          std::pair("normalized", &token.normalized), std::pair("single_word", &single_word)}) {
      const auto flag = read_bool(entry, key, where, false);
      if (!flag) return std::unexpected(flag.error());
      *value = *flag;
    }
    if (single_word) return unsupported(where + ".single_word is true, only false is supported");
    added_.push_back(std::move(token));
    return {};
  }

  // Gives every id its spelling: ids must be exactly 0 ... n - 1.
  Result<void> build_vocabulary() {
    std::size_t count = vocab_->size();
    for (const auto& token : added_) count += find(*vocab_, token.content) == nullptr;
    if (count > kMostTokens) return unsupported("model.vocab holds more than 2^31 pieces");

    std::vector<std::string_view> pieces(count);
    std::vector<bool> taken(count), own(count);
    const auto take = [&](std::string_view piece, std::uint64_t id) {
      if (id >= count || taken[static_cast<std::size_t>(id)]) return false;
      taken[static_cast<std::size_t>(id)] = true;
      pieces[static_cast<std::size_t>(id)] = piece;
      return true;
    };
    for (auto entry = vocab_->begin(); entry != vocab_->end(); ++entry) {
      const std::string& piece = entry.key();
      if (piece.size() > kMostPieceBytes) {
        return unsupported("model.vocab holds a piece of " + std::to_string(piece.size()) +
                           " bytes, at most " + std::to_string(kMostPieceBytes) + " are supported");
      }
      const auto id = as_unsigned(*entry);
      if (!id || !take(piece, *id))
        return wrong_id("model.vocab[" + in_quotes(piece) + "]", *entry, count);
      own[static_cast<std::size_t>(*id)] = true;
    }
    for (std::size_t i = 0; i < added_.size(); ++i) {
      const auto& token = added_[i];
      if (find(*vocab_, token.content) != nullptr) continue;
      if (!take(token.content, static_cast<std::uint64_t>(token.id))) {
        return wrong_id("added_tokens[" + std::to_string(i) + "].id", token.id, count);
      }
    }
    auto made = Vocabulary::make(pieces, own);
    if (!made) return unsupported("model.vocab holds pieces that were made to collide");
    parts_.vocabulary = std::move(*made);
    parts_.plain = PlainCharacters(parts_.normaliser, parts_.vocabulary, parts_.word_piece);
    return sort_added_tokens();
  }

  static Result<void> wrong_id(const std::string& where, const Json& id, std::size_t count) {
    return bad(where + " is " + shown(id) + ", expected an id of its own from 0 to " +
               std::to_string(count - 1) + " (the ids of a vocabulary have no gaps)");
  }

  Result<void> sort_added_tokens() {
    std::vector<AddedToken> raw, normalised;
    for (auto& token : added_) {
      if (token.normalized) {
        // Looked for in normalised text, so in the form it has there.
        NormalisedText sink;
        Normaliser(parts_.normaliser, sink).put_piece(token.content, 0);
        if (sink.text.empty()) {
          return unsupported("the added token " + in_quotes(token.content) +
                             " is \"normalized\" and nothing is left of it");
        }
        token.content = std::move(sink.text);
      }
      (token.normalized ? normalised : raw).push_back(std::move(token));
    }
    parts_.raw_tokens = AddedTokens(std::move(raw));
    parts_.normalised_tokens = AddedTokens(std::move(normalised));
    for (const auto* tokens : {&parts_.raw_tokens, &parts_.normalised_tokens}) {
      if (const auto* twice = tokens->duplicate()) {
        return bad("added_tokens holds " + in_quotes(*twice) + " twice");
      }
    }
    return {};
  }

  Result<void> read_template() {
    auto read = read_templates(root_, parts_.vocabulary.size());
    if (!read) return std::unexpected(std::move(read.error()));
    parts_.templates = std::move(*read);
    return {};
  }

  const Json& root_;
  const Json* vocab_ = nullptr;
  std::vector<AddedToken> added_;
  TokenizerParts parts_;
};

}  // namespace

Result<TokenizerParts> read_tokenizer_file(std::string_view json) {
  const auto root = parse_json(json, "tokenizer.json");
  if (!root) return std::unexpected(root.error());
  return Reader(*root).read();
}

Result<TokenizerParts> read_vocabulary_files(const VocabularyFiles& files) {
  const auto root = tokenizer_of_vocabulary(files);
  if (!root) return std::unexpected(root.error());
  auto parts = Reader(*root).read();
  constexpr std::string_view kName = "tokenizer.json";
  if (!parts && parts.error().message.starts_with(kName)) {
    parts.error().message.replace(0, kName.size(), "the tokenizer of vocab.txt");
  }
  return parts;
}

}  // namespace attnscope
