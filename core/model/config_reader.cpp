#include "model/config_reader.h"

namespace attnscope {
namespace {

// The largest values taken for sane. No published encoder comes near; above, a product of two
// sizes could mean terabytes.
constexpr std::size_t kMostHeads = 1024;
constexpr std::size_t kMostWidth = 65'536;
constexpr std::size_t kMostFeedForward = 262'144;
constexpr std::size_t kMostWords = std::size_t{1} << 24;
constexpr std::size_t kMostPositions = std::size_t{1} << 20;
constexpr std::size_t kMostTypes = 1024;

}  // namespace

const Json* ConfigReader::find(std::string_view key) const { return attnscope::find(json_, key); }

std::string ConfigReader::found(std::string_view key) const {
  const Json* value = find(key);
  return "config.json: \"" + std::string(key) + "\" " +
         (value ? "is " + value_text(*value) : "is missing");
}

void ConfigReader::wrong(std::string_view key, const std::string& expected) {
  if (!problem_) problem_ = {ErrorCode::kBadModel, found(key) + "; expected " + expected};
}

void ConfigReader::refuse(std::string_view key, std::string_view supported) {
  if (!problem_) {
    problem_ = {ErrorCode::kUnsupported,
                found(key) + "; only " + std::string(supported) + " is supported"};
  }
}

void ConfigReader::contradiction(const std::string& what) {
  if (!problem_) problem_ = {ErrorCode::kBadModel, "config.json: " + what};
}

bool ConfigReader::has(std::string_view key) const {
  const Json* value = find(key);
  return value != nullptr && !value->is_null();
}

bool ConfigReader::has_entries(std::string_view key) const {
  const Json* value = find(key);
  return value != nullptr && !value->empty();
}

std::size_t ConfigReader::size(std::string_view key, std::size_t most, std::size_t least) {
  const Json* value = find(key);
  const auto number = value ? as_unsigned(*value) : std::nullopt;
  if (number && *number >= least && *number <= most) return static_cast<std::size_t>(*number);
  wrong(key, "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  return 1;
}

std::size_t ConfigReader::size_or(std::string_view key, std::size_t most, std::size_t fallback,
                                  std::size_t least) {
  return has(key) ? size(key, most, least) : fallback;
}

std::size_t ConfigReader::heads(std::string_view key) { return size(key, kMostHeads); }
std::size_t ConfigReader::model_width(std::string_view key) { return size(key, kMostWidth); }
std::size_t ConfigReader::inner_width(std::string_view key) { return size(key, kMostFeedForward); }
std::size_t ConfigReader::positions(std::string_view key) { return size(key, kMostPositions); }
std::size_t ConfigReader::vocabulary(std::string_view key) { return size(key, kMostWords); }

double ConfigReader::epsilon(std::string_view key, double fallback) {
  const Json* value = find(key);
  const double number = !value ? fallback : value->is_number() ? value->get<double>() : 0.0;
  // Asked of the float, where 1e-60 has become 0 and 0.99999999 has become 1.
  const auto rounded = static_cast<float>(number);
  if (!(rounded > 0 && rounded < 1)) wrong(key, "a number between 0 and 1");
  return number;
}

std::string ConfigReader::text(std::string_view key, std::string_view fallback) {
  const Json* value = find(key);
  if (!value) return std::string(fallback);
  if (value->is_string()) return value->get<std::string>();
  wrong(key, "a string");
  return std::string(fallback);
}

bool ConfigReader::flag(std::string_view key, bool fallback) {
  const Json* value = find(key);
  if (!value) return fallback;
  if (value->is_boolean()) return value->get<bool>();
  wrong(key, "true or false");
  return fallback;
}

Activation ConfigReader::activation(std::string_view key, std::string_view fallback) {
  return activation_named(key, text(key, fallback));
}

Activation ConfigReader::activation_named(std::string_view key, std::string_view name) {
  const auto known = find_activation(name);
  if (!known) refuse(key, "one of " + activation_names());
  return known.value_or(Activation::kGelu);
}

void ConfigReader::divide_into_heads(std::size_t width, StackFacts& stack) {
  if (width % stack.heads != 0) {
    contradiction("the width " + std::to_string(width) + " does not divide into " +
                  std::to_string(stack.heads) + " heads of equal width");
  }
  stack.head_width = width / stack.heads;
}

void read_encoder(ConfigReader& config, Facts& facts, const EncoderKeys& keys) {
  facts.encoder.layers = config.size(keys.layers, kMostLayers);
  facts.encoder.heads = config.heads(keys.heads);
  facts.width = config.model_width(keys.width);
  facts.encoder.feed_forward = config.inner_width(keys.feed_forward);
  facts.vocabulary = config.vocabulary("vocab_size");
  facts.position_rows = config.positions("max_position_embeddings");
  if (!keys.types.empty()) facts.type_rows = config.size(keys.types, kMostTypes, keys.least_types);
  facts.position_kind = PositionKind::kLearned;
  facts.norm_place = NormPlace::kPost;
  facts.embedding_width = facts.width;
  facts.encoder.layer_groups = facts.encoder.layers;
  config.divide_into_heads(facts.width, facts.encoder);
  // Google's first BERT files have no such key; their code says 1e-12.
  facts.layer_norm_epsilon = keys.epsilon.empty() ? 1e-12 : config.epsilon(keys.epsilon, 1e-12);
  facts.activation = config.activation(keys.activation, keys.default_activation);

  if (config.text("position_embedding_type", "absolute") != "absolute")
    config.refuse("position_embedding_type", "\"absolute\"");
  for (const char* key : {"is_decoder", "add_cross_attention"}) {
    if (config.flag(key, false)) config.refuse(key, "an encoder");
  }
  if (config.has_entries("pruned_heads")) config.refuse("pruned_heads", "a model with all heads");
}

void read_embedding_width(ConfigReader& config, Facts& facts) {
  facts.embedding_width = config.size_or("embedding_size", kMostWidth, facts.width);
}

}  // namespace attnscope
