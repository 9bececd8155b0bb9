// 16-bit floats as float32, a vector at a time. half.h has the same as plain functions.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "kernels/half.h"
#include "kernels/vector.h"

namespace attnscope::kernels {

template <class Arch>
using Words = xsimd::batch<std::uint32_t, Arch>;

// Bits that stay, bits of the sign, 224 in the exponent, 2^98, 2^-112.
template <class Arch>
inline constexpr Constants<Arch, 5> kWiden{{std::bit_cast<float>(0x0FFFE000u),
                                            std::bit_cast<float>(0x80000000u),
                                            std::bit_cast<float>(0x70000000u), 0x1p98f, 0x1p-112f}};

// Lanes whose upper halves are 16-bit floats; what lies below them does not count.
//
// float16: exponent and mantissa m of v move to where float32 has theirs, with 224 added to the
// exponent: 2^112 v, and an exponent of 31 is 255, as infinities and NaNs want it. A subnormal is
// then 2^97 (1 + m) where 2^98 m is meant: u in place of 2 u - 2^98. Of these two the smaller is
// right, for normals too, where u >= 2^98. No step rounds what is kept, and none meets a subnormal
// of float32, which some processors take a hundred cycles for.
template <class Arch, HalfFormat format>
inline Vector<Arch> widen(const Words<Arch>& upper) {
  if constexpr (format == HalfFormat::kBFloat16) {
    return xsimd::bitwise_cast<float>((upper >> 16) << 16);
  } else {
    const auto c = kWiden<Arch>.read();
    const auto bits = [&](std::size_t i) { return xsimd::bitwise_cast<std::uint32_t>(c[i]); };
    const auto u = xsimd::bitwise_cast<float>(((upper >> 3) & bits(0)) + bits(2));
    const auto sign = xsimd::bitwise_cast<float>((upper & bits(1)) | bits(4));
    return xsimd::min(u, u + u - c[3]) * sign;
  }
}

// Two vectors of floats.
template <class Arch>
struct Wide {
  Vector<Arch> low, high;
};

// As many pairs as a vector has lanes: the first of each is in `low`, the second in `high`.
template <class Arch, HalfFormat format>
inline Wide<Arch> widen_pairs(const std::uint16_t* halves) {
  const auto pairs =
      xsimd::bitwise_cast<std::uint32_t>(xsimd::batch<std::uint16_t, Arch>::load_unaligned(halves));
  const auto first = pairs << 16;
  if constexpr (format == HalfFormat::kBFloat16) {
    return {xsimd::bitwise_cast<float>(first), widen<Arch, format>(pairs)};
  } else {
    return {widen<Arch, format>(first), widen<Arch, format>(pairs)};
  }
}

}  // namespace attnscope::kernels
