// Products with a table as it lies, in each of its three forms, against the plain loops.
#include "kernels/table.h"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "kernels/kernels.h"
#include "kernels/reference.h"
#include "random.h"

namespace attnscope::test {
namespace {

using kernels::HalfFormat;

// All rests of a vector (16 lanes at most), of a group and of the block that is widened at a time.
std::vector<std::size_t> widths() {
  std::vector<std::size_t> all = {63, 64, 65, 100, 511, 512, 513, 768, 1030};
  for (std::size_t cols = 1; cols <= 50; ++cols) all.push_back(cols);
  return all;
}

double largest_difference(Matrix a, Matrix b) {
  double largest = 0;
  for (std::size_t r = 0; r < a.rows; ++r) {
    for (std::size_t c = 0; c < a.cols; ++c) {
      const double difference = std::abs(static_cast<double>(a.at(r, c)) - b.at(r, c));
      largest = std::isnan(difference) ? HUGE_VAL : std::max(largest, difference);
    }
  }
  return largest;
}

double bound(std::size_t cols) { return 1e-6 * (2 + static_cast<double>(cols) / 4); }

bool same_bits(Matrix a, Matrix b) {
  for (std::size_t r = 0; r < a.rows; ++r) {
    if (std::memcmp(a.row(r).data(), b.row(r).data(), a.cols * sizeof(float)) != 0) return false;
  }
  return true;
}

TEST_CASE("a table's products equal the plain loops at every edge size", "[table]") {
  for (const std::size_t cols : widths()) {
    for (const std::size_t tokens : {1, 2, 3, 8, 9, 17}) {
      const std::size_t rows = 1 + (cols + tokens) % 11;
      INFO("cols " << cols << ", rows " << rows << ", tokens " << tokens);
      Random random(cols * 1009 + tokens);
      const auto x = Guarded::random(tokens, cols, 3, random);
      const auto table = Guarded::random(rows, cols, 2, random);
      Guarded y(tokens, rows, 5), expected(tokens, rows, 0);
      reference::linear(x.view, table.view, {}, expected.view);
      kernels::table_product(x.view, table.view, y.view);
      REQUIRE(y.guards_untouched());
      REQUIRE(largest_difference(y.view, expected.view) < bound(cols));
    }
  }
}

TEST_CASE("a 16-bit table's products have the bits of the same table in float32", "[table]") {
  for (const HalfFormat format : {HalfFormat::kFloat16, HalfFormat::kBFloat16}) {
    for (const std::size_t cols : widths()) {
      const std::size_t rows = 1 + cols % 9, tokens = 1 + cols % 4;
      INFO("format " << static_cast<int>(format) << ", cols " << cols);
      Random random(cols);
      std::vector<std::uint16_t> halves(rows * cols);
      // Below 2 in float16, below 4 in bfloat16, subnormals among them.
      for (std::uint16_t& half : halves)
        half = static_cast<std::uint16_t>(static_cast<unsigned>((random.next() + 1) * 0x1p15f) &
                                          0xBFFFu);
      const kernels::HalfTable table{halves.data(), format, rows, cols};
      Guarded wide(rows, cols, 0);
      kernels::unpack_rows(table, 0, wide.view);
      const auto x = Guarded::random(tokens, cols, 1, random);
      Guarded y(tokens, rows, 2), expected(tokens, rows, 2);
      kernels::table_product(x.view, wide.view, expected.view);
      kernels::table_product(x.view, table, y.view);
      REQUIRE(y.guards_untouched());
      REQUIRE(same_bits(y.view, expected.view));
    }
  }
}

TEST_CASE("each of the 65,536 numbers of a table is widened exactly", "[table]") {
  constexpr std::size_t kCols = 64;
  for (const HalfFormat format : {HalfFormat::kFloat16, HalfFormat::kBFloat16}) {
    for (std::size_t first = 0; first < 65536; first += kCols) {
      // One number a row: zeros times a NaN or an infinity would hide the others.
      std::vector<std::uint16_t> halves(kCols * kCols, 0);
      for (std::size_t i = 0; i < kCols; ++i)
        halves[i * kCols + i] = static_cast<std::uint16_t>(first + i);
      const std::vector<float> ones(kCols, 1.0f);
      std::vector<float> y(kCols);
      kernels::table_product({ones.data(), 1, kCols}, {halves.data(), format, kCols, kCols},
                             {y.data(), 1, kCols});
      for (std::size_t i = 0; i < kCols; ++i) {
        INFO("format " << static_cast<int>(format) << ", bits " << first + i);
        const float expected = kernels::from_half(static_cast<std::uint16_t>(first + i), format);
        if (std::isnan(expected)) {
          REQUIRE(std::isnan(y[i]));
        } else {
          REQUIRE(y[i] == expected);
        }
      }
    }
  }
}

TEST_CASE("an integer table's products equal those of what is left of it", "[table]") {
  for (const std::size_t cols : widths()) {
    INFO("cols " << cols);
    constexpr std::size_t kRows = 10, kFirst = 3, kTokens = 2;
    Random random(cols);
    const auto table = kernels::quantize_table(Guarded::random(kRows, cols, 0, random).view);
    REQUIRE(table.has_value());
    Guarded left(kRows - kFirst, cols, 0);
    kernels::unpack_rows(*table, kFirst, left.view);
    const auto x = Guarded::random(kTokens, cols, 1, random);
    Guarded y(kTokens, kRows - kFirst, 2), expected(kTokens, kRows - kFirst, 0);
    reference::linear(x.view, left.view, {}, expected.view);
    kernels::table_product(x.view, *table, kFirst, y.view);
    REQUIRE(y.guards_untouched());
    REQUIRE(largest_difference(y.view, expected.view) < bound(cols));
  }
}

TEST_CASE("a part of a table, or of the rows, gives the bits of the whole", "[table]") {
  Random random(3);
  constexpr std::size_t kRows = 23, kCols = 530, kTokens = 11;
  const auto table = Guarded::random(kRows, kCols, 1, random);
  const auto quantized = kernels::quantize_table(table.view);
  REQUIRE(quantized.has_value());
  const auto x = Guarded::random(kTokens, kCols, 2, random);
  Guarded whole(kTokens, kRows, 0), integers(kTokens, kRows, 0);
  kernels::table_product(x.view, table.view, whole.view);
  kernels::table_product(x.view, *quantized, 0, integers.view);
  for (std::size_t first = 0; first < kRows; first += 5) {
    for (std::size_t count = 1; first + count <= kRows; ++count) {
      for (std::size_t t = 0; t < kTokens; t += 3) {
        const std::size_t tokens = std::min<std::size_t>(3, kTokens - t);
        INFO("first " << first << ", count " << count << ", tokens from " << t);
        const auto input = x.view.row_block(t, tokens);
        Guarded part(tokens, count, 1);
        kernels::table_product(input, table.view.row_block(first, count), part.view);
        REQUIRE(same_bits(part.view, whole.view.row_block(t, tokens).col_block(first, count)));
        kernels::table_product(input, *quantized, first, part.view);
        REQUIRE(same_bits(part.view, integers.view.row_block(t, tokens).col_block(first, count)));
      }
    }
  }
}

TEST_CASE("NaN in a row of a table stays in its column of the products", "[table]") {
  Random random(4);
  const auto table = Guarded::random(9, 37, 0, random);
  table.view.at(6, 36) = std::nanf("");
  const auto x = Guarded::random(2, 37, 0, random);
  Guarded y(2, 9, 0);
  kernels::table_product(x.view, table.view, y.view);
  for (std::size_t t = 0; t < 2; ++t) {
    for (std::size_t r = 0; r < 9; ++r) CHECK(std::isnan(y.view.at(t, r)) == (r == 6));
  }
}

}  // namespace
}  // namespace attnscope::test
