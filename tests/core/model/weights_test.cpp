#include "model/weights.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <limits>
#include <string>

#include "support/make_safetensors.h"
#include "support/tiny_model.h"

using namespace attnscope;
using namespace attnscope::test;
using Catch::Matchers::ContainsSubstring;

namespace {

const Config& tiny_config() {
  static const Config config = parse_config({kTinyConfig, {}, {}}).value();
  return config;
}

Result<Weights> load(const std::vector<TensorSpec>& tensors, int padding = -1) {
  return load_weights(to_buffer(make_safetensors(tensors, padding)), tiny_config());
}

TensorSpec& named(std::vector<TensorSpec>& tensors, const std::string& name) {
  return *std::ranges::find(tensors, name, &TensorSpec::name);
}

// The refusal of `tensors`; the good ones must then still load.
Error refusal_of(const std::vector<TensorSpec>& tensors) {
  const auto weights = load(tensors);
  REQUIRE_FALSE(weights);
  REQUIRE(load(tiny_tensors()));
  return weights.error();
}

// The element that tiny_tensors() made for tensor number `tensor`.
bool holds(ConstMatrix matrix, std::size_t tensor) {
  for (std::size_t i = 0; i < matrix.rows * matrix.cols; ++i) {
    if (matrix.at(i / matrix.cols, i % matrix.cols) != tiny_value(tensor, i)) return false;
  }
  return true;
}
bool holds(std::span<const float> values, std::size_t tensor, float center = 0) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] != center + tiny_value(tensor, i)) return false;
  }
  return true;
}

// Every number of the tiny model in its place; tensors count as they lie in the file.
void check_tiny(const Weights& weights) {
  CHECK((weights.word_embedding.rows == 12 && weights.word_embedding.cols == 8));
  CHECK((weights.position_embedding.rows == 16 && weights.type_embedding.rows == 2));
  CHECK(holds(weights.word_embedding, 0));
  CHECK(holds(weights.position_embedding, 1));
  CHECK(holds(weights.type_embedding, 2));
  CHECK(holds(weights.embedding_norm.gain, 3, 1));
  CHECK(holds(weights.embedding_norm.bias, 4));
  REQUIRE(weights.layers.size() == 2);
  for (std::size_t l = 0; l < 2; ++l) {
    CAPTURE(l);
    const LayerWeights& layer = weights.layers[l];
    std::size_t tensor = 5 + l * 16;
    for (const LinearWeights* linear :
         {&layer.query, &layer.key, &layer.value, &layer.attention_output}) {
      CHECK((linear->weight.rows == 8 && linear->weight.cols == 8 && linear->bias.size() == 8));
      CHECK(holds(linear->weight, tensor));
      CHECK(holds(linear->bias, tensor + 1));
      tensor += 2;
    }
    CHECK(holds(layer.attention_norm.gain, tensor, 1));
    CHECK(holds(layer.attention_norm.bias, tensor + 1));
    CHECK((layer.feed_forward_in.weight.rows == 16 && layer.feed_forward_in.weight.cols == 8));
    CHECK(holds(layer.feed_forward_in.weight, tensor + 2));
    CHECK(holds(layer.feed_forward_in.bias, tensor + 3));
    CHECK((layer.feed_forward_out.weight.rows == 8 && layer.feed_forward_out.weight.cols == 16));
    CHECK(holds(layer.feed_forward_out.weight, tensor + 4));
    CHECK(holds(layer.feed_forward_out.bias, tensor + 5));
    CHECK(holds(layer.feed_forward_norm.gain, tensor + 6, 1));
    CHECK(holds(layer.feed_forward_norm.bias, tensor + 7));
  }
}

bool lies_in(const float* values, const Buffer<std::byte>& file) {
  const auto* address = reinterpret_cast<const std::byte*>(values);
  return address >= file.data() && address < file.data() + file.size();
}

}  // namespace

TEST_CASE("weights: every tensor is found, shaped and in its place", "[model][weights]") {
  const auto weights = load(tiny_tensors());
  REQUIRE(weights);
  check_tiny(*weights);
  CHECK(weights->unused.empty());
}

TEST_CASE("weights: aligned float32 is used where it lies", "[model][weights]") {
  const auto weights = load(tiny_tensors());
  REQUIRE(weights);
  CHECK(lies_in(weights->word_embedding.data, weights->files.at(0)));
  CHECK(lies_in(weights->layers[1].feed_forward_norm.bias.data(), weights->files.at(0)));
  CHECK(weights->converted.capacity() == 0);
}

TEST_CASE("weights: a checkpoint of a task nests the encoder under bert.", "[model][weights]") {
  const auto weights = load(tiny_tensors("F32", "bert."));
  REQUIRE(weights);
  check_tiny(*weights);
}

TEST_CASE("weights: float32 at an odd address is moved to an even one", "[model][weights]") {
  const int padding = GENERATE(0, 1, 2, 3);
  CAPTURE(padding);
  const auto weights = load(tiny_tensors(), padding);
  REQUIRE(weights);
  check_tiny(*weights);
  CHECK(reinterpret_cast<std::uintptr_t>(weights->word_embedding.data) % alignof(float) == 0);
}

TEST_CASE("weights: float16 and bfloat16 become float32, and the file is given back",
          "[model][weights]") {
  const std::string dtype = GENERATE("F16", "BF16");
  CAPTURE(dtype);
  const auto weights = load(tiny_tensors(dtype));
  REQUIRE(weights);
  check_tiny(*weights);
  CHECK(weights->files.empty());
  CHECK(reinterpret_cast<std::uintptr_t>(weights->word_embedding.data) % kAlignment == 0);
}

TEST_CASE("weights: a file may mix element types", "[model][weights]") {
  auto tensors = tiny_tensors("F32");
  const auto halves = tiny_tensors("F16");
  for (std::size_t i = 0; i < tensors.size(); i += 2) tensors[i] = halves[i];
  const auto weights = load(tensors);
  REQUIRE(weights);
  check_tiny(*weights);
}

TEST_CASE("weights: the views can be written, and no two share a byte", "[model][weights]") {
  auto weights = load(tiny_tensors());
  REQUIRE(weights);
  const float next_bias = weights->layers[0].query.bias[0];
  for (std::size_t r = 0; r < 8; ++r)
    std::ranges::fill(weights->layers[0].query.weight.row(r), 9.0f);
  CHECK(weights->layers[0].query.bias[0] == next_bias);
  CHECK(holds(weights->layers[0].key.weight, 7));
  CHECK(holds(weights->embedding_norm.bias, 4));
}

TEST_CASE("weights: the views stay good when their owner moves", "[model][weights]") {
  auto first = load(tiny_tensors("F16"));
  REQUIRE(first);
  const Weights moved = std::move(*first);
  check_tiny(moved);
}

TEST_CASE("weights: the old spelling of layer norm is understood", "[model][weights]") {
  auto tensors = tiny_tensors();
  for (TensorSpec& tensor : tensors) {
    const auto at = tensor.name.find("LayerNorm.");
    if (at == std::string::npos) continue;
    const bool is_gain = tensor.name.ends_with("weight");
    tensor.name = tensor.name.substr(0, at) + (is_gain ? "LayerNorm.gamma" : "LayerNorm.beta");
  }
  const auto weights = load(tensors);
  REQUIRE(weights);
  check_tiny(*weights);
}

TEST_CASE("weights: what nothing reads is listed, whatever its type", "[model][weights]") {
  auto tensors = tiny_tensors();
  tensors.push_back({"pooler.dense.weight", "F64", {1}, Bytes(8)});
  tensors.push_back({"embeddings.position_ids", "I64", {1, 16}, Bytes(128)});
  tensors.push_back({"empty", "F8_E4M3", {0, 4}, {}});
  const auto weights = load(tensors);
  REQUIRE(weights);
  CHECK(weights->unused ==
        std::vector<std::string>{"embeddings.position_ids", "empty", "pooler.dense.weight"});
}

TEST_CASE("weights: a missing tensor is named with the shape it should have", "[model][weights]") {
  auto tensors = tiny_tensors();
  std::erase_if(tensors, [](const TensorSpec& tensor) {
    return tensor.name == "encoder.layer.1.intermediate.dense.weight";
  });
  const Error error = refusal_of(tensors);
  CHECK(error.code == ErrorCode::kBadModel);
  CHECK_THAT(error.message,
             ContainsSubstring("(1 problem)") &&
                 ContainsSubstring(
                     "encoder.layer.1.intermediate.dense.weight: missing, expected F32 [16, 8]"));
}

TEST_CASE("weights: one hole in a nested checkpoint is told as one hole", "[model][weights]") {
  auto tensors = tiny_tensors("F32", "bert.");
  tensors.erase(tensors.begin());
  CHECK_THAT(refusal_of(tensors).message,
             ContainsSubstring("(1 problem)") &&
                 ContainsSubstring("bert.embeddings.word_embeddings.weight: missing"));
}

TEST_CASE("weights: a misshapen tensor is named with both shapes", "[model][weights]") {
  const auto shape =
      GENERATE(values<std::vector<std::uint64_t>>({{8, 12}, {96}, {12, 8, 1}, {1, 12, 8}}));
  auto tensors = tiny_tensors();
  tensors[0].shape = shape;
  const Error error = refusal_of(tensors);
  CHECK(error.code == ErrorCode::kBadModel);
  CHECK_THAT(error.message, ContainsSubstring("embeddings.word_embeddings.weight: shape [") &&
                                ContainsSubstring("expected [12, 8]"));
}

TEST_CASE("weights: an empty tensor where numbers belong is misshapen", "[model][weights]") {
  auto tensors = tiny_tensors();
  TensorSpec& bias = named(tensors, "encoder.layer.0.output.dense.bias");
  bias.shape = {0};
  bias.data.clear();
  CHECK_THAT(refusal_of(tensors).message, ContainsSubstring("shape [0], expected [8]"));
}

TEST_CASE("weights: an element type that cannot be read is unsupported, by name",
          "[model][weights]") {
  const auto [dtype, size] = GENERATE(
      table<std::string, std::size_t>({{"I8", 1}, {"F64", 8}, {"F8_E4M3", 1}, {"I64", 8}}));
  auto tensors = tiny_tensors();
  TensorSpec& weight = named(tensors, "encoder.layer.0.attention.self.key.weight");
  weight.dtype = dtype;
  weight.data.resize(64 * size);
  const Error error = refusal_of(tensors);
  CHECK(error.code == ErrorCode::kUnsupported);
  CHECK_THAT(error.message, ContainsSubstring("key.weight: element type " + dtype));
}

TEST_CASE("weights: all problems come in one message", "[model][weights]") {
  auto tensors = tiny_tensors();
  named(tensors, "embeddings.LayerNorm.bias").name = "something.else";
  named(tensors, "encoder.layer.0.attention.self.query.weight").shape = {64};
  TensorSpec& weight = named(tensors, "encoder.layer.1.output.dense.bias");
  weight.dtype = "I32";
  const Error error = refusal_of(tensors);
  CHECK(error.code == ErrorCode::kBadModel);
  CHECK_THAT(error.message, ContainsSubstring("3 problems") &&
                                ContainsSubstring("embeddings.LayerNorm.bias: missing") &&
                                ContainsSubstring("query.weight: shape [64]") &&
                                ContainsSubstring("element type I32"));
}

TEST_CASE("weights: a long list of problems is cut and counted", "[model][weights]") {
  const Error error = refusal_of({});
  CHECK(std::ranges::count(error.message, '\n') == 21);
  CHECK_THAT(error.message, ContainsSubstring("37 problems") && ContainsSubstring("and 17 more"));
}

TEST_CASE("weights: a config of another size is a mismatch, not a misreading", "[model][weights]") {
  Config config = tiny_config();
  config.layers = 1024;
  const auto weights = load_weights(to_buffer(tiny_weights()), config);
  REQUIRE_FALSE(weights);
  CHECK_THAT(weights.error().message,
             ContainsSubstring("encoder.layer.2.attention.self.query.weight: missing"));
}

TEST_CASE("weights: NaN and infinity load as they are", "[model][weights]") {
  auto tensors = tiny_tensors();
  const float values[] = {std::numeric_limits<float>::quiet_NaN(),
                          std::numeric_limits<float>::infinity(),
                          0,
                          0,
                          0,
                          0,
                          0,
                          0};
  named(tensors, "encoder.layer.0.output.dense.bias").data = encode_floats(values, "F32");
  const auto weights = load(tensors);
  REQUIRE(weights);
  CHECK(std::isnan(weights->layers[0].feed_forward_out.bias[0]));
  CHECK(std::isinf(weights->layers[0].feed_forward_out.bias[1]));
}

TEST_CASE("weights: an empty file is refused", "[model][weights]") {
  const auto weights = load_weights({}, tiny_config());
  REQUIRE_FALSE(weights);
  CHECK(weights.error().code == ErrorCode::kBadModel);
}
