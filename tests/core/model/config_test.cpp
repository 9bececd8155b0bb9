#include "families/families.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>

#include "base/json.h"
#include "support/tiny_model.h"

using namespace attnscope;
using namespace attnscope::test;
using Catch::Matchers::ContainsSubstring;

namespace {

// The tiny model's config.json with one member set to `value`, a JSON text.
std::string config_with(const char* key, const char* value) {
  Json json = parse_json(kTinyConfig, "a config").value();
  json[key] = parse_json(value, "a config").value();
  return json.dump();
}

std::string config_without(const char* key) {
  Json json = parse_json(kTinyConfig, "a config").value();
  json.erase(key);
  return json.dump();
}

std::string pooling_with(const char* key, const char* value) {
  Json json = parse_json(kTinyPooling, "a config").value();
  json[key] = parse_json(value, "a config").value();
  return json.dump();
}

std::string modules_of(std::initializer_list<const char*> types) {
  Json json = Json::array();
  for (const char* type : types)
    json.push_back({{"type", std::string("sentence_transformers.models.") + type}});
  return json.dump();
}

// The refusal of `files`; the good ones must then still be read.
Error refusal_of(const ConfigFiles& files) {
  const auto config = read_facts(files);
  REQUIRE_FALSE(config);
  REQUIRE(read_facts({kTinyConfig, kTinyModules, kTinyPooling}));
  return config.error();
}

}  // namespace

TEST_CASE("config: the sizes of a model are read", "[model][config]") {
  const auto config = read_facts({kTinyConfig, kTinyModules, kTinyPooling});
  REQUIRE(config);
  CHECK(config->family == "bert");
  CHECK(config->first().layers == 2);
  CHECK(config->first().heads == 2);
  CHECK(config->width == 8);
  CHECK(config->first().head_width == 4);
  CHECK(config->first().feed_forward == 16);
  CHECK(config->vocabulary == 12);
  CHECK(config->max_tokens == 16);
  CHECK(config->type_rows == 2);
  CHECK(config->layer_norm_epsilon == 1e-12);
}

TEST_CASE("config: how places come in, and where norms stand", "[model][config]") {
  const auto config = read_facts({kTinyConfig, {}, {}});
  REQUIRE(config);
  CHECK(position_kind_name(config->position_kind) == "learned");
  CHECK(norm_place_name(config->norm_place) == "post");
  CHECK_FALSE(config->uncounted_token);

  const std::string sines =
      R"({"model_type": "distilbert", "n_layers": 1, "n_heads": 2, "dim": 8, "hidden_dim": 16,
          "vocab_size": 12, "max_position_embeddings": 16, "sinusoidal_pos_embds": true})";
  const auto computed = read_facts({sines, {}, {}});
  REQUIRE(computed);
  CHECK(position_kind_name(computed->position_kind) == "sinusoidal");
}

TEST_CASE("config: without the pooling files the mean is taken and normalised", "[model][config]") {
  const auto config = read_facts({kTinyConfig, {}, {}});
  REQUIRE(config);
  CHECK(config->pooling == Pooling::kMean);
  CHECK(config->normalize);
}

TEST_CASE("config: keys with one meaning when absent may be absent", "[model][config]") {
  const char* key = GENERATE("layer_norm_eps", "hidden_act", "position_embedding_type");
  CAPTURE(key);
  const std::string text = config_without(key);
  const auto config = read_facts({text, {}, {}});
  REQUIRE(config);
  CHECK(config->layer_norm_epsilon == 1e-12);
}

TEST_CASE("config: code-like and unknown keys are ignored", "[model][config]") {
  const std::string text = config_with("auto_map", R"({"AutoModel": "evil.py--os.system"})");
  CHECK(read_facts({text, {}, {}}));
  CHECK(read_facts({config_with("chat_template", "\"{{ cycler.__init__ }}\""), {}, {}}));
}

TEST_CASE("config: a missing size is named", "[model][config]") {
  const char* key =
      GENERATE("num_hidden_layers", "num_attention_heads", "hidden_size", "intermediate_size",
               "vocab_size", "max_position_embeddings", "type_vocab_size", "model_type");
  const Error error = refusal_of({config_without(key), {}, {}});
  CHECK(error.code == ErrorCode::kBadModel);
  CHECK_THAT(error.message, ContainsSubstring(std::string("\"") + key + "\" is missing"));
}

TEST_CASE("config: a size that is no sane whole number is named with its value",
          "[model][config]") {
  const char* key =
      GENERATE("num_hidden_layers", "num_attention_heads", "hidden_size", "intermediate_size",
               "vocab_size", "max_position_embeddings", "type_vocab_size");
  const char* value = GENERATE("0", "-1", "2.0", "2.5", "\"2\"", "null", "true", "[2]",
                               "1000000000", "4294967298", "18446744073709551615");
  CAPTURE(key, value);
  const std::string text = config_with(key, value);
  const Error error = refusal_of({text, {}, {}});
  CHECK(error.code == ErrorCode::kBadModel);
  CHECK_THAT(error.message, ContainsSubstring(std::string("\"") + key + "\" is"));
}

TEST_CASE("config: heads must divide the width", "[model][config]") {
  const Error error = refusal_of({config_with("num_attention_heads", "3"), {}, {}});
  CHECK(error.code == ErrorCode::kBadModel);
  CHECK_THAT(error.message, ContainsSubstring("8 does not divide into 3 heads"));
}

TEST_CASE("config: epsilon is a number between 0 and 1, also as a float", "[model][config]") {
  const char* value = GENERATE("0", "0.0", "-1e-12", "1", "1.5", "1e300", "1e-60", "0.999999999999",
                               "\"1e-12\"", "null");
  CAPTURE(value);
  const Error error = refusal_of({config_with("layer_norm_eps", value), {}, {}});
  CHECK(error.code == ErrorCode::kBadModel);
  CHECK_THAT(error.message, ContainsSubstring("layer_norm_eps"));
}

TEST_CASE("config: NaN is not JSON and is refused", "[model][config]") {
  CHECK(refusal_of({R"({"model_type": "bert", "layer_norm_eps": NaN})", {}, {}}).code ==
        ErrorCode::kBadModel);
}

TEST_CASE("config: another activation is unsupported, by its name", "[model][config]") {
  const std::string name = GENERATE("gelu_10", "tanh", "mish", "GELU", "");
  const Error error = refusal_of({config_with("hidden_act", ('"' + name + '"').c_str()), {}, {}});
  CHECK(error.code == ErrorCode::kUnsupported);
  CHECK_THAT(error.message, ContainsSubstring("\"hidden_act\" is \"" + name + '"'));
}

TEST_CASE("config: relative positions are unsupported", "[model][config]") {
  const Error error =
      refusal_of({config_with("position_embedding_type", "\"relative_key_query\""), {}, {}});
  CHECK(error.code == ErrorCode::kUnsupported);
  CHECK_THAT(error.message, ContainsSubstring("relative_key_query"));
}

TEST_CASE("config: decoders are unsupported, and said not to be one is fine", "[model][config]") {
  const char* key = GENERATE("is_decoder", "add_cross_attention");
  CHECK(refusal_of({config_with(key, "true"), {}, {}}).code == ErrorCode::kUnsupported);
  CHECK(refusal_of({config_with(key, "1"), {}, {}}).code == ErrorCode::kBadModel);
  CHECK(read_facts({config_with(key, "false"), {}, {}}));
}

TEST_CASE("config: pruned heads are unsupported, an empty list of them is fine",
          "[model][config]") {
  CHECK(refusal_of({config_with("pruned_heads", R"({"0": [1]})"), {}, {}}).code ==
        ErrorCode::kUnsupported);
  CHECK(read_facts({config_with("pruned_heads", "{}"), {}, {}}));
}

TEST_CASE("config: another family is unsupported, by its name, with those that are",
          "[model][config]") {
  const Error error = refusal_of({config_with("model_type", "\"xlnet\""), {}, {}});
  CHECK(error.code == ErrorCode::kUnsupported);
  CHECK_THAT(error.message, ContainsSubstring("\"xlnet\"") && ContainsSubstring("bert"));
}

TEST_CASE("config: a file that is no JSON object is refused", "[model][config]") {
  const char* text = GENERATE("", "[]", "null", "{", "<html>",
                              "{\"model_type\":\"bert\",\"model_type\":\"bert\"}");
  CAPTURE(text);
  CHECK(refusal_of({text, {}, {}}).code == ErrorCode::kBadModel);
}

TEST_CASE("config: modules.json decides whether the result is normalised", "[model][config]") {
  CHECK(read_facts({kTinyConfig, modules_of({"Transformer", "Pooling", "Normalize"}), kTinyPooling})
            ->normalize);
  CHECK_FALSE(
      read_facts({kTinyConfig, modules_of({"Transformer", "Pooling"}), kTinyPooling})->normalize);
}

TEST_CASE("config: any other chain of modules is unsupported, by its names", "[model][config]") {
  const auto types =
      GENERATE(values<std::vector<const char*>>({{"Transformer", "Pooling", "Dense"},
                                                 {"Transformer", "Pooling", "Dense", "Normalize"},
                                                 {"Transformer"},
                                                 {"Transformer", "Normalize", "Pooling"},
                                                 {"CLIPModel"},
                                                 {"Transformer", "Pooling", "Pooling"}}));
  Json json = Json::array();
  for (const char* type : types)
    json.push_back({{"type", std::string("sentence_transformers.models.") + type}});
  const std::string text = json.dump();
  const Error error = refusal_of({kTinyConfig, text, kTinyPooling});
  CHECK(error.code == ErrorCode::kUnsupported);
  CHECK_THAT(error.message, ContainsSubstring(types.back()));
}

TEST_CASE("config: a broken modules.json is refused", "[model][config]") {
  const char* text = GENERATE("[", "[]", "{}", "[{}]", "[1]", "[{\"type\": 3}]", "null");
  CAPTURE(text);
  CHECK(refusal_of({kTinyConfig, text, kTinyPooling}).code == ErrorCode::kBadModel);
}

TEST_CASE("config: a pooling module whose config is not given is refused, not guessed",
          "[model][config]") {
  const Error error = refusal_of({kTinyConfig, kTinyModules, {}});
  CHECK(error.code == ErrorCode::kBadModel);
  CHECK_THAT(error.message, ContainsSubstring("Pooling"));
}

TEST_CASE("config: mean, cls and max pooling are read, as switches and as a name",
          "[model][config]") {
  const auto [text, pooling] = GENERATE(table<std::string, Pooling>(
      {{R"({"pooling_mode_mean_tokens": true})", Pooling::kMean},
       {R"({"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": false})", Pooling::kCls},
       {R"({"pooling_mode_max_tokens": true})", Pooling::kMax},
       {R"({"pooling_mode": "mean"})", Pooling::kMean},
       {R"({"pooling_mode": "cls", "embedding_dimension": 8})", Pooling::kCls},
       {R"({"pooling_mode": "max"})", Pooling::kMax}}));
  CAPTURE(text);
  const auto config = read_facts({kTinyConfig, {}, text});
  REQUIRE(config);
  CHECK(config->pooling == pooling);
}

TEST_CASE("config: several pooling modes, none, or another are unsupported", "[model][config]") {
  const std::string text =
      GENERATE(pooling_with("pooling_mode_cls_token", "true"),
               pooling_with("pooling_mode_mean_tokens", "false"),
               std::string(R"({"pooling_mode_lasttoken": true})"),
               std::string(R"({"pooling_mode_weightedmean_tokens": true})"),
               std::string(R"({"pooling_mode": "weightedmean"})"),
               std::string(R"({"pooling_mode": ["mean", "cls"]})"), std::string("{}"));
  CAPTURE(text);
  const Error error = refusal_of({kTinyConfig, {}, text});
  CHECK(error.code == ErrorCode::kUnsupported);
  CHECK_THAT(error.message, ContainsSubstring("exactly one of mean, cls and max"));
}

TEST_CASE("config: a pooling config of another width is refused", "[model][config]") {
  const Error error =
      refusal_of({kTinyConfig, {}, pooling_with("word_embedding_dimension", "384")});
  CHECK(error.code == ErrorCode::kBadModel);
  CHECK_THAT(error.message, ContainsSubstring("384") && ContainsSubstring("config.json says 8"));
}

TEST_CASE("config: a broken pooling config is refused", "[model][config]") {
  const char* text = GENERATE("[", "[]", "null", "<html>");
  CAPTURE(text);
  CHECK(refusal_of({kTinyConfig, {}, text}).code == ErrorCode::kBadModel);
}
