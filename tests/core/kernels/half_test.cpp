// Products with 16-bit weights against those of the same weights converted to float32: the same
// bits, at every tile height and every rest in each dimension. And each 16-bit number there is.
#include "kernels/half.h"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>

#include "kernels/kernels.h"
#include "random.h"

namespace attnscope::test {
namespace {

using kernels::HalfFormat;

constexpr HalfFormat kFormats[] = {HalfFormat::kFloat16, HalfFormat::kBFloat16};
constexpr std::size_t kMostRows = 19;
// Blocks of k with every kind of rest.
constexpr std::size_t kInner[] = {1, 2, 7, 65, 127, 128, 129, 300};

enum class Form { kLinear, kGelu, kAdd };

// Of float16 one number in so many is subnormal: HalfMatrix::careful with 4, not with 512.
struct Kind {
  HalfFormat format;
  float subnormal;
};
constexpr Kind kKinds[] = {
    {HalfFormat::kBFloat16, 4}, {HalfFormat::kFloat16, 4}, {HalfFormat::kFloat16, 512}};

// Finite numbers of magnitude below 2.
std::vector<std::uint16_t> random_halves(std::size_t count, Kind kind, Random& random) {
  std::vector<std::uint16_t> halves(count);
  for (std::uint16_t& half : halves) {
    const auto bits = static_cast<std::uint16_t>((random.next() + 1.0f) * 0x1p15f);
    const bool small = random.next() < 2 / kind.subnormal - 1;
    if (kind.format == HalfFormat::kBFloat16) {
      half = static_cast<std::uint16_t>((bits & 0x80FFu) | 0x3E00u);
    } else {
      half = static_cast<std::uint16_t>(small ? bits & 0x83FFu : (bits & 0xBFFFu) | 0x0400u);
    }
  }
  return halves;
}

std::vector<float> widened(std::span<const std::uint16_t> halves, HalfFormat format) {
  std::vector<float> floats;
  for (const std::uint16_t half : halves) floats.push_back(kernels::from_half(half, format));
  return floats;
}

template <class Weight>
void run(Form form, ConstMatrix x, const Weight& weight, std::span<const float> bias, Matrix y) {
  switch (form) {
    case Form::kLinear:
      return kernels::linear(x, weight, bias, y);
    case Form::kGelu:
      return kernels::linear_gelu(x, weight, bias, y);
    case Form::kAdd:
      return kernels::linear_add(x, weight, bias, y);
  }
}

void check_equal_bits(Form form, Kind kind, std::size_t rows, std::size_t in, std::size_t out) {
  const HalfFormat format = kind.format;
  INFO("form " << static_cast<int>(form) << ", format " << static_cast<int>(format)
               << ", one subnormal in " << kind.subnormal << ", rows " << rows << ", in " << in
               << ", out " << out);
  Random random(rows * 1000003 + in * 1009 + out);
  const auto x = Guarded::random(rows, in, 3, random);
  const auto bias = random_vector(out, random);
  const auto y = Guarded::random(rows, out, 5, random);
  Guarded expected(rows, out, 5);
  std::ranges::copy(y.memory, expected.memory.begin());
  auto halves = random_halves(out * in, kind, random);
  auto floats = widened(halves, format);

  const auto wide = kernels::pack_in_place({floats.data(), out, in});
  REQUIRE(wide.has_value());
  run(form, x.view, wide->matrix, bias, expected.view);
  const auto packed = kernels::pack_in_place(halves.data(), out, in, format);
  REQUIRE(packed.has_value());
  if (out * in > 2048)
    REQUIRE(packed->matrix.careful == (format == HalfFormat::kFloat16 && kind.subnormal < 128));
  run(form, x.view, packed->matrix, bias, y.view);
  REQUIRE(x.guards_untouched());
  REQUIRE(std::memcmp(y.memory.data(), expected.memory.data(), y.memory.size() * sizeof(float)) ==
          0);
}

void check_all_sizes(Form form) {
  const std::size_t panel = kernels::panel_width();
  for (const Kind kind : kKinds) {
    for (std::size_t rows = 1; rows <= kMostRows; ++rows) {
      for (std::size_t out = 1; out <= 3 * panel; ++out)
        check_equal_bits(form, kind, rows, kInner[(rows + out) % std::size(kInner)], out);
      // Several panels at once, as one and two rows take them, with rests of panels.
      for (const std::size_t out : {4 * panel, 7 * panel + 3, 9 * panel})
        check_equal_bits(form, kind, rows, kInner[(rows + out) % std::size(kInner)], out);
    }
  }
}

TEST_CASE("linear of 16 bits has the bits of float32 at every edge size", "[half]") {
  check_all_sizes(Form::kLinear);
}
TEST_CASE("linear_gelu of 16 bits has the bits of float32 at every edge size", "[half]") {
  check_all_sizes(Form::kGelu);
}
TEST_CASE("linear_add of 16 bits has the bits of float32 at every edge size", "[half]") {
  check_all_sizes(Form::kAdd);
}

TEST_CASE("more rows than are summed at a time have the bits of float32", "[half]") {
  for (const Kind kind : kKinds) {
    for (const std::size_t rows : {255, 256, 257, 520})
      check_equal_bits(Form::kAdd, kind, rows, 140, kernels::panel_width() + 3);
  }
}

TEST_CASE("blocks of k of 16-bit weights add up to the bits of float32", "[half]") {
  for (const Kind kind : kKinds) {
    for (const std::size_t in : {511, 512, 513, 1200}) {
      for (const std::size_t rows : {1, 2, 3, 9})
        check_equal_bits(Form::kLinear, kind, rows, in, 2 * kernels::panel_width() + 1);
    }
  }
}

TEST_CASE("columns of a 16-bit product are those of the whole", "[half]") {
  Random random(5);
  const std::size_t panel = kernels::panel_width();
  const std::size_t out = 3 * panel + 2, in = 33, rows = 3;
  auto halves = random_halves(out * in, kKinds[2], random);
  const auto packed = kernels::pack_in_place(halves.data(), out, in, HalfFormat::kFloat16);
  REQUIRE(packed.has_value());
  const auto x = Guarded::random(rows, in, 0, random);
  const auto bias = random_vector(out, random);
  Guarded whole(rows, out, 0), parts(rows, out, 0);
  kernels::linear(x.view, packed->matrix, bias, whole.view);
  for (const auto& [first, count] : {std::pair{std::size_t{0}, panel}, {panel, 2 * panel + 2}}) {
    kernels::linear(x.view, packed->matrix.columns(first, count),
                    std::span(bias).subspan(first, count), parts.view.col_block(first, count));
  }
  CHECK(parts.memory == whole.memory);
}

// Each number as a weight of its own output, for 1 and for 3 rows: 1 times it, 2 times it, ...
void check_widened(std::vector<std::uint16_t> halves, HalfFormat format, bool careful) {
  const std::size_t count = halves.size();
  const auto expected = widened(halves, format);
  const auto packed = kernels::pack_in_place(halves.data(), count, 1, format);
  REQUIRE(packed.has_value());
  REQUIRE(packed->matrix.careful == careful);
  const std::vector<float> bias(count, 0.0f);
  const std::vector<float> x = {1.0f, 2.0f, -1.0f};
  for (const std::size_t rows : {1, 3}) {
    Guarded y(rows, count, 0);
    kernels::linear({x.data(), rows, 1}, packed->matrix, bias, y.view);
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t i = 0; i < count; ++i) {
        const float value = x[r] * expected[i];
        if (std::isnan(value) ? std::isnan(y.view.at(r, i)) : y.view.at(r, i) == value) continue;
        FAIL("format " << static_cast<int>(format) << ", row " << r << ", number " << i << ": "
                       << y.view.at(r, i) << " in place of " << value);
      }
    }
  }
}

TEST_CASE("each of the 65,536 numbers is widened exactly inside a product", "[half]") {
  std::vector<std::uint16_t> halves(65536);
  std::iota(halves.begin(), halves.end(), std::uint16_t{0});
  check_widened(halves, HalfFormat::kBFloat16, false);
  check_widened(halves, HalfFormat::kFloat16, true);
  // All finite ones again, among so many normal ones that subnormals are few.
  for (std::uint16_t& half : halves) {
    if ((half & 0x7C00u) == 0x7C00u) half = 0x3C00;
  }
  halves.resize(2046 * 129, 0x3C01);
  check_widened(halves, HalfFormat::kFloat16, false);
}

TEST_CASE("16-bit weights are unpacked bit for bit at every edge size", "[half]") {
  for (const HalfFormat format : kFormats) {
    for (std::size_t out = 1; out <= 3 * kernels::panel_width(); ++out) {
      for (const std::size_t in : {1, 7, 32}) {
        INFO("in " << in << ", out " << out);
        Random random(in * 1009 + out);
        auto halves = random_halves(out * in, {format, 4}, random);
        halves[out * in - 1] = 0x7E01;  // in float16 a NaN with a payload
        const auto expected = widened(halves, format);
        const auto packed = kernels::pack_in_place(halves.data(), out, in, format);
        REQUIRE(packed.has_value());
        for (const std::size_t first : {std::size_t{0}, out / 2, out - 1}) {
          Guarded rows(out - first, in, 3);
          kernels::unpack_rows(packed->matrix, first, rows.view);
          REQUIRE(rows.guards_untouched());
          for (std::size_t r = 0; r < rows.view.rows; ++r) {
            REQUIRE(std::memcmp(rows.view.row(r).data(), expected.data() + (first + r) * in,
                                in * sizeof(float)) == 0);
          }
        }
      }
    }
  }
}

TEST_CASE("a row of a 16-bit table is added and unpacked exactly at every width", "[half]") {
  for (const HalfFormat format : kFormats) {
    for (std::size_t cols = 1; cols <= 35; ++cols) {
      Random random(cols);
      const auto halves = random_halves(5 * cols, {format, 4}, random);
      const auto floats = widened(halves, format);
      const kernels::HalfTable table{halves.data(), format, 5, cols};
      Guarded rows(3, cols, 2);
      kernels::unpack_rows(table, 1, rows.view);
      REQUIRE(rows.guards_untouched());
      const auto before = random_vector(cols, random);
      auto y = before;
      kernels::add_row(table.row_block(2, 3), 1, y);
      for (std::size_t c = 0; c < cols; ++c) {
        REQUIRE(rows.view.at(2, c) == floats[3 * cols + c]);
        REQUIRE(y[c] == before[c] + floats[3 * cols + c]);
      }
    }
  }
}

}  // namespace
}  // namespace attnscope::test
