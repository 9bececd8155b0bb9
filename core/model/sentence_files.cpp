#include "model/sentence_files.h"

#include <algorithm>
#include <optional>

#include "base/json.h"
#include "base/printable.h"

namespace attnscope {
namespace {

constexpr std::string_view kSentenceBert = "sentence_bert_config.json";
constexpr std::string_view kSentenceTransformers = "config_sentence_transformers.json";

std::string says(std::string_view file, std::string_view key, const Json& value) {
  return std::string(file) + ": \"" + std::string(key) + "\" is " + value_text(value);
}

std::unexpected<Error> bad(std::string_view file, std::string_view key, const Json& value,
                           std::string_view expected) {
  return fail(ErrorCode::kBadModel, says(file, key, value) + "; expected " + std::string(expected));
}

std::unexpected<Error> unsupported(std::string_view file, std::string_view key, const Json& value,
                                   std::string_view supported) {
  return fail(ErrorCode::kUnsupported,
              says(file, key, value) + "; only " + std::string(supported) + " is supported");
}

Result<Json> read_object(std::string_view text, std::string_view file) {
  auto json = parse_json(text, file);
  if (json && !json->is_object()) {
    return fail(ErrorCode::kBadModel, std::string(file) + " must be a JSON object");
  }
  return json;
}

// Arguments that are handed on to the reference's loaders; these do not change the numbers.
bool is_harmless(const Json& arguments) {
  constexpr std::string_view kHarmless[] = {"attn_implementation", "trust_remote_code"};
  if (arguments.is_null()) return true;
  if (!arguments.is_object()) return false;
  for (auto it = arguments.begin(); it != arguments.end(); ++it) {
    if (std::ranges::find(kHarmless, it.key()) == std::end(kHarmless)) return false;
  }
  return true;
}

// Keys of sentence_bert_config.json that choose what is computed.
Result<void> check_transformer(const Json& json) {
  const Json text_only = {
      {"text", {{"method", "forward"}, {"method_output_name", "last_hidden_state"}}}};
  const std::pair<const char*, Json> fixed[] = {{"transformer_task", "feature-extraction"},
                                                {"module_output_name", "token_embeddings"},
                                                {"modality_config", text_only}};
  for (const auto& [key, only] : fixed) {
    const Json* value = find(json, key);
    if (value && *value != only) return unsupported(kSentenceBert, key, *value, only.dump());
  }
  if (const Json* other = find(json, "tokenizer_name_or_path"); other && !other->is_null()) {
    return unsupported(kSentenceBert, "tokenizer_name_or_path", *other, "the folder's own");
  }
  if (const Json* asked = find(json, "processing_kwargs");
      asked && !asked->is_null() && !(asked->is_object() && asked->empty())) {
    return unsupported(kSentenceBert, "processing_kwargs", *asked, "{}");
  }
  for (const char* key : {"model_args", "model_kwargs", "tokenizer_args", "processor_kwargs",
                          "config_args", "config_kwargs"}) {
    const Json* value = find(json, key);
    if (value && !is_harmless(*value)) return unsupported(kSentenceBert, key, *value, "{}");
  }
  return {};
}

Result<void> read_sentence_bert(std::string_view text, SentenceSettings& to) {
  const auto json = read_object(text, kSentenceBert);
  if (!json) return std::unexpected(json.error());
  if (const Json* most = find(*json, "max_seq_length"); most && !most->is_null()) {
    to.max_tokens = as_limit(*most);
    if (!to.max_tokens)
      return bad(kSentenceBert, "max_seq_length", *most, "a whole number from 1 or null");
  }
  if (const Json* lower = find(*json, "do_lower_case"); lower && !lower->is_null()) {
    if (!lower->is_boolean()) return bad(kSentenceBert, "do_lower_case", *lower, "true or false");
    to.lowercase = lower->get<bool>();
  }
  return check_transformer(*json);
}

// Two names that the reference always knows; a model that has no such prompt puts nothing there.
bool is_standard(std::string_view name) { return name == "query" || name == "document"; }

Result<void> read_prompts(std::string_view text, Prompts& to) {
  const auto json = read_object(text, kSentenceTransformers);
  if (!json) return std::unexpected(json.error());
  if (const Json* type = find(*json, "model_type");
      type && !type->is_null() && *type != "SentenceTransformer") {
    return unsupported(kSentenceTransformers, "model_type", *type, "\"SentenceTransformer\"");
  }
  if (const Json* prompts = find(*json, "prompts"); prompts && !prompts->is_null()) {
    if (!prompts->is_object())
      return bad(kSentenceTransformers, "prompts", *prompts, "an object of names and texts");
    for (auto it = prompts->begin(); it != prompts->end(); ++it) {
      if (!it->is_string() && !it->is_null())
        return bad(kSentenceTransformers, "prompts." + printable(it.key()), *it, "a string");
      to.named.push_back({it.key(), it->is_null() ? std::string() : it->get<std::string>()});
    }
  }
  const Json* name = find(*json, "default_prompt_name");
  if (name == nullptr || name->is_null()) return {};
  if (!name->is_string())
    return bad(kSentenceTransformers, "default_prompt_name", *name, "a prompt's name or null");
  to.default_name = name->get<std::string>();
  if (const auto known = to.find(*to.default_name); !known && !is_standard(*to.default_name)) {
    return bad(kSentenceTransformers, "default_prompt_name", *name, "one of its \"prompts\"");
  }
  return {};
}

}  // namespace

Result<std::string_view> Prompts::find(std::string_view name) const {
  std::string known;
  for (const Prompt& prompt : named) {
    if (prompt.name == name) return prompt.text;
    known += (known.empty() ? "" : ", ") + in_quotes(prompt.name);
  }
  return fail(ErrorCode::kBadInput,
              "there is no prompt " + in_quotes(name) + "; " +
                  (known.empty() ? "this model has none" : "this model has " + known));
}

std::string_view Prompts::default_text() const {
  return default_name ? find(*default_name).value_or(std::string_view()) : std::string_view();
}

Result<SentenceSettings> read_sentence_settings(std::string_view sentence_bert,
                                                std::string_view sentence_transformers) {
  SentenceSettings settings;
  if (!sentence_bert.empty()) {
    if (auto done = read_sentence_bert(sentence_bert, settings); !done)
      return std::unexpected(std::move(done.error()));
  }
  if (!sentence_transformers.empty()) {
    if (auto done = read_prompts(sentence_transformers, settings.prompts); !done)
      return std::unexpected(std::move(done.error()));
  }
  return settings;
}

}  // namespace attnscope
