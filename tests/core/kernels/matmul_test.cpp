// The packed product against the plain loops: every tile height, every rest in
// each dimension, strides wider than the rows.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "kernels/kernels.h"
#include "kernels/reference.h"
#include "random.h"

namespace attnscope::test {
namespace {

// 1 to 3 tiles of 6 rows with every rest, and 1 to 3 panels of 32 columns, this
// code's widest (AVX-512), with every rest.
constexpr std::size_t kMostRows = 19;
constexpr std::size_t kInner[] = {1, 2, 7, 32, 65};

enum class Form { kProduct, kLinear, kGelu, kAdd };

// What the form should give, and how far float32 sums of `in` products may be off.
double largest_error(Form form, std::size_t rows, std::size_t in, std::size_t out) {
  Random random(rows * 1000003 + in * 1009 + out);
  const auto x = Guarded::random(rows, in, 3, random);
  const auto weight = Guarded::random(out, in, 0, random);
  const auto bias = random_vector(out, random);
  const auto y = Guarded::random(rows, out, 5, random);
  Guarded expected(rows, out, 0);
  const bool biased = form != Form::kProduct;
  reference::linear(x.view, weight.view,
                    biased ? std::span<const float>(bias) : std::span<const float>(),
                    expected.view);
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < out; ++c) {
      float& value = expected.view.at(r, c);
      if (form == Form::kGelu) value = static_cast<float>(reference::gelu(value));
      if (form == Form::kAdd) value += y.view.at(r, c);
    }
  }

  const auto packed = kernels::pack_in_place(weight.view);
  REQUIRE(packed.has_value());
  switch (form) {
    case Form::kProduct:
      kernels::product(x.view, packed->matrix, y.view);
      break;
    case Form::kLinear:
      kernels::linear(x.view, packed->matrix, bias, y.view);
      break;
    case Form::kGelu:
      kernels::linear_gelu(x.view, packed->matrix, bias, y.view);
      break;
    case Form::kAdd:
      kernels::linear_add(x.view, packed->matrix, bias, y.view);
      break;
  }

  if (!x.guards_untouched() || !y.guards_untouched() || !weight.guards_untouched()) return HUGE_VAL;
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
      // A sum of `in` products below 1 in magnitude, each step rounded to 2^-24 of the sum.
      REQUIRE(largest_error(form, rows, in, out) < 1e-6 * (2 + static_cast<double>(in) / 4));
    }
  }
}

// Rows [first, first + count) out of `packed` are those of `weight`, and nothing else is written.
void check_unpacked(const kernels::PackedMatrix& packed, ConstMatrix weight, std::size_t first,
                    std::size_t count) {
  Guarded rows(count, weight.cols, 3);
  kernels::unpack_rows(packed, first, rows.view);
  REQUIRE(rows.guards_untouched());
  for (std::size_t r = 0; r < count; ++r) {
    REQUIRE(std::memcmp(rows.view.row(r).data(), weight.row(first + r).data(),
                        weight.cols * sizeof(float)) == 0);
  }
}

TEST_CASE("what was packed is unpacked bit for bit at every edge size", "[kernels]") {
  for (std::size_t out = 1; out <= 3 * kernels::panel_width(); ++out) {
    for (const std::size_t in : kInner) {
      INFO("in " << in << ", out " << out);
      Random random(in * 1009 + out);
      const auto weight = Guarded::random(out, in, 0, random);
      weight.view.at(out - 1, in - 1) = -0.0f;
      const std::vector<float> copy = weight.memory;
      std::vector<float> memory(kernels::packed_floats(out, in));
      const ConstMatrix expected(copy.data(), out, in);
      check_unpacked(kernels::pack_rows(expected, memory.data()), expected, 0, out);
      const auto packed = kernels::pack_in_place(weight.view);
      REQUIRE(packed.has_value());
      check_unpacked(packed->matrix, expected, 0, out);
      check_unpacked(packed->matrix, expected, out / 2, 1);
      check_unpacked(packed->matrix, expected, out / 3, out - out / 3);
    }
  }
}

TEST_CASE("product equals the plain loops at every edge size", "[kernels]") {
  check_all_sizes(Form::kProduct);
}
TEST_CASE("linear equals the plain loops at every edge size", "[kernels]") {
  check_all_sizes(Form::kLinear);
}
TEST_CASE("linear_gelu equals the plain loops at every edge size", "[kernels]") {
  check_all_sizes(Form::kGelu);
}
TEST_CASE("linear_add equals the plain loops at every edge size", "[kernels]") {
  check_all_sizes(Form::kAdd);
}

TEST_CASE("linear holds its precision at the model's own sizes", "[kernels]") {
  CHECK(largest_error(Form::kLinear, 17, 384, 1536) < 3e-5);
  CHECK(largest_error(Form::kLinear, 13, 1536, 384) < 1e-4);
}

TEST_CASE("a row of a product does not depend on the rows beside it, bit for bit", "[kernels]") {
  Random random(7);
  constexpr std::size_t kIn = 45;
  constexpr std::size_t kOut = 37;
  const auto weight = Guarded::random(kOut, kIn, 0, random);
  const auto bias = random_vector(kOut, random);
  const auto packed = kernels::pack_in_place(weight.view);
  REQUIRE(packed.has_value());
  const auto x = Guarded::random(kMostRows, kIn, 1, random);
  Guarded alone(kMostRows, kOut, 0);
  for (std::size_t r = 0; r < kMostRows; ++r) {
    kernels::linear(x.view.row_block(r, 1), packed->matrix, bias, alone.view.row_block(r, 1));
  }
  for (std::size_t rows = 1; rows <= kMostRows; ++rows) {
    INFO("rows " << rows);
    Guarded together(rows, kOut, 0);
    kernels::linear(x.view.row_block(0, rows), packed->matrix, bias, together.view);
    CHECK(std::memcmp(together.view.data, alone.view.data, rows * kOut * sizeof(float)) == 0);
  }
}

TEST_CASE("the three ways to pack a matrix hold the same numbers", "[kernels]") {
  Random random(11);
  for (std::size_t out = 1; out <= 2 * kernels::panel_width() + 1; ++out) {
    INFO("out " << out);
    constexpr std::size_t kIn = 9;
    const auto weight = Guarded::random(out, kIn, 0, random);
    Guarded transposed(kIn, out, 2);
    for (std::size_t o = 0; o < out; ++o) {
      for (std::size_t k = 0; k < kIn; ++k) transposed.view.at(k, o) = weight.view.at(o, k);
    }
    std::vector<float> by_rows(kernels::packed_floats(out, kIn), 1.0f);
    std::vector<float> by_columns(kernels::packed_floats(out, kIn), 2.0f);

    kernels::pack_rows(weight.view, by_rows.data());
    kernels::pack_columns(transposed.view, by_columns.data());
    const auto in_place = kernels::pack_in_place(weight.view);

    CHECK(by_rows == by_columns);
    REQUIRE(in_place.has_value());
    const std::size_t whole = out / kernels::panel_width() * kernels::panel_width() * kIn;
    CHECK(std::equal(by_rows.data(), by_rows.data() + whole, in_place->matrix.panels));
    CHECK((whole == by_rows.size() ||
           std::equal(by_rows.data() + whole, by_rows.data() + by_rows.size(),
                      in_place->matrix.last)));
  }
}

TEST_CASE("NaN in one row of x stays in that row of y", "[kernels]") {
  Random random(13);
  const auto weight = Guarded::random(20, 8, 0, random);
  const auto packed = kernels::pack_in_place(weight.view);
  REQUIRE(packed.has_value());
  const auto x = Guarded::random(7, 8, 0, random);
  x.view.at(3, 5) = std::nanf("");
  Guarded y(7, 20, 0);
  kernels::product(x.view, packed->matrix, y.view);
  for (std::size_t r = 0; r < 7; ++r) {
    INFO("row " << r);
    CHECK(kernels::all_finite(y.view.row_block(r, 1)) == (r != 3));
  }
}

}  // namespace
}  // namespace attnscope::test
