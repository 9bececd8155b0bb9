#include "model/pooling_files.h"

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/printable.h"

namespace attnscope {
namespace {

using Problem = std::optional<Error>;

Error unsupported(const std::string& what) { return {ErrorCode::kUnsupported, what}; }

// What modules.json (sentence-transformers) does after the encoder.
struct Modules {
  bool pools = false;
  bool normalizes = true;
};

Result<Modules> read_modules(std::string_view text) {
  if (text.empty()) return Modules{};
  const auto json = parse_json(text, "modules.json");
  if (!json) return std::unexpected(json.error());
  // Types are Python class paths; only the class tells what happens.
  std::string chain;
  if (json->is_array()) {
    for (const Json& module : *json) {
      const Json* type = find(module, "type");
      if (!type || !type->is_string())
        return fail(ErrorCode::kBadModel, "modules.json: a module has no \"type\"");
      const auto& path = type->get_ref<const std::string&>();
      const auto dot = path.rfind('.');
      const std::string name = dot == std::string::npos ? path : path.substr(dot + 1);
      chain += (chain.empty() ? "" : " ") + name;
    }
  }
  if (chain == "Transformer Pooling") return Modules{true, false};
  if (chain == "Transformer Pooling Normalize") return Modules{true, true};
  if (chain.empty())
    return fail(ErrorCode::kBadModel, "modules.json: expected an array of modules");
  return std::unexpected(unsupported(
      "modules.json: the modules are " + in_quotes(chain) +
      "; only \"Transformer Pooling\" and \"Transformer Pooling Normalize\" are supported"));
}

struct PoolingRow {
  std::string_view key;   // of 1_Pooling/config.json, as it was always written
  std::string_view name;  // the value of "pooling_mode" in newer files
  Pooling pooling;
};

constexpr PoolingRow kPoolings[] = {
    {"pooling_mode_mean_tokens", "mean", Pooling::kMean},
    {"pooling_mode_cls_token", "cls", Pooling::kCls},
    {"pooling_mode_max_tokens", "max", Pooling::kMax},
};

// The modes that the file switches on, by whatever name it gives them.
std::vector<std::string> pooling_modes(const Json& json) {
  std::vector<std::string> modes;
  for (auto it = json.begin(); it != json.end(); ++it) {
    const bool is_switch =
        it.key().starts_with("pooling_mode_") && it.value().is_boolean() && it.value().get<bool>();
    if (is_switch) modes.push_back(it.key());
    if (it.key() == "pooling_mode")
      modes.push_back(it.value().is_string() ? it.value().get<std::string>()
                                             : value_text(it.value()));
  }
  return modes;
}

Problem read_pooling(std::string_view text, Facts& facts) {
  const auto json = parse_json(text, "the pooling config");
  if (!json) return json.error();
  if (!json->is_object())
    return Error{ErrorCode::kBadModel, "the pooling config must be a JSON object"};
  for (const char* key : {"word_embedding_dimension", "embedding_dimension"}) {
    const Json* value = find(*json, key);
    if (value && as_unsigned(*value) != facts.width) {
      return Error{ErrorCode::kBadModel, std::string("the pooling config: \"") + key + "\" is " +
                                             value_text(*value) + ", but config.json says " +
                                             std::to_string(facts.width)};
    }
  }
  if (const Json* prompt = find(*json, "include_prompt"); prompt && !prompt->is_null()) {
    if (!prompt->is_boolean())
      return Error{ErrorCode::kBadModel, "the pooling config: \"include_prompt\" is " +
                                             value_text(*prompt) + "; expected true or false"};
    facts.pool_prompt = prompt->get<bool>();
  }
  const auto modes = pooling_modes(*json);
  if (modes.size() == 1) {
    for (const PoolingRow& row : kPoolings) {
      if (modes[0] != row.key && modes[0] != row.name) continue;
      facts.pooling = row.pooling;
      return {};
    }
  }
  std::string listed;
  for (const std::string& mode : modes) listed += (listed.empty() ? "" : ", ") + mode;
  return unsupported("the pooling config switches on " +
                     (modes.empty() ? std::string("no mode") : in_quotes(listed)) +
                     "; exactly one of mean, cls and max is supported");
}

}  // namespace

Result<void> read_pooling_files(std::string_view modules, std::string_view pooling, Facts& facts) {
  const auto named = read_modules(modules);
  if (!named) return std::unexpected(named.error());
  facts.normalize = named->normalizes;
  if (!pooling.empty()) {
    if (auto problem = read_pooling(pooling, facts)) return std::unexpected(*problem);
  } else if (named->pools) {
    // Guessing the mean here would give other vectors without a word.
    return fail(ErrorCode::kBadModel,
                "modules.json names a Pooling module, but its config.json was not given");
  }
  return {};
}

}  // namespace attnscope
