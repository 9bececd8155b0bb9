// The two 16-bit float formats as float32. Exact: every 16-bit value,
// subnormals, infinities and NaNs included, is also a float32.
#pragma once

#include <bit>
#include <cstdint>

namespace attnscope {

// bfloat16: the upper half of a float32.
constexpr float from_bfloat16(std::uint16_t bits) {
  return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

// IEEE 754 binary16: 1 sign, 5 exponent (bias 15), 10 mantissa bits.
constexpr float from_float16(std::uint16_t bits) {
  const std::uint32_t sign = std::uint32_t{bits & 0x8000u} << 16;
  const std::uint32_t exponent = (bits >> 10) & 0x1fu;
  const std::uint32_t mantissa = bits & 0x3ffu;
  // Subnormals are mantissa * 2^-24, which float32 holds as a normal number.
  if (exponent == 0) {
    const float magnitude = static_cast<float>(mantissa) * 0x1p-24f;
    return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(magnitude));
  }
  // Infinities and NaNs keep their kind and payload; others move to bias 127.
  const std::uint32_t wide = exponent == 31 ? 255 : exponent + 112;
  return std::bit_cast<float>(sign | wide << 23 | mantissa << 13);
}

}  // namespace attnscope
