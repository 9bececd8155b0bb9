// Transcendental functions on vectors. The coefficients are our own weighted
// least-squares fits at Chebyshev points, iterated towards equal ripple; the
// tests measure their errors against double precision.
#pragma once

#include <array>
#include <cstdint>

#include "kernels/vector.h"

namespace attnscope::kernels {

// The least argument, the rounding constant, the coefficients of 2^f.
template <class Arch>
inline constexpr Constants<Arch, 8> kExp2{{-127.0f, 0x1.8p23f + 127.0f, 1.0f, 0.69314698f,
                                           0.24022242f, 0.055507337f, 0.0096715126f,
                                           0.0013264727f}};

// 2^x for x <= 0, with relative error below 2e-7; exactly 0 below x = -126.5.
// x = n + f with n whole and |f| <= 1/2: a polynomial gives 2^f, the exponent
// bits give 2^n. Adding the rounding constant leaves n + 127 in the low bits of the
// sum (its last place is worth 1), so rounding and bias cost one addition.
template <class Arch>
inline Vector<Arch> exp2_nonpositive(const Vector<Arch>& x) {
  const auto c = kExp2<Arch>.read();
  const Vector<Arch> bounded = at_least<Arch>(x, c[0]);
  const Vector<Arch> rounded = bounded + c[1];
  const Vector<Arch> fraction = bounded - (rounded - c[1]);
  const auto exponent = xsimd::bitwise_cast<std::int32_t>(rounded) << 23;
  return polynomial<Arch, 6>(fraction, c, 2) * xsimd::bitwise_cast<float>(exponent);
}

// Least and largest argument, 1/2, numerator, denominator.
template <class Arch>
inline constexpr Constants<Arch, 15> kGelu{
    {-5.65f, 5.65f, 0.5f,                                                                     //
     0.39894221f, 0.034653221f, 0.0047235760f, 0.00017655391f, 6.3635537e-6f, 2.1857418e-8f,  //
     1.0f, 0.25352834f, 0.029096945f, 0.0019283665f, 7.5906583e-5f, 1.1723050e-6f}};

// x * Phi(x), where Phi(x) = 1/2 + x R(x^2) and R is a rational function fitted
// on |x| <= 5.65 with error below 1.1e-8 in Phi; beyond, Phi is 0 or 1 to
// float32. The factor 1/sqrt(2) of erf(x / sqrt(2)) lives in the coefficients.
template <class Arch>
inline Vector<Arch> gelu(const Vector<Arch>& x) {
  const auto c = kGelu<Arch>.read();
  const Vector<Arch> z = xsimd::min(c[1], xsimd::max(c[0], x));
  const Vector<Arch> square = z * z;
  const Vector<Arch> ratio = polynomial<Arch, 6>(square, c, 3) / polynomial<Arch, 6>(square, c, 9);
  return x * multiply_add<Arch>(z, ratio, c[2]);
}

// Least and largest argument: beyond, the sigmoid is 0 or 1, and x^3 stays finite.
template <class Arch>
inline constexpr Constants<Arch, 4> kSigmoid{{-1e4f, 1e4f, 0.0f, 1.0f}};

// x / (1 + 2^-z) with z = linear x + cubic x^3, both factors >= 0: x times a sigmoid to base 2.
// The power is of -|z|, so that it cannot overflow.
template <class Arch>
inline Vector<Arch> times_sigmoid2(const Vector<Arch>& x, const Vector<Arch>& linear,
                                   const Vector<Arch>& cubic) {
  const auto c = kSigmoid<Arch>.read();
  const Vector<Arch> bounded = xsimd::min(c[1], xsimd::max(c[0], x));
  const Vector<Arch> z = bounded * multiply_add<Arch>(bounded * bounded, cubic, linear);
  const Vector<Arch> power = exp2_nonpositive<Arch>(-xsimd::abs(z));
  return x * xsimd::select(z < c[2], power, c[3]) / (c[3] + power);
}

}  // namespace attnscope::kernels
