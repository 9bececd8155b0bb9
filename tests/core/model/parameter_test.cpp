// Every parameter of the real model, read back by name, against the safetensors file:
// float32 bit for bit, int8 to half a step of its codes.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "../run/golden.h"
#include "kernels/quantized.h"
#include "model/tensors.h"

namespace attnscope::test {
namespace {

struct Named {
  std::string ours;
  std::string theirs;
};

std::vector<Named> all_names(std::size_t layers) {
  std::vector<Named> all = {
      {"embeddings.word", "embeddings.word_embeddings.weight"},
      {"embeddings.position", "embeddings.position_embeddings.weight"},
      {"embeddings.type", "embeddings.token_type_embeddings.weight"},
      {"embeddings.norm.gain", "embeddings.LayerNorm.weight"},
      {"embeddings.norm.bias", "embeddings.LayerNorm.bias"},
  };
  const std::array<Named, 6> linears = {{{"attention.query", "attention.self.query"},
                                         {"attention.key", "attention.self.key"},
                                         {"attention.value", "attention.self.value"},
                                         {"attention.output", "attention.output.dense"},
                                         {"feedForward.in", "intermediate.dense"},
                                         {"feedForward.out", "output.dense"}}};
  const std::array<Named, 2> norms = {
      {{"attention.norm", "attention.output.LayerNorm"}, {"feedForward.norm", "output.LayerNorm"}}};
  for (std::size_t l = 0; l < layers; ++l) {
    const std::string ours = "layers." + std::to_string(l) + '.';
    const std::string theirs = "encoder.layer." + std::to_string(l) + '.';
    for (const Named& linear : linears) {
      for (const char* part : {".weight", ".bias"})
        all.push_back({ours + linear.ours + part, theirs + linear.theirs + part});
    }
    for (const Named& norm : norms) {
      all.push_back({ours + norm.ours + ".gain", theirs + norm.theirs + ".weight"});
      all.push_back({ours + norm.ours + ".bias", theirs + norm.theirs + ".bias"});
    }
  }
  return all;
}

Parameter read(const Transformer& transformer, const std::string& name,
               std::optional<RowRange> rows = std::nullopt) {
  INFO(name);
  auto found = transformer.tensors().parameter(name, rows);
  REQUIRE(found.has_value());
  return std::move(*found);
}

TEST_CASE("every parameter of the real model is the file's, bit for bit", "[golden]") {
  const TensorFile file(model_dir() / "model.safetensors");
  for (const auto& [ours, theirs] : all_names(6)) {
    INFO(ours);
    const Parameter parameter = read(minilm(), ours);
    const auto expected = file.floats(theirs);
    REQUIRE(parameter.values.size() == expected.size());
    CHECK(std::memcmp(parameter.values.data(), expected.data(), expected.size() * sizeof(float)) ==
          0);
    CHECK(parameter.rows * std::max<std::size_t>(parameter.cols, 1) == expected.size());
  }
}

TEST_CASE("int8: vectors are the file's, matrices to half a step of their group",
          "[int8][golden]") {
  const TensorFile file(model_dir() / "model.safetensors");
  for (const auto& [ours, theirs] : all_names(6)) {
    INFO(ours);
    const Parameter parameter = read(minilm_int8(), ours);
    const auto expected = file.floats(theirs);
    REQUIRE(parameter.values.size() == expected.size());
    if (parameter.cols == 0 || ours == "embeddings.type") {
      CHECK(std::ranges::equal(parameter.values, expected));
      continue;
    }
    const bool table = ours.starts_with("embeddings.");
    const std::size_t group = table ? kernels::kTableGroup : kernels::kWeightGroup;
    // A table's numbers are taken from their column's mean, which is below the largest of all,
    // and its scale is kept to 1 part in 128.
    const float everywhere =
        std::abs(*std::ranges::max_element(expected, {}, [](float x) { return std::abs(x); }));
    double worst = 0;  // in steps
    for (std::size_t first = 0; first < expected.size(); first += group) {
      float largest = table ? everywhere : 0.0f, error = 0;
      for (std::size_t i = first; i < first + group; ++i) {
        largest = std::max(largest, std::abs(expected[i]));
        error = std::max(error, std::abs(parameter.values[i] - expected[i]));
      }
      const double limit = table ? kernels::kTableLimit / 2.0 / (1 + 1.0 / 128)
                                 : static_cast<double>(kernels::kWeightLimit);
      const double step = largest / limit;
      worst = std::max(worst, step > 0 ? error / step : static_cast<double>(error));
    }
    CHECK(worst > 0);
    CHECK(worst < 0.5001);
  }
}

TEST_CASE("rows of a parameter are those of the whole, in both precisions", "[int8][golden]") {
  for (const Transformer* transformer : {&minilm(), &minilm_int8()}) {
    for (const std::string name :
         {"embeddings.word", "embeddings.position", "layers.5.attention.value.weight",
          "layers.0.feedForward.out.weight"}) {
      const Parameter whole = read(*transformer, name);
      for (const RowRange rows : {RowRange{0, 1}, {3, 12}, {whole.rows - 5, whole.rows}}) {
        INFO(name << ", rows " << rows.first << " to " << rows.end);
        const Parameter part = read(*transformer, name, rows);
        CHECK(part.rows == rows.end - rows.first);
        CHECK(part.cols == whole.cols);
        CHECK(std::ranges::equal(
            part.values, whole.values.subspan(rows.first * whole.cols, part.rows * part.cols)));
      }
    }
  }
}

}  // namespace
}  // namespace attnscope::test
