// Linears that a checkpoint keeps otherwise than as one matrix [out, in] with its bias.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cmath>

#include "model/tensors.h"
#include "support/make_safetensors.h"

using namespace attnscope;
using namespace attnscope::test;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr std::size_t kIn = 7, kOut = 33;  // no multiple of any panel

// Exact in 16 bits.
float value(std::size_t out, std::size_t in) {
  return static_cast<float>(out) - 8.0f * static_cast<float>(in);
}

// "all.weight" [in, 3 out] and "all.bias" [3 out]; "plain.weight" [out, in].
std::vector<TensorSpec> fused(const std::string& dtype) {
  std::vector<float> turned, bias, plain;
  for (std::size_t i = 0; i < kIn; ++i) {
    for (std::size_t o = 0; o < 3 * kOut; ++o) turned.push_back(value(o, i));
  }
  for (std::size_t o = 0; o < 3 * kOut; ++o) bias.push_back(static_cast<float>(o));
  for (std::size_t o = 0; o < kOut; ++o) {
    for (std::size_t i = 0; i < kIn; ++i) plain.push_back(value(o, i));
  }
  return {{"all.weight", dtype, {kIn, 3 * kOut}, encode_floats(turned, dtype)},
          {"all.bias", dtype, {3 * kOut}, encode_floats(bias, dtype)},
          {"plain.weight", dtype, {kOut, kIn}, encode_floats(plain, dtype)}};
}

Tensors open(const std::vector<TensorSpec>& tensors, int padding = -1) {
  auto opened = Tensors::open(to_buffer(make_safetensors(tensors, padding)));
  REQUIRE(opened);
  return std::move(*opened);
}

struct Parts {
  Linear queries, keys, values, plain;
  void ask(Tensors& tensors) {
    Linear* places[] = {&queries, &keys, &values};
    for (std::size_t i = 0; i < 3; ++i)
      tensors.linear(*places[i], "part" + std::to_string(i), "all", kOut, kIn,
                     {.transposed = true, .first = i * kOut, .of = 3 * kOut});
    tensors.linear(plain, "plain", "plain", kOut, kIn, {.bias = Bias::kNone});
  }
};

}  // namespace

TEST_CASE("weights: three linears in one transposed matrix come apart", "[model][weights]") {
  const std::string dtype = GENERATE("F32", "F16", "BF16");
  const auto precision = GENERATE(Precision::kFloat32, Precision::kInt8);
  const int padding = GENERATE(-1, 1, 2);
  CAPTURE(dtype, precision == Precision::kInt8, padding);
  Tensors tensors = open(fused(dtype), padding);
  Parts parts;
  parts.ask(tensors);
  REQUIRE(tensors.finish(precision));
  const double allowed = precision == Precision::kInt8 ? 2 : 0;
  for (std::size_t part = 0; part < 3; ++part) {
    const auto found = tensors.parameter("part" + std::to_string(part) + ".weight", std::nullopt);
    REQUIRE(found);
    for (std::size_t o = 0; o < kOut; ++o) {
      for (std::size_t i = 0; i < kIn; ++i)
        REQUIRE(std::abs(found->values[o * kIn + i] - value(part * kOut + o, i)) <= allowed);
    }
  }
  CHECK(parts.values.bias.size() == kOut);
  CHECK(parts.values.bias.front() == static_cast<float>(2 * kOut));
  CHECK(parts.plain.bias.size() == kOut);
  for (const float bias : parts.plain.bias) CHECK(bias == 0);
}

TEST_CASE("weights: a fused matrix of another shape is told of as the file has it",
          "[model][weights]") {
  auto file = fused("F32");
  file[0].shape = {3 * kOut, kIn};
  Tensors tensors = open(file);
  Parts parts;
  parts.ask(tensors);
  const auto done = tensors.finish(Precision::kFloat32);
  REQUIRE(!done);
  CHECK(done.error().code == ErrorCode::kBadModel);
  CHECK_THAT(done.error().message,
             ContainsSubstring("all.weight: shape [99, 7], expected [7, 99]"));
}

TEST_CASE("weights: a table that no file has is computed", "[model][weights]") {
  Tensors tensors = open(fused("F16"));
  Table table;
  tensors.computed_table(table, "places", 5, 3, [](std::size_t i, std::span<float> row) {
    for (std::size_t c = 0; c < row.size(); ++c) row[c] = static_cast<float>(10 * i + c);
  });
  REQUIRE(tensors.finish(GENERATE(Precision::kFloat32, Precision::kInt8)));
  const auto rows = tensors.parameter("places", RowRange{3, 5});
  REQUIRE(rows);
  CHECK(std::vector<float>(rows->values.begin(), rows->values.end()) ==
        std::vector<float>{30, 31, 32, 40, 41, 42});
  CHECK(tensors.unused().size() == 3);
}
