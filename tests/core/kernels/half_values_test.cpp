#include "kernels/half.h"

#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdint>

using namespace attnscope;
using namespace attnscope::kernels;

namespace {

// The definition, in double and without bit tricks: (-1)^s * 2^(e - bias) *
// (1 + m / 2^bits), or (-1)^s * 2^(1 - bias) * m / 2^bits where e is 0.
double plain_value(unsigned pattern, int mantissa_bits, int exponent_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = static_cast<int>(pattern >> mantissa_bits) & ((1 << exponent_bits) - 1);
  const double fraction =
      std::ldexp(static_cast<double>(pattern & ((1u << mantissa_bits) - 1u)), -mantissa_bits);
  const double magnitude =
      exponent == 0 ? std::ldexp(fraction, 1 - bias) : std::ldexp(1 + fraction, exponent - bias);
  return pattern >> 15 ? -magnitude : magnitude;
}

// Counts the patterns that are read differently from the definition.
template <class Convert>
int count_differences(Convert convert, int mantissa_bits, int exponent_bits) {
  int differences = 0;
  for (unsigned pattern = 0; pattern <= 0xffffu; ++pattern) {
    const float found = convert(static_cast<std::uint16_t>(pattern));
    const bool is_special =
        (pattern >> mantissa_bits & ((1u << exponent_bits) - 1u)) == (1u << exponent_bits) - 1u;
    const unsigned mantissa = pattern & ((1u << mantissa_bits) - 1u);
    bool same;
    if (is_special && mantissa != 0) {
      same = std::isnan(found);
    } else if (is_special) {
      same = std::isinf(found);
    } else {
      same = static_cast<double>(found) == plain_value(pattern, mantissa_bits, exponent_bits);
    }
    if (!same || std::signbit(found) != (pattern >> 15 != 0)) ++differences;
  }
  return differences;
}

}  // namespace

TEST_CASE("half: all 65,536 float16 patterns read as the definition says", "[kernels][half]") {
  CHECK(count_differences(from_float16, 10, 5) == 0);
}

TEST_CASE("half: all 65,536 bfloat16 patterns read as the definition says", "[kernels][half]") {
  CHECK(count_differences(from_bfloat16, 7, 8) == 0);
}

TEST_CASE("half: landmarks of float16", "[kernels][half]") {
  CHECK(from_float16(0x3c00) == 1.0f);
  CHECK(from_float16(0xc000) == -2.0f);
  CHECK(from_float16(0x7bff) == 65504.0f);
  CHECK(from_float16(0x0001) == 0x1p-24f);
  CHECK(from_float16(0x03ff) == 1023 * 0x1p-24f);
  CHECK(std::bit_cast<std::uint32_t>(from_float16(0x8000)) == 0x80000000u);
}

TEST_CASE("half: a NaN keeps its payload", "[kernels][half]") {
  CHECK(std::bit_cast<std::uint32_t>(from_float16(0x7e01)) == 0x7fc02000u);
  CHECK(std::bit_cast<std::uint32_t>(from_bfloat16(0x7fc1)) == 0x7fc10000u);
}
