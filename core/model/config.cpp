#include "model/config.h"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/printable.h"
#include "model/architecture.h"

namespace attnscope {
namespace {

using Problem = std::optional<Error>;

std::string value_text(const Json& value) { return printable(value.dump()); }

Error wrong(std::string_view key, const Json* value, const std::string& expected) {
  const std::string found = value ? "is " + value_text(*value) : "is missing";
  return {ErrorCode::kBadModel,
          "config.json: \"" + std::string(key) + "\" " + found + "; expected " + expected};
}

Error unsupported(const std::string& what) { return {ErrorCode::kUnsupported, what}; }

// A string member; `fallback` where it is not there.
Result<std::string> read_string(const Json& json, std::string_view key, std::string_view fallback) {
  const Json* value = find(json, key);
  if (!value) return std::string(fallback);
  if (!value->is_string()) return std::unexpected(wrong(key, value, "a string"));
  return value->get<std::string>();
}

Result<const Architecture*> read_architecture(const Json& json) {
  const Json* type = find(json, "model_type");
  if (!type || !type->is_string())
    return std::unexpected(wrong("model_type", type, "a string such as \"bert\""));
  const auto& family = type->get_ref<const std::string&>();
  if (const Architecture* architecture = find_architecture(family)) return architecture;
  std::string known;
  for (const Architecture& architecture : architectures())
    known += " " + std::string(architecture.family);
  return std::unexpected(unsupported("config.json: the model type " + in_quotes(family) +
                                     " is not supported; these are:" + known));
}

Problem read_sizes(const Json& json, std::span<const SizeRow> rows, Config& config) {
  for (const SizeRow& row : rows) {
    const Json* value = find(json, row.key);
    const auto number = value ? as_unsigned(*value) : std::nullopt;
    if (!number || *number == 0 || *number > row.most) {
      return wrong(row.key, value, "a whole number from 1 to " + std::to_string(row.most));
    }
    config.*row.member = static_cast<std::size_t>(*number);
  }
  if (config.width % config.heads != 0) {
    return Error{ErrorCode::kBadModel, "config.json: the width " + std::to_string(config.width) +
                                           " does not divide into " + std::to_string(config.heads) +
                                           " heads of equal width"};
  }
  config.head_width = config.width / config.heads;
  return {};
}

Problem read_epsilon(const Json& json, Config& config) {
  const Json* value = find(json, "layer_norm_eps");
  // Google's first BERT files have no such key; their code says 1e-12.
  const double epsilon = !value ? 1e-12 : value->is_number() ? value->get<double>() : 0.0;
  config.layer_norm_epsilon = epsilon;
  // Asked of the float, where 1e-60 has become 0 and 0.99999999 has become 1.
  const auto rounded = static_cast<float>(epsilon);
  if (rounded > 0 && rounded < 1) return {};
  return wrong("layer_norm_eps", value, "a number between 0 and 1");
}

// Keys that change what the numbers mean, in ways that are not done here.
Problem check_behaviour(const Json& json) {
  const auto activation = read_string(json, "hidden_act", "gelu");
  if (!activation) return activation.error();
  if (*activation != "gelu") {
    return unsupported("config.json: \"hidden_act\" is " + in_quotes(*activation) +
                       "; only \"gelu\" (the exact one) is supported");
  }
  const auto positions = read_string(json, "position_embedding_type", "absolute");
  if (!positions) return positions.error();
  if (*positions != "absolute") {
    return unsupported("config.json: \"position_embedding_type\" is " + in_quotes(*positions) +
                       "; only \"absolute\" is supported");
  }
  for (const char* key : {"is_decoder", "add_cross_attention"}) {
    const Json* value = find(json, key);
    if (!value) continue;
    if (!value->is_boolean()) return wrong(key, value, "true or false");
    if (value->get<bool>())
      return unsupported(std::string("config.json: \"") + key +
                         "\" is true; only encoders are supported");
  }
  if (const Json* pruned = find(json, "pruned_heads"); pruned && !pruned->empty()) {
    return unsupported("config.json: \"pruned_heads\" is " + value_text(*pruned) +
                       "; pruned models are not supported");
  }
  return {};
}

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

Problem read_pooling(std::string_view text, Config& config) {
  const auto json = parse_json(text, "the pooling config");
  if (!json) return json.error();
  if (!json->is_object())
    return Error{ErrorCode::kBadModel, "the pooling config must be a JSON object"};
  for (const char* key : {"word_embedding_dimension", "embedding_dimension"}) {
    const Json* value = find(*json, key);
    if (value && as_unsigned(*value) != config.width) {
      return Error{ErrorCode::kBadModel, std::string("the pooling config: \"") + key + "\" is " +
                                             value_text(*value) + ", but config.json says " +
                                             std::to_string(config.width)};
    }
  }
  if (const Json* prompt = find(*json, "include_prompt"); prompt && !prompt->is_null()) {
    if (!prompt->is_boolean())
      return Error{ErrorCode::kBadModel, "the pooling config: \"include_prompt\" is " +
                                             value_text(*prompt) + "; expected true or false"};
    config.pool_prompt = prompt->get<bool>();
  }
  const auto modes = pooling_modes(*json);
  if (modes.size() == 1) {
    for (const PoolingRow& row : kPoolings) {
      if (modes[0] != row.key && modes[0] != row.name) continue;
      config.pooling = row.pooling;
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

Result<Config> parse_config(const ConfigFiles& files) {
  const auto json = parse_json(files.config, "config.json");
  if (!json) return std::unexpected(json.error());
  if (!json->is_object()) return fail(ErrorCode::kBadModel, "config.json must be a JSON object");
  const auto architecture = read_architecture(*json);
  if (!architecture) return std::unexpected(architecture.error());

  Config config;
  config.family = (*architecture)->family;
  if (auto problem = read_sizes(*json, (*architecture)->sizes, config))
    return std::unexpected(*problem);
  config.max_tokens = config.positions;
  if (auto problem = read_epsilon(*json, config)) return std::unexpected(*problem);
  if (auto problem = check_behaviour(*json)) return std::unexpected(*problem);

  const auto modules = read_modules(files.modules);
  if (!modules) return std::unexpected(modules.error());
  config.normalize = modules->normalizes;
  if (!files.pooling.empty()) {
    if (auto problem = read_pooling(files.pooling, config)) return std::unexpected(*problem);
  } else if (modules->pools) {
    // Guessing the mean here would give other vectors without a word.
    return fail(ErrorCode::kBadModel,
                "modules.json names a Pooling module, but its config.json was not given");
  }
  return config;
}

}  // namespace attnscope
