#include "text/vocabulary_file.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "base/buffer.h"
#include "base/printable.h"
#include "base/sorting.h"
#include "text/unicode/unicode.h"

namespace attnscope {
namespace {

// Half a million pieces take 5 MB.
constexpr std::size_t kMostVocabularyBytes = 16u << 20;

// Of these, the fast tokenizer is BertTokenizerFast under another name.
constexpr std::string_view kClasses[] = {"BertTokenizer", "DistilBertTokenizer", "ElectraTokenizer",
                                         "MobileBertTokenizer"};

struct SpecialToken {
  const char* key;
  const char* content;  // where no file says it
  bool is_needed;
};
constexpr SpecialToken kSpecialTokens[] = {{"unk_token", "[UNK]", true},
                                           {"sep_token", "[SEP]", true},
                                           {"pad_token", "[PAD]", false},
                                           {"cls_token", "[CLS]", true},
                                           {"mask_token", "[MASK]", false}};

using Parts = std::initializer_list<std::string_view>;
std::unexpected<Error> failure(ErrorCode code, Parts what) {
  std::string message;
  for (const std::string_view part : what) message += part;
  return fail(code, std::move(message));
}
std::unexpected<Error> bad(Parts what) { return failure(ErrorCode::kBadModel, what); }
std::unexpected<Error> unsupported(Parts what) { return failure(ErrorCode::kUnsupported, what); }

const Json* member(const Json& object, const char* key) {
  const Json* value = find(object, key);
  return value != nullptr && value->is_null() ? nullptr : value;
}

class Maker {
 public:
  Result<Json> make(const VocabularyFiles& files, ModelLists& lists,
                    std::optional<std::string>& mask) {
    if (auto done = read_lines(files.vocabulary); !done) return std::unexpected(done.error());
    for (const auto& [text, name, to] : {std::tuple(files.tokenizer_config, kConfig, &config_),
                                         std::tuple(files.special_tokens, kSpecials, &specials_),
                                         std::tuple(files.added_tokens, kAdded, &old_added_)}) {
      *to = Json::object();
      if (text.empty()) continue;
      auto read = parse_json(text, name);
      if (!read) return read;
      if (!read->is_object()) return bad({name, " must be a JSON object"});
      *to = std::move(*read);
    }
    for (const auto step : {&Maker::check_kind, &Maker::read_normaliser, &Maker::read_added,
                            &Maker::read_special, &Maker::give_ids}) {
      if (auto done = (this->*step)(); !done) return std::unexpected(std::move(done.error()));
    }
    if (const auto named = names_.find("mask_token"); named != names_.end()) mask = named->second;
    return document(lists);
  }

 private:
  static constexpr const char* kConfig = "tokenizer_config.json";
  static constexpr const char* kSpecials = "special_tokens_map.json";
  static constexpr const char* kAdded = "added_tokens.json";

  Result<void> read_lines(std::string_view text) {
    if (text.size() > kMostVocabularyBytes) {
      return unsupported({"vocab.txt has ", std::to_string(text.size()), " bytes; at most ",
                          std::to_string(kMostVocabularyBytes), " are read"});
    }
    for (std::size_t at = 0; at < text.size();) {
      const auto [point, bytes] = unicode::decode(text, at);
      if (point == 0xFFFD && text.substr(at, 3) != "\xEF\xBF\xBD") {
        return bad({"vocab.txt is not UTF-8 at byte ", std::to_string(at)});
      }
      at += bytes;
    }
    // Of a map's node, twice, since the tokenizer's own tables come beside it.
    const auto lines =
        static_cast<std::uint64_t>(std::ranges::count(text, '\n') + std::ranges::count(text, '\r'));
    if (auto room = check_room(lines * 256 + 4 * text.size(), "vocab.txt"); !room) return room;
    // Lines end as Python reads them: with \n, \r\n or \r.
    for (std::size_t at = 0; at < text.size(); ++lines_) {
      const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
      vocabulary_[std::string(text.substr(at, end - at))] = lines_;
      at = end + (text.substr(end, 2) == "\r\n" ? 2 : 1);
    }
    return {};
  }

  Result<void> check_kind() {
    if (const Json* type = member(config_, "tokenizer_class")) {
      std::string name = type->is_string() ? type->get<std::string>() : value_text(*type);
      if (name.ends_with("Fast")) name.resize(name.size() - 4);
      if (std::ranges::find(kClasses, name) == std::end(kClasses)) {
        return unsupported(
            {kConfig, ": \"tokenizer_class\" is ", in_quotes(name),
             "; of a vocab.txt only BertTokenizer is made. A tokenizer.json may do"});
      }
    }
    const Json* basic = member(config_, "do_basic_tokenize");
    const Json* kept = member(config_, "never_split");
    if ((basic && *basic != true) || (kept && !kept->empty())) {
      return unsupported(
          {kConfig, ": ",
           (basic && *basic != true ? "\"do_basic_tokenize\" is " + value_text(*basic)
                                    : "\"never_split\" is " + value_text(*kept)),
           ", which is not done here"});
    }
    return {};
  }

  Result<void> read_normaliser() {
    normaliser_ = skeleton()["normalizer"];
    for (const auto& [key, to] :
         {std::pair("do_lower_case", "lowercase"), std::pair("strip_accents", "strip_accents"),
          std::pair("tokenize_chinese_chars", "handle_chinese_chars")}) {
      const Json* value = member(config_, key);
      if (value == nullptr) continue;
      if (!value->is_boolean()) {
        return bad(
            {kConfig, ": \"", key, "\" is ", value_text(*value), "; expected true or false"});
      }
      normaliser_[to] = *value;
    }
    return {};
  }

  // Newer files list what was added in tokenizer_config.json, by id; older ones in a file.
  Result<void> read_added() {
    const Json* decoder = member(config_, "added_tokens_decoder");
    lists_added_ = decoder != nullptr;
    if (lists_added_) {
      for (auto entry = decoder->begin(); entry != decoder->end(); ++entry) {
        const auto id = number(decoder->is_object() ? entry.key() : "");
        if (!id) return bad({kConfig, ": \"added_tokens_decoder\" must go by ids"});
        if (auto done = add(*entry, kConfig, false, id); !done) return done;
      }
      return {};
    }
    for (auto entry = old_added_.begin(); entry != old_added_.end(); ++entry) {
      const auto id = as_unsigned(*entry);
      if (!id) return bad({kAdded, ": ", in_quotes(entry.key()), " has no id"});
      if (auto done = add(Json(entry.key()), kAdded, is_special(entry.key()), id); !done) {
        return done;
      }
    }
    return {};
  }

  Result<void> read_special() {
    for (const SpecialToken& special : kSpecialTokens) {
      const Json* value = setting(special.key);
      const Json token = value ? *value : Json(special.content);
      const std::string* text = content(token);
      if (text && !special.is_needed && !added_.contains(*text) && !vocabulary_.contains(*text)) {
        continue;
      }
      if (auto done = add(token, special.key, true, std::nullopt); !done) return done;
      names_[special.key] = *text;
    }
    for (const Json* file : {&config_, &specials_}) {
      const Json* list = member(*file, "additional_special_tokens");
      if (list == nullptr || (file == &specials_ && lists_added_)) continue;
      if (!list->is_array()) return bad({"\"additional_special_tokens\" must be an array"});
      for (const Json& token : *list) {
        if (auto done = add(token, "additional_special_tokens", true, std::nullopt); !done) {
          return done;
        }
      }
    }
    return {};
  }

  // special_tokens_map.json goes before tokenizer_config.json, unless that lists the tokens itself.
  const Json* setting(const char* key) const {
    const Json* value = lists_added_ ? nullptr : member(specials_, key);
    return value ? value : member(config_, key);
  }

  bool is_special(const std::string& text) const {
    const auto is_it = [&](const Json& token) {
      const std::string* other = content(token);
      return other != nullptr && *other == text;
    };
    for (const SpecialToken& special : kSpecialTokens) {
      const Json* value = setting(special.key);
      if (value ? is_it(*value) : text == special.content) return true;
    }
    for (const Json* file : {&config_, &specials_}) {
      const Json* list = member(*file, "additional_special_tokens");
      if (list != nullptr && std::ranges::any_of(*list, is_it)) return true;
    }
    return false;
  }

  // What every such file comes to. Read from text: to build it of values takes ten times the code.
  static Json skeleton() {
    return *parse_json(R"({
      "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
                     "strip_accents": null, "lowercase": true},
      "pre_tokenizer": {"type": "BertPreTokenizer"},
      "post_processor": {"type": "BertProcessing", "cls": [], "sep": []},
      "decoder": {"type": "WordPiece"},
      "model": {"type": "WordPiece", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100}
    })",
                       "BERT's tokenizer");
  }

  static const std::string* content(const Json& token) {
    const Json* value = token.is_object() ? find(token, "content") : &token;
    return value != nullptr && value->is_string() ? value->get_ptr<const std::string*>() : nullptr;
  }

  static std::optional<std::uint64_t> number(const std::string& digits) {
    std::uint64_t value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [at, error] = std::from_chars(digits.data(), end, value);
    if (error != std::errc{} || at != end) return std::nullopt;
    return value;
  }

  // A token that is added already stays as it is.
  Result<void> add(const Json& token, const std::string& where, bool special,
                   std::optional<std::uint64_t> id) {
    const std::string* text = content(token);
    if (text == nullptr) {
      return bad({where, ": ", value_text(token), " is no token; expected a string or an object"});
    }
    const auto [place, is_new] = added_.try_emplace(*text, Json::object());
    if (!is_new) return {};
    Json& entry = place->second;
    entry["content"] = *text;
    const Json* flag = token.is_object() ? member(token, "special") : nullptr;
    entry["special"] = special || (flag && *flag == true);
    entry["normalized"] = entry["special"] != true;
    if (token.is_object()) {
      for (const char* key : {"lstrip", "rstrip", "single_word", "normalized"}) {
        if (const Json* value = member(token, key)) entry[key] = *value;
      }
    }
    if (id) entry["id"] = *id;
    order_.push_back(*text);
    return {};
  }

  // A piece of the vocabulary has its line's id; others get the next ones.
  Result<void> give_ids() {
    std::uint64_t next = lines_;
    for (const auto& [text, entry] : added_) {
      if (const Json* id = find(entry, "id")) next = std::max(next, *as_unsigned(*id) + 1);
    }
    for (const std::string& text : order_) {
      Json& entry = added_.at(text);
      const auto known = vocabulary_.find(text);
      if (known != vocabulary_.end() && !entry.contains("id")) entry["id"] = known->second;
      if (!entry.contains("id")) entry["id"] = next++;
    }
    for (const SpecialToken& special : kSpecialTokens) {
      if (!special.is_needed) continue;
      const std::string& text = names_[special.key];
      if (!vocabulary_.contains(text)) {
        return bad({"vocab.txt does not hold ", in_quotes(text), ", the ", special.key});
      }
    }
    return {};
  }

  Json document(ModelLists& lists) {
    // The reader numbers those that the vocabulary lacks in their order.
    std::vector<std::pair<std::uint64_t, std::size_t>> by_id;
    by_id.reserve(order_.size());
    for (const std::string& text : order_) {
      by_id.emplace_back(as_unsigned(added_.at(text)["id"]).value_or(0), by_id.size());
    }
    heap_sort(by_id);
    Json added = Json::array();
    for (const auto& [id, at] : by_id) added.push_back(added_.at(order_[at]));
    Json file = skeleton();
    file["added_tokens"] = std::move(added);
    file["normalizer"] = std::move(normaliser_);
    for (const auto& [key, name] : {std::pair("cls", "cls_token"), std::pair("sep", "sep_token")}) {
      Json& pair = file["post_processor"][key];
      pair.push_back(names_[name]);
      pair.push_back(vocabulary_.at(names_[name]));
    }
    Json& model = file["model"];
    model["unk_token"] = names_["unk_token"];
    model["vocab"] = Json::object();
    for (const auto& [piece, line] : vocabulary_) lists.add_piece(piece, line);
    return file;
  }

  Json config_, specials_, old_added_, normaliser_;
  bool lists_added_ = false;
  std::map<std::string, std::uint32_t> vocabulary_;
  std::uint32_t lines_ = 0;
  std::map<std::string, Json> added_;
  std::vector<std::string> order_;
  std::map<std::string, std::string> names_;
};

}  // namespace

Result<Json> tokenizer_of_vocabulary(const VocabularyFiles& files, ModelLists& lists,
                                     std::optional<std::string>& mask) {
  return Maker().make(files, lists, mask);
}

}  // namespace attnscope
