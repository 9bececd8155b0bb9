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

// How the numbers of a matrix or table are widened: float16 as HalfMatrix::careful has it.
enum class Widening { kBFloat16, kQuick16, kCareful16 };

// Bits that stay, bits of the sign, 224 in the exponent, 2^98, 2^-112.
template <class Arch>
inline constexpr Constants<Arch, 5> kCareful{
    {std::bit_cast<float>(0x0FFFE000u), std::bit_cast<float>(0x80000000u),
     std::bit_cast<float>(0x70000000u), 0x1p98f, 0x1p-112f}};

// Bits that stay, 2^112.
template <class Arch>
inline constexpr Constants<Arch, 2> kQuick{{std::bit_cast<float>(0x8FFFE000u), 0x1p112f}};

// Lanes whose upper halves are 16-bit floats; what lies below them does not count.
//
// Quick: sign, exponent and mantissa move to where float32 has theirs, and a multiplication sets
// the exponent right; subnormals are then subnormals of float32 for that one step.
//
// Careful: of v without its sign, exponent and mantissa m move to where float32 has theirs, with
// 224 added to the exponent: u = 2^112 v, and an exponent of 31 is 255, as infinities and NaNs want
// it. A subnormal is then 2^97 (1 + m) where 2^98 m is meant: u in place of 2 u - 2^98. Of these
// two the smaller is right, for normals too, where u >= 2^98.
//
// No step rounds what is kept.
template <class Arch, Widening widening>
inline Vector<Arch> widen(const Words<Arch>& upper) {
  using I = xsimd::batch<std::int32_t, Arch>;
  if constexpr (widening == Widening::kBFloat16) {
    return xsimd::bitwise_cast<float>((upper >> 16) << 16);
  } else if constexpr (widening == Widening::kQuick16) {
    const auto c = kQuick<Arch>.read();
    const I moved =
        (xsimd::bitwise_cast<std::int32_t>(upper) >> 3) & xsimd::bitwise_cast<std::int32_t>(c[0]);
    return xsimd::bitwise_cast<float>(moved) * c[1];
  } else {
    const auto c = kCareful<Arch>.read();
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
template <class Arch, Widening widening>
inline Wide<Arch> widen_pairs(const std::uint16_t* halves) {
  const auto pairs =
      xsimd::bitwise_cast<std::uint32_t>(xsimd::batch<std::uint16_t, Arch>::load_unaligned(halves));
  const auto first = pairs << 16;
  if constexpr (widening == Widening::kBFloat16) {
    return {xsimd::bitwise_cast<float>(first), widen<Arch, widening>(pairs)};
  } else {
    return {widen<Arch, widening>(first), widen<Arch, widening>(pairs)};
  }
}

}  // namespace attnscope::kernels
