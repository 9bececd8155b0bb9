// Products of integers against the plain loops over the same rounded numbers: every
// tile height, every rest in each dimension, strides wider than the rows.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "kernels/kernels.h"
#include "kernels/quantized.h"
#include "kernels/reference.h"
#include "random.h"

namespace attnscope::test {
namespace {

// 1 to 3 tiles of 4 rows with every rest; groups of 64 along k with rests.
constexpr std::size_t kMostRows = 13;
constexpr std::size_t kInner[] = {1, 2, 7, 63, 64, 65, 129};

enum class Form { kLinear, kGelu, kAdd };

struct Rows {
  explicit Rows(ConstMatrix x)
      : codes(Buffer<std::int16_t>::allocate(x.rows * kernels::padded_in(x.cols), "codes").value()),
        scales(x.rows),
        view{codes.data(), scales.data(), x.rows, x.cols} {
    kernels::quantize_rows(x, view);
  }
  Buffer<std::int16_t> codes;
  std::vector<float> scales;
  kernels::QuantizedRows view;
};

void run(Form form, const Rows& x, const kernels::QuantizedMatrix& weight,
         std::span<const float> bias, Matrix y) {
  switch (form) {
    case Form::kLinear:
      kernels::linear(x.view, weight, bias, y);
      break;
    case Form::kGelu:
      kernels::linear_gelu(x.view, weight, bias, y);
      break;
    case Form::kAdd:
      kernels::linear_add(x.view, weight, bias, y);
      break;
  }
}

double largest_error(Form form, std::size_t rows, std::size_t in, std::size_t out) {
  Random random(rows * 1000003 + in * 1009 + out);
  const auto x = Guarded::random(rows, in, 3, random);
  const auto weight = Guarded::random(out, in, 1, random);
  const auto bias = random_vector(out, random);
  const auto y = Guarded::random(rows, out, 5, random);
  Guarded rounded_x(rows, in, 0), rounded_weight(out, in, 0), expected(rows, out, 0);
  reference::quantize(x.view, in, kernels::kRowLimit, rounded_x.view);
  reference::quantize(weight.view, kernels::kWeightGroup, kernels::kWeightLimit,
                      rounded_weight.view);
  reference::linear(rounded_x.view, rounded_weight.view, bias, expected.view);
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < out; ++c) {
      float& value = expected.view.at(r, c);
      if (form == Form::kGelu) value = static_cast<float>(reference::gelu(value));
      if (form == Form::kAdd) value += y.view.at(r, c);
    }
  }

  const auto quantized = kernels::quantize_matrix(weight.view);
  REQUIRE(quantized.has_value());
  run(form, Rows(x.view), quantized->matrix, bias, y.view);

  if (!y.guards_untouched()) return HUGE_VAL;
  double largest = 0;
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < out; ++c) {
      const double error = std::abs(static_cast<double>(y.view.at(r, c)) - expected.view.at(r, c));
      largest = std::isnan(error) ? HUGE_VAL : std::max(largest, error);
    }
  }
  return largest;
}

void check_all_sizes(Form form) {
  for (std::size_t rows = 1; rows <= kMostRows; ++rows) {
    for (std::size_t out = 1; out <= 3 * kernels::panel_width(); ++out) {
      const std::size_t in = kInner[(rows + out) % std::size(kInner)];
      INFO("rows " << rows << ", in " << in << ", out " << out);
      // Only the scales and the few sums of groups are rounded to float.
      REQUIRE(largest_error(form, rows, in, out) < 3e-6 * (1 + std::sqrt(static_cast<double>(in))));
    }
  }
}

TEST_CASE("codes and scales are unpacked to the rounded weights at every edge size", "[int8]") {
  for (std::size_t out = 1; out <= 3 * kernels::panel_width(); ++out) {
    for (const std::size_t in : kInner) {
      INFO("in " << in << ", out " << out);
      Random random(in * 1009 + out);
      const auto weight = Guarded::random(out, in, 2, random);
      Guarded expected(out, in, 0);
      reference::quantize(weight.view, kernels::kWeightGroup, kernels::kWeightLimit, expected.view);
      const auto quantized = kernels::quantize_matrix(weight.view);
      REQUIRE(quantized.has_value());
      for (const std::size_t first : {std::size_t{0}, out / 2, out - 1}) {
        Guarded rows(out - first, in, 3);
        kernels::unpack_rows(quantized->matrix, first, rows.view);
        REQUIRE(rows.guards_untouched());
        for (std::size_t r = 0; r < rows.view.rows; ++r) {
          const auto row = rows.view.row(r);
          REQUIRE(std::equal(row.begin(), row.end(), expected.view.row(first + r).begin()));
        }
      }
    }
  }
}

TEST_CASE("a table is unpacked to what a look-up adds", "[int8]") {
  Random random(31);
  for (const std::size_t cols : {1, 31, 32, 33, 100}) {
    INFO("cols " << cols);
    const auto table = Guarded::random(7, cols, 2, random);
    const auto quantized = kernels::quantize_table(table.view);
    REQUIRE(quantized.has_value());
    Guarded rows(4, cols, 3);
    kernels::unpack_rows(*quantized, 2, rows.view);
    CHECK(rows.guards_untouched());
    for (std::size_t r = 0; r < rows.view.rows; ++r) {
      std::vector<float> added(cols, 0.0f);
      kernels::add_row(*quantized, 2 + r, added);
      CHECK(std::equal(added.begin(), added.end(), rows.view.row(r).begin()));
    }
  }
}

TEST_CASE("linear of integers equals the plain loops at every edge size", "[int8]") {
  check_all_sizes(Form::kLinear);
}
TEST_CASE("linear_gelu of integers equals the plain loops at every edge size", "[int8]") {
  check_all_sizes(Form::kGelu);
}
TEST_CASE("linear_add of integers equals the plain loops at every edge size", "[int8]") {
  check_all_sizes(Form::kAdd);
}

TEST_CASE("more rows than are summed at a time come out the same", "[int8]") {
  CHECK(largest_error(Form::kAdd, 97, 70, 19) < 3e-5);
  CHECK(largest_error(Form::kLinear, 200, 64, 8) < 3e-5);
}

TEST_CASE("the largest codes of all do not overflow a group's sum", "[int8]") {
  constexpr std::size_t kIn = 1536;
  const std::vector<float> x(kIn, 1.0f), weight(kIn, -1.0f), bias(1, 0.0f);
  const auto quantized = kernels::quantize_matrix({weight.data(), 1, kIn});
  REQUIRE(quantized.has_value());
  float y = 0;
  run(Form::kLinear, Rows({x.data(), 1, kIn}), quantized->matrix, bias, {&y, 1, 1});
  CHECK(std::abs(y + static_cast<float>(kIn)) < 1e-3f);
}

TEST_CASE("a row of an integer product does not depend on the rows beside it, bit for bit",
          "[int8]") {
  Random random(7);
  constexpr std::size_t kIn = 145;
  constexpr std::size_t kOut = 37;
  constexpr std::size_t kRows = 101;
  const auto weight = Guarded::random(kOut, kIn, 0, random);
  const auto bias = random_vector(kOut, random);
  const auto quantized = kernels::quantize_matrix(weight.view);
  REQUIRE(quantized.has_value());
  const auto x = Guarded::random(kRows, kIn, 1, random);
  Guarded alone(kRows, kOut, 0);
  for (std::size_t r = 0; r < kRows; ++r) {
    run(Form::kGelu, Rows(x.view.row_block(r, 1)), quantized->matrix, bias,
        alone.view.row_block(r, 1));
  }
  for (const std::size_t rows : {2, 3, 4, 5, 7, 96, 97, 101}) {
    INFO("rows " << rows);
    Guarded together(rows, kOut, 0);
    run(Form::kGelu, Rows(x.view.row_block(0, rows)), quantized->matrix, bias, together.view);
    CHECK(std::memcmp(together.view.data, alone.view.data, rows * kOut * sizeof(float)) == 0);
  }
}

TEST_CASE("NaN or infinity in one row of x stays in that row of y", "[int8]") {
  Random random(13);
  const auto weight = Guarded::random(20, 8, 0, random);
  const auto bias = random_vector(20, random);
  const auto quantized = kernels::quantize_matrix(weight.view);
  REQUIRE(quantized.has_value());
  for (const float bad : {std::nanf(""), std::numeric_limits<float>::infinity()}) {
    const auto x = Guarded::random(7, 8, 0, random);
    x.view.at(3, 5) = bad;
    Guarded y(7, 20, 0);
    run(Form::kLinear, Rows(x.view), quantized->matrix, bias, y.view);
    for (std::size_t r = 0; r < 7; ++r) {
      INFO("row " << r);
      CHECK(kernels::all_finite(y.view.row_block(r, 1)) == (r != 3));
    }
  }
}

TEST_CASE("a weight that is not finite makes its column of y not finite", "[int8]") {
  Random random(17);
  const auto weight = Guarded::random(9, 70, 0, random);
  weight.view.at(4, 66) = std::numeric_limits<float>::infinity();
  const auto quantized = kernels::quantize_matrix(weight.view);
  REQUIRE(quantized.has_value());
  const auto x = Guarded::random(2, 70, 0, random);
  const auto bias = random_vector(9, random);
  Guarded y(2, 9, 0);
  run(Form::kLinear, Rows(x.view), quantized->matrix, bias, y.view);
  for (std::size_t c = 0; c < 9; ++c) CHECK(std::isfinite(y.view.at(1, c)) == (c != 4));
}

TEST_CASE("rows of zeros and of the smallest floats give the bias", "[int8]") {
  Random random(19);
  const auto weight = Guarded::random(5, 12, 0, random);
  const auto bias = random_vector(5, random);
  const auto quantized = kernels::quantize_matrix(weight.view);
  REQUIRE(quantized.has_value());
  for (const float value : {0.0f, std::numeric_limits<float>::denorm_min(), 1e-38f}) {
    const std::vector<float> x(12, value);
    Guarded y(1, 5, 0);
    run(Form::kLinear, Rows({x.data(), 1, 12}), quantized->matrix, bias, y.view);
    CHECK(std::equal(bias.begin(), bias.end(), y.view.data));
  }
}

TEST_CASE("a table gives its rows back to half a step of their group", "[int8]") {
  Random random(23);
  for (const std::size_t cols : {1, 31, 32, 33, 100}) {
    INFO("cols " << cols);
    const auto table = Guarded::random(7, cols, 2, random);
    const auto quantized = kernels::quantize_table(table.view);
    REQUIRE(quantized.has_value());
    for (std::size_t r = 0; r < 7; ++r) {
      std::vector<float> y(cols, 10.0f);
      kernels::add_row(*quantized, r, y);
      // Numbers less than 2 from their mean; a scale is kept to 1 part in 128.
      for (std::size_t c = 0; c < cols; ++c)
        CHECK(std::abs(y[c] - 10 - table.view.at(r, c)) < 0.51 * 2 / 127 * 1.01);
    }
  }
}

TEST_CASE("a table's row that is not finite stays so, and alone", "[int8]") {
  Random random(29);
  const auto table = Guarded::random(3, 40, 0, random);
  table.view.at(1, 35) = std::nanf("");
  const auto quantized = kernels::quantize_table(table.view);
  REQUIRE(quantized.has_value());
  for (std::size_t r = 0; r < 3; ++r) {
    std::vector<float> y(40, 0.0f);
    kernels::add_row(*quantized, r, y);
    CHECK(kernels::all_finite({y.data(), 1, 40}) == (r != 1));
  }
}

}  // namespace
}  // namespace attnscope::test
