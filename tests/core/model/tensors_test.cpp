// Finding a family's tensors in a file and holding them; the family here is the tiny BERT.
#include "model/tensors.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <limits>
#include <string>

#include "run/transformer.h"
#include "support/make_safetensors.h"
#include "support/tiny_parameters.h"

using namespace attnscope;
using namespace attnscope::test;
using Catch::Matchers::ContainsSubstring;

namespace {

Result<Transformer> load(const std::vector<TensorSpec>& tensors, int padding = -1,
                         Precision precision = Precision::kFloat32) {
  Facts facts = tiny_facts();
  facts.precision = precision;
  return Transformer::load(facts, to_buffer(make_safetensors(tensors, padding)));
}

TensorSpec& named(std::vector<TensorSpec>& tensors, const std::string& name) {
  return *std::ranges::find(tensors, name, &TensorSpec::name);
}

// The refusal of `tensors`; the good ones must then still load.
Error refusal_of(const std::vector<TensorSpec>& tensors) {
  const auto loaded = load(tensors);
  REQUIRE_FALSE(loaded);
  REQUIRE(load(tiny_tensors()));
  return loaded.error();
}

std::span<const float> values_of(const Transformer& transformer, std::string_view name) {
  return transformer.tensors().parameter(name, std::nullopt).value().values;
}

}  // namespace

TEST_CASE("weights: every tensor is found, shaped and in its place", "[model][weights]") {
  const auto loaded = load(tiny_tensors());
  REQUIRE(loaded);
  CHECK(is_tiny(*loaded));
  CHECK(loaded->tensors().unused().empty());
  CHECK(loaded->tensors().storage() == "float32");
}

TEST_CASE("weights: aligned float32 is used where it lies", "[model][weights]") {
  const std::string dtype = GENERATE("F32", "F16");
  auto file = to_buffer(tiny_weights(dtype));
  const auto* begin = file.data();
  const auto* end = begin + file.size();
  const auto loaded = Transformer::load(tiny_facts(), std::move(file));
  REQUIRE(loaded);
  const auto* vector = reinterpret_cast<const std::byte*>(
      values_of(*loaded, "layers.1.feedForward.norm.bias").data());
  CHECK((vector >= begin && vector < end) == (dtype == "F32"));
  CHECK(is_tiny(*loaded));
}

TEST_CASE("weights: a checkpoint of a task nests the encoder under bert.", "[model][weights]") {
  const auto loaded = load(tiny_tensors("F32", "bert."));
  REQUIRE(loaded);
  CHECK(is_tiny(*loaded));
}

TEST_CASE("weights: numbers at any address are read", "[model][weights]") {
  const std::string dtype = GENERATE("F32", "F16", "BF16");
  const int padding = GENERATE(0, 1, 2, 3);
  CAPTURE(dtype, padding);
  const auto loaded = load(tiny_tensors(dtype), padding);
  REQUIRE(loaded);
  CHECK(is_tiny(*loaded));
}

TEST_CASE("weights: 16 bits stay 16 bits, but for vectors and the table of types",
          "[model][weights]") {
  const std::string dtype = GENERATE("F16", "BF16");
  CAPTURE(dtype);
  const auto loaded = load(tiny_tensors(dtype));
  REQUIRE(loaded);
  CHECK(is_tiny(*loaded));
  CHECK(loaded->tensors().storage() == (dtype == "F16" ? "float16" : "bfloat16"));
  std::uint64_t bytes = 0;
  for (const auto& parameter : tiny_parameters()) {
    const bool is_wide = parameter.cols == 0 || parameter.name == "embeddings.type";
    bytes += parameter.rows * std::max<std::size_t>(parameter.cols, 1) * (is_wide ? 4 : 2);
  }
  CHECK(loaded->tensors().bytes() == bytes);
}

TEST_CASE("weights: a file may mix element types", "[model][weights]") {
  auto tensors = tiny_tensors("F32");
  const auto halves = tiny_tensors("F16");
  for (std::size_t i = 0; i < tensors.size(); i += 2) tensors[i] = halves[i];
  const auto loaded = load(tensors);
  REQUIRE(loaded);
  CHECK(is_tiny(*loaded));
}

TEST_CASE("weights: a file of two types of matrix is held as both", "[model][weights]") {
  auto tensors = tiny_tensors("F32");
  auto halves = tiny_tensors("BF16");
  const std::string name = "encoder.layer.1.output.dense.weight";
  named(tensors, name) = named(halves, name);
  const auto loaded = load(tensors);
  REQUIRE(loaded);
  CHECK(loaded->tensors().storage() == "mixed");
}

TEST_CASE("weights: integers are made of any element type, and the same ones", "[model][weights]") {
  const std::string name = GENERATE("embeddings.word", "layers.1.feedForward.out.weight");
  std::vector<std::vector<float>> held;
  for (const char* dtype : {"F32", "F16", "BF16"}) {
    const auto loaded = load(tiny_tensors(dtype), 1, Precision::kInt8);
    REQUIRE(loaded);
    CHECK(loaded->tensors().storage() == "int8");
    CHECK(std::ranges::equal(values_of(*loaded, "embeddings.type"),
                             values_of(*load(tiny_tensors()), "embeddings.type")));
    const auto parameter = loaded->tensors().parameter(name, std::nullopt).value();
    held.emplace_back(parameter.values.begin(), parameter.values.end());
  }
  CHECK(held[0] == held[1]);
  CHECK(held[0] == held[2]);
}

TEST_CASE("weights: they stay good when their owner moves", "[model][weights]") {
  auto first = load(tiny_tensors("F16"));
  REQUIRE(first);
  const Transformer moved = std::move(*first);
  CHECK(is_tiny(moved));
}

TEST_CASE("weights: the old spelling of layer norm is understood", "[model][weights]") {
  auto tensors = tiny_tensors();
  for (TensorSpec& tensor : tensors) {
    const auto at = tensor.name.find("LayerNorm.");
    if (at == std::string::npos) continue;
    const bool is_gain = tensor.name.ends_with("weight");
    tensor.name = tensor.name.substr(0, at) + (is_gain ? "LayerNorm.gamma" : "LayerNorm.beta");
  }
  const auto loaded = load(tensors);
  REQUIRE(loaded);
  CHECK(is_tiny(*loaded));
}

TEST_CASE("weights: what nothing reads is listed, whatever its type", "[model][weights]") {
  auto tensors = tiny_tensors();
  tensors.push_back({"pooler.dense.weight", "F64", {1}, Bytes(8)});
  tensors.push_back({"embeddings.position_ids", "I64", {1, 16}, Bytes(128)});
  tensors.push_back({"empty", "F8_E4M3", {0, 4}, {}});
  const auto loaded = load(tensors);
  REQUIRE(loaded);
  CHECK(loaded->tensors().unused() ==
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
  Facts facts = tiny_facts();
  facts.encoder.layers = 1024;
  const auto loaded = Transformer::load(facts, to_buffer(tiny_weights()));
  REQUIRE_FALSE(loaded);
  CHECK_THAT(loaded.error().message,
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
  const auto loaded = load(tensors);
  REQUIRE(loaded);
  const auto bias = values_of(*loaded, "layers.0.feedForward.out.bias");
  CHECK(std::isnan(bias[0]));
  CHECK(std::isinf(bias[1]));
}

TEST_CASE("weights: an empty file is refused", "[model][weights]") {
  const auto loaded = Transformer::load(tiny_facts(), {});
  REQUIRE_FALSE(loaded);
  CHECK(loaded.error().code == ErrorCode::kBadModel);
}
