// Softmax, layer norm, GELU, pooling: against double precision, at every length
// around one to three vectors, and at the extremes.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "kernels/kernels.h"
#include "kernels/reference.h"
#include "kernels/vector.h"
#include "random.h"

namespace attnscope::test {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr std::size_t kMostLanes = 16;  // AVX-512

std::vector<float> softmax(std::span<const float> scores, float scale) {
  std::vector<float> weights(scores.size());
  const float factor = kernels::softmax_numerators(scores, scale, weights);
  kernels::scale_row(weights, factor);
  return weights;
}

double largest_difference(std::span<const float> a, std::span<const float> b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
    largest = std::isnan(difference) ? HUGE_VAL : std::max(largest, difference);
  }
  return largest;
}

TEST_CASE("softmax equals the plain loops at every length", "[kernels]") {
  Random random(1);
  for (std::size_t length = 1; length <= 3 * kMostLanes + 1; ++length) {
    INFO("length " << length);
    const auto scores = random_vector(length, random, 40.0f);
    std::vector<float> expected(length);
    reference::softmax(scores, 0.25, expected);
    CHECK(largest_difference(softmax(scores, 0.25f), expected) < 1e-6);
  }
}

TEST_CASE("each softmax weight is right relative to itself, however small", "[kernels]") {
  std::vector<float> scores;
  for (int i = 0; i <= 850; ++i) scores.push_back(-0.1f * static_cast<float>(i));
  std::vector<float> expected(scores.size());
  reference::softmax(scores, 1.0, expected);
  const auto weights = softmax(scores, 1.0f);
  double largest = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    largest = std::max(largest, std::abs(weights[i] / static_cast<double>(expected[i]) - 1));
  }
  INFO("relative error " << largest);
  // The exponent, up to 85 log2(e), is rounded to its last place of 2^-17 or less.
  CHECK(largest < 8e-6);
}

TEST_CASE("softmax rows sum to 1", "[kernels]") {
  Random random(2);
  for (const std::size_t length : {1, 2, 15, 128, 511, 512}) {
    for (const float spread : {0.0f, 1.0f, 1e3f, 1e4f}) {
      INFO("length " << length << ", spread " << spread);
      const auto weights = softmax(random_vector(length, random, spread), 0.17677669f);
      CHECK(std::abs(std::accumulate(weights.begin(), weights.end(), 0.0) - 1) < 1e-6);
    }
  }
}

TEST_CASE("softmax of extreme scores is one-hot, with exact zeros", "[kernels]") {
  std::vector<float> scores(13, -1e4f);
  scores[6] = 1e4f;
  const auto weights = softmax(scores, 1.0f);
  std::vector<float> expected(13, 0.0f);
  expected[6] = 1.0f;
  CHECK(weights == expected);
}

TEST_CASE("softmax of equal scores is uniform", "[kernels]") {
  for (const float score : {0.0f, 1e4f, -1e4f, 1e38f}) {
    INFO("score " << score);
    const auto weights = softmax(std::vector<float>(10, score), 1.0f);
    CHECK(largest_difference(weights, std::vector<float>(10, 0.1f)) < 1e-7);
  }
}

TEST_CASE("NaN and infinity do not vanish in softmax", "[kernels]") {
  for (std::size_t length = 1; length <= 2 * kMostLanes; ++length) {
    for (const float bad : {std::nanf(""), kInfinity}) {
      for (std::size_t at = 0; at < length; ++at) {
        INFO("length " << length << ", bad value " << bad << " at " << at);
        std::vector<float> scores(length, 0.5f);
        scores[at] = bad;
        std::vector<float> weights(length);
        const float factor = kernels::softmax_numerators(scores, 1.0f, weights);
        REQUIRE(std::isnan(factor));
      }
    }
  }
}

TEST_CASE("layer norm equals the plain loops at every width", "[kernels]") {
  Random random(3);
  for (std::size_t width = 1; width <= 3 * kMostLanes + 1; ++width) {
    INFO("width " << width);
    const auto x = Guarded::random(3, width, 2, random);
    const auto gain = random_vector(width, random);
    const auto bias = random_vector(width, random);
    Guarded expected(3, width, 0);
    for (std::size_t r = 0; r < 3; ++r)
      std::ranges::copy(x.view.row(r), expected.view.row(r).begin());
    reference::layer_norm(expected.view, gain, bias, 1e-5f);
    kernels::layer_norm(x.view, gain, bias, 1e-5f);
    for (std::size_t r = 0; r < 3; ++r)
      CHECK(largest_difference(x.view.row(r), expected.view.row(r)) < 5e-6);
    CHECK(x.guards_untouched());
  }
}

TEST_CASE("layer norm survives a large mean", "[kernels]") {
  Random random(4);
  const auto x = Guarded::random(1, 384, 0, random);
  for (float& value : x.view.row(0)) value += 100.0f;
  Guarded expected(1, 384, 0);
  std::ranges::copy(x.view.row(0), expected.view.row(0).begin());
  const std::vector<float> gain(384, 1.0f), bias(384, 0.0f);
  reference::layer_norm(expected.view, gain, bias, 1e-12f);
  kernels::layer_norm(x.view, gain, bias, 1e-12f);
  // The mean itself has a last place of 2^-17; a one-pass variance would be off by 1e-3.
  CHECK(largest_difference(x.view.row(0), expected.view.row(0)) < 5e-5);
}

TEST_CASE("layer norm of a constant row is its bias", "[kernels]") {
  for (const float value : {0.0f, 0.5f, -1e4f}) {
    INFO("value " << value);
    std::vector<float> row(24, value);
    const std::vector<float> gain(24, 3.0f), bias(24, 0.25f);
    kernels::layer_norm({row.data(), 1, 24}, gain, bias, 1e-12f);
    CHECK(row == bias);
  }
}

// Where multiply and add are two instructions, each step of the polynomials rounds twice.
constexpr double kGeluError = kernels::kFused ? 2e-7 : 3e-7;

TEST_CASE("gelu is near the exact function, relative to max(1, |x|)", "[kernels]") {
  double largest = 0;
  for (int i = -200000; i <= 200000; i += 8) {
    std::vector<float> x(8);
    for (int j = 0; j < 8; ++j) x[static_cast<std::size_t>(j)] = static_cast<float>(i + j) * 1e-4f;
    const auto given = x;
    kernels::gelu(x);
    for (std::size_t j = 0; j < 8; ++j) {
      const double error = std::abs(x[j] - reference::gelu(given[j]));
      largest = std::max(largest, error / std::max(1.0, std::abs(static_cast<double>(given[j]))));
    }
  }
  INFO("error " << largest);
  CHECK(largest < kGeluError);
}

TEST_CASE("gelu of extremes: 0 and x, and NaN stays", "[kernels]") {
  std::vector<float> x = {0.0f, 1e4f, -1e4f, 3e38f, std::nanf("")};
  kernels::gelu(x);
  CHECK(x[0] == 0.0f);
  CHECK(std::abs(x[1] / 1e4f - 1) < 2e-7f);
  CHECK(std::abs(x[2]) < 2e-3f);  // 1e4 * 2e-7
  CHECK(std::abs(x[3] / 3e38f - 1) < 2e-7f);
  CHECK(std::isnan(x[4]));
}

TEST_CASE("pooling equals the plain loops at every width", "[kernels]") {
  Random random(5);
  for (std::size_t width = 1; width <= 2 * kMostLanes + 1; ++width) {
    for (const std::size_t rows : {1, 2, 7}) {
      INFO("width " << width << ", rows " << rows);
      const auto x = Guarded::random(rows, width, 1, random);
      std::vector<float> ours(width), expected(width);
      kernels::mean_pool(x.view, ours);
      reference::mean_pool(x.view, expected);
      CHECK(largest_difference(ours, expected) < 2e-7);
      kernels::max_pool(x.view, ours);
      reference::max_pool(x.view, expected);
      CHECK(ours == expected);
    }
  }
}

TEST_CASE("l2_normalize gives length 1, without overflow, and leaves zero alone", "[kernels]") {
  Random random(6);
  for (const float scale : {1e-15f, 1.0f, 1e30f}) {
    INFO("scale " << scale);
    auto x = random_vector(37, random, scale);
    auto expected = x;
    kernels::l2_normalize(x);
    reference::l2_normalize(expected);
    CHECK(largest_difference(x, expected) < 1e-7);
  }
  std::vector<float> zero(5, 0.0f);
  kernels::l2_normalize(zero);
  CHECK(zero == std::vector<float>(5, 0.0f));
}

TEST_CASE("add_row adds a row of a table at every width", "[kernels]") {
  Random random(8);
  for (std::size_t width = 1; width <= 2 * kMostLanes + 1; ++width) {
    const auto table = random_vector(3 * width, random);
    const auto before = random_vector(width, random);
    auto y = before;
    kernels::add_row({table.data(), 3, width}, 1, y);
    for (std::size_t i = 0; i < width; ++i) REQUIRE(y[i] == before[i] + table[width + i]);
  }
}

TEST_CASE("all_finite finds a bad value wherever it is", "[kernels]") {
  constexpr std::size_t kRows = 3, kWidth = 19;
  for (std::size_t at = 0; at < kRows * kWidth; ++at) {
    for (const float bad : {std::nanf(""), kInfinity, -kInfinity}) {
      std::vector<float> x(kRows * kWidth, 3e38f);
      REQUIRE(kernels::all_finite(ConstMatrix(x.data(), kRows, kWidth)));
      x[at] = bad;
      REQUIRE(!kernels::all_finite(ConstMatrix(x.data(), kRows, kWidth)));
    }
  }
}

TEST_CASE("rms norm equals the plain loops at every width", "[kernels]") {
  Random random(21);
  for (std::size_t width = 1; width <= 3 * kMostLanes + 1; ++width) {
    INFO("width " << width);
    auto ours = random_vector(3 * width, random, 4.0f);
    auto expected = ours;
    const auto gain = random_vector(width, random, 2.0f);
    kernels::rms_norm(Matrix(ours.data(), 3, width), gain, 1e-6f);
    reference::rms_norm(Matrix(expected.data(), 3, width), gain, 1e-6f);
    CHECK(largest_difference(ours, expected) < 2e-6);
  }
}

TEST_CASE("rms norm keeps a NaN in its row", "[kernels]") {
  std::vector<float> x(20, 1.0f), gain(10, 1.0f);
  x[3] = std::numeric_limits<float>::quiet_NaN();
  kernels::rms_norm(Matrix(x.data(), 2, 10), gain, 1e-6f);
  for (std::size_t i = 0; i < 20; ++i) CHECK(std::isnan(x[i]) == (i < 10));
}

TEST_CASE("rows are multiplied element by element", "[kernels]") {
  Random random(22);
  for (std::size_t length = 1; length <= 2 * kMostLanes + 1; ++length) {
    const auto x = random_vector(length, random, 3.0f);
    auto y = random_vector(length, random, 3.0f);
    auto expected = y;
    for (std::size_t i = 0; i < length; ++i) expected[i] *= x[i];
    kernels::multiply(x, y);
    CHECK(y == expected);
  }
}

}  // namespace
}  // namespace attnscope::test
