#include "text/tokenizer_settings.h"

#include <algorithm>

#include "base/json.h"
#include "base/printable.h"

namespace attnscope {
namespace {

std::unexpected<Error> bad(std::string_view key, const Json& value, const char* expected) {
  return fail(ErrorCode::kBadModel, "tokenizer_config.json: \"" + std::string(key) + "\" is " +
                                        value_text(value) + "; expected " + expected);
}

std::unexpected<Error> unsupported(std::string_view key, const Json& value, const char* supported) {
  return fail(ErrorCode::kUnsupported, "tokenizer_config.json: \"" + std::string(key) + "\" is " +
                                           value_text(value) + "; only " + supported +
                                           " is supported");
}

const Json* find_set(const Json& json, std::string_view key) {
  const Json* value = find(json, key);
  return value == nullptr || value->is_null() ? nullptr : value;
}

class Reader {
 public:
  explicit Reader(const Json& json) : json_(json) {}

  Result<TokenizerSettings> read() {
    for (const auto step : {&Reader::read_class, &Reader::read_switches, &Reader::read_limit,
                            &Reader::read_inputs, &Reader::read_named, &Reader::read_added}) {
      if (auto done = (this->*step)(); !done) return std::unexpected(std::move(done.error()));
    }
    return std::move(settings_);
  }

 private:
  // Classes of one behaviour; "Fast" at the end is the same class.
  Result<void> read_class() {
    const Json* value = find_set(json_, "tokenizer_class");
    if (value == nullptr) return {};
    if (!value->is_string()) return bad("tokenizer_class", *value, "a string");
    std::string_view name = value->get_ref<const std::string&>();
    if (name.ends_with("Fast")) name.remove_suffix(4);
    constexpr std::string_view kBert[] = {"BertTokenizer", "DistilBertTokenizer",
                                          "ElectraTokenizer"};
    constexpr std::string_view kPlain[] = {"PreTrainedTokenizer", "TokenizersBackend",
                                           "MarianTokenizer", "T5Tokenizer"};
    is_bert_ = std::ranges::find(kBert, name) != std::end(kBert);
    settings_.one_type = name == "DistilBertTokenizer";
    if (name == "RobertaTokenizer") settings_.bytes = {false, true};
    if (name == "GPT2Tokenizer") settings_.bytes = {false, std::nullopt};
    if (name == "AlbertTokenizer") settings_.albert = {true, false, true};
    if (is_bert_ || settings_.bytes || settings_.albert ||
        std::ranges::find(kPlain, name) != std::end(kPlain)) {
      return {};
    }
    return unsupported(
        "tokenizer_class", *value,
        "BertTokenizer, RobertaTokenizer, GPT2Tokenizer, AlbertTokenizer, T5Tokenizer "
        "or MarianTokenizer");
  }

  Result<void> read_switches() {
    std::optional<bool> lower, strip, chinese, split, prefix, trim, keep;
    for (const auto& [key, to] :
         {std::pair("do_lower_case", &lower), std::pair("strip_accents", &strip),
          std::pair("tokenize_chinese_chars", &chinese), std::pair("split_special_tokens", &split),
          std::pair("add_prefix_space", &prefix), std::pair("trim_offsets", &trim),
          std::pair("keep_accents", &keep)}) {
      const Json* value = find_set(json_, key);
      if (value == nullptr) continue;
      if (!value->is_boolean()) return bad(key, *value, "true or false");
      *to = value->get<bool>();
    }
    if (split.value_or(false)) {
      return unsupported("split_special_tokens", *find(json_, "split_special_tokens"), "false");
    }
    if (auto& bytes = settings_.bytes) {
      bytes->add_prefix_space = prefix.value_or(false);
      if (bytes->trim_offsets) bytes->trim_offsets = trim.value_or(true);
    }
    if (settings_.albert) {
      settings_.albert = {lower.value_or(true), keep.value_or(false), prefix.value_or(true)};
    }
    if (!is_bert_) return {};
    const bool lowercase = lower.value_or(true);
    settings_.switches = {lowercase, strip.value_or(lowercase), chinese.value_or(true)};
    return {};
  }

  Result<void> read_limit() {
    for (const char* key : {"model_max_length", "max_len"}) {
      const Json* most = find_set(json_, key);
      if (most == nullptr) continue;
      settings_.max_tokens = as_limit(*most);
      if (!settings_.max_tokens) return bad(key, *most, "a whole number from 1");
      break;
    }
    if (const Json* side = find_set(json_, "truncation_side")) {
      if (*side != "left" && *side != "right")
        return bad("truncation_side", *side, "\"left\" or \"right\"");
      settings_.cuts_left = *side == "left";
    }
    return {};
  }

  Result<void> read_inputs() {
    const Json* names = find_set(json_, "model_input_names");
    if (names == nullptr) return {};
    const bool strings = names->is_array() &&
                         std::ranges::all_of(*names, [](auto& name) { return name.is_string(); });
    if (!strings) return bad("model_input_names", *names, "an array of strings");
    settings_.one_type = std::ranges::find(*names, Json("token_type_ids")) == names->end();
    return {};
  }

  // A token as a string, or as an object with its content.
  Result<void> add_named(const std::string& where, const Json& value) {
    const Json* content = value.is_object() ? find(value, "content") : &value;
    if (content == nullptr || !content->is_string()) return bad(where, value, "a token");
    settings_.named.push_back({where, content->get<std::string>(), {}, where == "unk_token"});
    return {};
  }

  Result<void> read_named() {
    for (const char* key : {"bos_token", "eos_token", "unk_token", "sep_token", "pad_token",
                            "cls_token", "mask_token"}) {
      const Json* value = find_set(json_, key);
      if (value == nullptr) continue;
      if (auto done = add_named(key, *value); !done) return done;
      const auto& named = settings_.named.back();
      if (named.where == "mask_token") settings_.mask = named.content;
    }
    for (const char* key : {"additional_special_tokens", "extra_special_tokens"}) {
      const Json* list = find_set(json_, key);
      if (list == nullptr) continue;
      if (!list->is_structured()) return bad(key, *list, "an array of tokens");
      for (const Json& value : *list) {
        if (auto done = add_named(key, value); !done) return done;
      }
    }
    return {};
  }

  Result<void> read_added() {
    const Json* added = find_set(json_, "added_tokens_decoder");
    if (added == nullptr) return {};
    if (!added->is_object()) return bad("added_tokens_decoder", *added, "an object");
    for (auto it = added->begin(); it != added->end(); ++it) {
      const auto key = "added_tokens_decoder." + printable(it.key());
      const auto id = parse_json(it.key(), "tokenizer_config.json");
      const auto number = id ? as_unsigned(*id) : std::nullopt;
      if (!number) return bad(key, *it, "a token under its id");
      if (auto done = add_named(key, *it); !done) return done;
      settings_.named.back().id = number;
    }
    return {};
  }

  const Json& json_;
  bool is_bert_ = true;
  TokenizerSettings settings_;
};

}  // namespace

Result<TokenizerSettings> read_tokenizer_settings(std::string_view json) {
  if (json.empty()) return TokenizerSettings{};
  const auto root = parse_json(json, "tokenizer_config.json");
  if (!root) return std::unexpected(root.error());
  if (!root->is_object())
    return fail(ErrorCode::kBadModel, "tokenizer_config.json must be a JSON object");
  return Reader(*root).read();
}

}  // namespace attnscope
