// Every activation against double precision, and at the extremes.
#include "kernels/activations.h"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "kernels/kernels.h"
#include "kernels/reference.h"
#include "kernels/vector.h"

namespace attnscope::test {
namespace {

using kernels::Activation;

constexpr Activation kAll[] = {Activation::kGelu, Activation::kGeluTanh, Activation::kGeluQuick,
                               Activation::kRelu, Activation::kSilu};

constexpr double kError = kernels::kFused ? 2e-7 : 3e-7;

TEST_CASE("activations are near the exact functions, relative to max(1, |x|)", "[kernels]") {
  std::vector<float> given;
  for (int i = -200000; i <= 200000; ++i) given.push_back(static_cast<float>(i) * 1e-4f);
  for (const float x : {-87.0f, -60.0f, -30.0f, 30.0f, 60.0f, 1e4f, 2e4f, 1e10f, 3e19f, 3e38f}) {
    given.push_back(x);
    given.push_back(-x);
  }
  for (const Activation activation : kAll) {
    auto x = given;
    kernels::activate(activation, x);
    double largest = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double error = std::abs(x[i] - reference::activate(activation, given[i])) /
                           std::max(1.0, std::abs(static_cast<double>(given[i])));
      largest = std::isnan(error) ? HUGE_VAL : std::max(largest, error);
    }
    INFO("activation " << static_cast<int>(activation) << ", error " << largest);
    CHECK(largest < (activation == Activation::kRelu ? 1e-300 : kError));
  }
}

TEST_CASE("activations work at every length and write nothing beyond it", "[kernels]") {
  for (const Activation activation : kAll) {
    for (std::size_t length = 0; length <= 35; ++length) {
      std::vector<float> x(length + 1, -0.75f);
      kernels::activate(activation, std::span(x).first(length));
      INFO("activation " << static_cast<int>(activation) << ", length " << length);
      CHECK(x[length] == -0.75f);
      for (std::size_t i = 0; i < length; ++i)
        REQUIRE(std::abs(x[i] - reference::activate(activation, -0.75)) < kError);
    }
  }
}

TEST_CASE("NaN stays NaN in every activation, infinity is infinity", "[kernels]") {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const Activation activation : kAll) {
    for (std::size_t at = 0; at < 17; ++at) {
      INFO("activation " << static_cast<int>(activation) << ", at " << at);
      std::vector<float> x(17, 0.5f);
      x[at] = std::nanf("");
      kernels::activate(activation, x);
      for (std::size_t i = 0; i < x.size(); ++i) REQUIRE(std::isnan(x[i]) == (i == at));
    }
    std::vector<float> ends = {kInfinity, -kInfinity};
    kernels::activate(activation, ends);
    CHECK(ends[0] == kInfinity);
    if (activation == Activation::kRelu) {
      CHECK(ends[1] == 0.0f);
    } else if (activation != Activation::kGelu) {
      CHECK(std::isnan(ends[1]));
    }
  }
}

}  // namespace
}  // namespace attnscope::test
