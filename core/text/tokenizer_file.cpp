#include "text/tokenizer_file.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include "base/json.h"
#include "base/printable.h"

namespace attnscope {
namespace {

constexpr std::size_t kMostTokens = std::numeric_limits<std::int32_t>::max();
constexpr std::uint64_t kMostTypes = 256;

std::unexpected<Error> bad(const std::string& what) {
  return fail(ErrorCode::kBadModel, "tokenizer.json: " + what);
}
std::unexpected<Error> unsupported(const std::string& what) {
  return fail(ErrorCode::kUnsupported, "tokenizer.json: " + what);
}

// A value for a message: short, and safe to show whatever it holds.
std::string shown(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "an array";
  return printable(value.dump(-1, ' ', true, Json::error_handler_t::replace), 60);
}

const std::string* as_string(const Json* value) {
  return value != nullptr && value->is_string() ? value->get_ptr<const std::string*>() : nullptr;
}

// A member that may be missing or null, and then is `otherwise`.
Result<bool> read_bool(const Json& object, const char* key, const std::string& where,
                       bool otherwise) {
  const Json* value = find(object, key);
  if (value == nullptr || value->is_null()) return otherwise;
  if (!value->is_boolean()) {
    return bad(where + "." + key + " is " + shown(*value) + ", expected true or false");
  }
  return value->get<bool>();
}

Result<std::string> read_string(const Json& object, const char* key, const std::string& where,
                                const char* otherwise) {
  const Json* value = find(object, key);
  if (value == nullptr) return otherwise;
  if (const std::string* text = as_string(value)) return *text;
  return bad(where + "." + key + " is " + shown(*value) + ", expected a string");
}

// Refuses where `part`.type is none of the kinds that are done here.
Result<const Json*> section(const Json& root, const char* part, const char* expected) {
  const Json* value = find(root, part);
  if (value == nullptr || value->is_null()) {
    return unsupported(std::string(part) + " is missing, expected type " + in_quotes(expected));
  }
  if (!value->is_object()) {
    return bad(std::string(part) + " is " + shown(*value) + ", expected an object");
  }
  const Json* type = find(*value, "type");
  const std::string* name = as_string(type);
  if (type != nullptr && name == nullptr) {
    return bad(std::string(part) + ".type is " + shown(*type) + ", expected a string");
  }
  // Files of 2020 name no model type; a WordPiece is known by its prefix.
  const bool old = name == nullptr && find(*value, "continuing_subword_prefix") != nullptr;
  if (old || (name != nullptr && *name == expected)) return value;
  return unsupported(std::string(part) + ".type is " + (name ? in_quotes(*name) : "missing") +
                     ", only " + in_quotes(expected) + " is supported");
}

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
    auto& to = parts_.normaliser;
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
    return flag("strip_accents", to.strip_accents);
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
      return bad("model.vocab is " + (vocab ? shown(*vocab) : "missing") +
                 ", expected an object of pieces and ids");
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
        return bad("model.max_input_chars_per_word is " + shown(*most) +
                   ", expected a whole number");
      }
      if (*count > kMostWordCharacters) {
        return unsupported("model.max_input_chars_per_word is " + shown(*most) + ", at most " +
                           std::to_string(kMostWordCharacters) + " is supported");
      }
      parts_.word_piece.most_characters = static_cast<std::size_t>(*count);
    }
    return {};
  }

  Result<void> read_added_tokens() {
    const Json* list = find(root_, "added_tokens");
    if (list == nullptr || list->is_null()) return {};
    if (!list->is_array()) return bad("added_tokens is " + shown(*list) + ", expected an array");
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
      return bad(where + ".content is " + (content ? shown(*content) : "missing") +
                 ", expected a string that is not empty");
    }
    if (text->size() > kMostAddedTokenBytes) {
      return unsupported(where + ".content has " + std::to_string(text->size()) +
                         " bytes, at most " + std::to_string(kMostAddedTokenBytes) +
                         " are supported");
    }
    const Json* id = find(entry, "id");
    const auto number = id ? as_unsigned(*id) : std::nullopt;
    if (!number || *number > kMostTokens) {
      return bad(where + ".id is " + (id ? shown(*id) : "missing") + ", expected a token id");
    }
    if (const Json* known = find(*vocab_, *text); known && as_unsigned(*known) != number) {
      return bad(where + ".id is " + shown(*id) + ", but model.vocab gives " + in_quotes(*text) +
                 " the id " + shown(*known));
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
    using Kind = TemplatePart::Kind;
    const Json* post = find(root_, "post_processor");
    if (post == nullptr || post->is_null()) {
      parts_.single = {{Kind::kFirst}};
      parts_.pair = {{Kind::kFirst}, {Kind::kSecond, 0, 1}};
      return {};
    }
    const std::string* type = as_string(find(*post, "type"));
    if (type != nullptr && *type == "BertProcessing") return read_bert_processing(*post);
    const auto part = section(root_, "post_processor", "TemplateProcessing");
    if (!part) return std::unexpected(part.error());
    if (auto done = read_parts(**part, "single", false, parts_.single); !done) return done;
    return read_parts(**part, "pair", true, parts_.pair);
  }

  // The older way to say [CLS] A [SEP] and [CLS] A [SEP] B [SEP].
  Result<void> read_bert_processing(const Json& post) {
    using Kind = TemplatePart::Kind;
    TemplatePart cls, sep;
    for (const auto& [key, to] : {std::pair("cls", &cls), std::pair("sep", &sep)}) {
      const Json* token = find(post, key);
      const bool is_pair = token != nullptr && token->is_array() && token->size() == 2;
      const auto id = is_pair ? known_id((*token)[1]) : std::nullopt;
      if (!id) {
        return bad(std::string("post_processor.") + key + " is " +
                   (token ? shown(*token) : "missing") + ", expected a token and its id");
      }
      to->id = *id;
    }
    const TemplatePart second{Kind::kSecond, 0, 1}, last{Kind::kAdded, sep.id, 1};
    parts_.single = {cls, {Kind::kFirst}, sep};
    parts_.pair = {cls, {Kind::kFirst}, sep, second, last};
    return {};
  }

  std::optional<std::int32_t> known_id(const Json& value) const {
    const auto id = as_unsigned(value);
    if (!id || *id >= parts_.vocabulary.size()) return std::nullopt;
    return static_cast<std::int32_t>(*id);
  }

  Result<void> read_parts(const Json& post, const char* key, bool is_pair, Template& out) {
    const std::string where = std::string("post_processor.") + key;
    const Json* list = find(post, key);
    if (list == nullptr || !list->is_array()) {
      return bad(where + " is " + (list ? shown(*list) : "missing") + ", expected an array");
    }
    for (std::size_t i = 0; i < list->size(); ++i) {
      if (auto done = read_part(post, (*list)[i], where + "[" + std::to_string(i) + "]", out);
          !done) {
        return done;
      }
    }
    using Kind = TemplatePart::Kind;
    const auto times = [&](Kind kind) {
      return std::count_if(out.begin(), out.end(), [&](const auto& p) { return p.kind == kind; });
    };
    if (times(Kind::kFirst) != 1 || times(Kind::kSecond) != (is_pair ? 1 : 0)) {
      return unsupported(where + (is_pair ? " must hold the sequences A and B once each"
                                          : " must hold the sequence A once, and no B"));
    }
    return {};
  }

  Result<void> read_part(const Json& post, const Json& part, const std::string& where,
                         Template& out) {
    const Json* added = find(part, "SpecialToken");
    const Json* sequence = find(part, "Sequence");
    if ((added == nullptr) == (sequence == nullptr)) {
      return bad(where + " is " + shown(part) + ", expected a SpecialToken or a Sequence");
    }
    const Json& body = added ? *added : *sequence;
    const std::string* name = as_string(find(body, "id"));
    const Json* type_value = find(body, "type_id");
    const auto type = type_value ? as_unsigned(*type_value) : std::nullopt;
    if (name == nullptr) return bad(where + ".id is missing, expected a string");
    if (!type || *type >= kMostTypes) {
      return bad(where + ".type_id is " + (type_value ? shown(*type_value) : "missing") +
                 ", expected a small whole number");
    }
    TemplatePart read{TemplatePart::Kind::kFirst, 0, static_cast<std::int32_t>(*type)};
    if (sequence) {
      if (*name != "A" && *name != "B") {
        return bad(where + ".id is " + in_quotes(*name) + ", expected \"A\" or \"B\"");
      }
      if (*name == "B") read.kind = TemplatePart::Kind::kSecond;
      out.push_back(read);
      return {};
    }
    read.kind = TemplatePart::Kind::kAdded;
    const Json* specials = find(post, "special_tokens");
    const Json* token = specials ? find(*specials, *name) : nullptr;
    const Json* ids = token ? find(*token, "ids") : nullptr;
    const std::string table = "post_processor.special_tokens[" + in_quotes(*name) + "]";
    if (ids == nullptr || !ids->is_array()) {
      return bad(table + ".ids is " + (ids ? shown(*ids) : "missing") + ", though " + where +
                 " asks for that token; expected an array of ids");
    }
    for (const Json& value : *ids) {
      const auto id = known_id(value);
      if (!id)
        return bad(table + ".ids holds " + shown(value) + ", expected ids of the vocabulary");
      read.id = *id;
      out.push_back(read);
    }
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

}  // namespace attnscope
