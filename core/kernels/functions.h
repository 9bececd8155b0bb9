// Transcendental functions on vectors. The coefficients are our own weighted
// least-squares fits at Chebyshev points, iterated towards equal ripple; the
// tests measure their errors against double precision.
#pragma once

#include <array>

#include "kernels/vector.h"

namespace attnscope::kernels {

// 2^x for x <= 0, with relative error below 2e-7; exactly 0 below x = -126.5.
// x = n + f with n whole and |f| <= 1/2: a polynomial gives 2^f, the exponent
// bits give 2^n. Adding kRound leaves n + 127 in the low bits of the sum (its
// last place is worth 1), so rounding and bias cost one addition.
template <class Arch>
inline Vector<Arch> exp2_nonpositive(const Vector<Arch>& x) {
  constexpr float kRound = 0x1.8p23f + 127.0f;
  constexpr std::array<float, 6> kPowers = {1.0f,         0.69314698f,   0.24022242f,
                                            0.055507337f, 0.0096715126f, 0.0013264727f};
  const Vector<Arch> bounded = at_least<Arch>(x, -127.0f);
  const Vector<Arch> rounded = bounded + Vector<Arch>(kRound);
  const Vector<Arch> fraction = bounded - (rounded - Vector<Arch>(kRound));
  const auto exponent = xsimd::bitwise_cast<std::int32_t>(rounded) << 23;
  return polynomial<Arch>(fraction, kPowers) * xsimd::bitwise_cast<float>(exponent);
}

// x * Phi(x), where Phi(x) = 1/2 + x R(x^2) and R is a rational function fitted
// on |x| <= 5.65 with error below 1.1e-8 in Phi; beyond, Phi is 0 or 1 to
// float32. The factor 1/sqrt(2) of erf(x / sqrt(2)) lives in the coefficients.
template <class Arch>
inline Vector<Arch> gelu(const Vector<Arch>& x) {
  constexpr float kEdge = 5.65f;
  constexpr std::array<float, 6> kNumerator = {0.39894221f,    0.034653221f,  0.0047235760f,
                                               0.00017655391f, 6.3635537e-6f, 2.1857418e-8f};
  constexpr std::array<float, 6> kDenominator = {1.0f,          0.25352834f,   0.029096945f,
                                                 0.0019283665f, 7.5906583e-5f, 1.1723050e-6f};
  const Vector<Arch> z = xsimd::min(Vector<Arch>(kEdge), xsimd::max(Vector<Arch>(-kEdge), x));
  const Vector<Arch> square = z * z;
  const Vector<Arch> ratio =
      polynomial<Arch>(square, kNumerator) / polynomial<Arch>(square, kDenominator);
  return x * multiply_add<Arch>(z, ratio, Vector<Arch>(0.5f));
}

}  // namespace attnscope::kernels
