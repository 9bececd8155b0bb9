// One vector type per build and the few operations that xsimd leaves to us.
// Everything is templated on the architecture, so that one build can hold more
// than one; Native is the one this build was compiled for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include <xsimd/xsimd.hpp>

namespace attnscope::kernels {

using Native = xsimd::default_arch;

template <class Arch>
using Vector = xsimd::batch<float, Arch>;

#if defined(__wasm_relaxed_simd__) || defined(__FMA__) || defined(__ARM_NEON)
inline constexpr bool kFused = true;
#else
inline constexpr bool kFused = false;
#endif

// a * b + c. Fused wherever the instruction set can (xsimd has no fused form for
// WebAssembly, so relaxed SIMD is spelled out here), rounded twice elsewhere; one
// binary always does one of the two, so its results repeat.
template <class Arch>
inline Vector<Arch> multiply_add(const Vector<Arch>& a, const Vector<Arch>& b,
                                 const Vector<Arch>& c) {
#ifdef __wasm_relaxed_simd__
  // The generic vector of the builtin and v128_t are the same 128 bits.
  using Lanes = float __attribute__((vector_size(16)));
  return Vector<Arch>(reinterpret_cast<v128_t>(
      __builtin_wasm_relaxed_madd_f32x4(reinterpret_cast<Lanes>(static_cast<v128_t>(a)),
                                        reinterpret_cast<Lanes>(static_cast<v128_t>(b)),
                                        reinterpret_cast<Lanes>(static_cast<v128_t>(c)))));
#else
  return xsimd::fma(a, b, c);
#endif
}

// lane i = a[2i] b[2i] + a[2i + 1] b[2i + 1], which no pair of codes in use here
// overflows. xsimd has no name for it.
template <class Arch>
inline xsimd::batch<std::int32_t, Arch> dot_pairs(const xsimd::batch<std::int16_t, Arch>& a,
                                                  const xsimd::batch<std::int16_t, Arch>& b) {
#if defined(__wasm_simd128__)
  return wasm_i32x4_dot_i16x8(a, b);
#elif defined(__AVX512BW__)
  return _mm512_madd_epi16(a, b);
#elif defined(__AVX2__)
  return _mm256_madd_epi16(a, b);
#elif defined(__SSE2__) && !defined(__AVX__)
  return _mm_madd_epi16(a, b);
#else
  constexpr std::size_t kCount = xsimd::batch<std::int32_t, Arch>::size;
  alignas(Arch::alignment()) std::array<std::int16_t, 2 * kCount> left;
  alignas(Arch::alignment()) std::array<std::int16_t, 2 * kCount> right;
  alignas(Arch::alignment()) std::array<std::int32_t, kCount> sums;
  a.store_aligned(left.data());
  b.store_aligned(right.data());
  for (std::size_t i = 0; i < kCount; ++i) {
    sums[i] = left[2 * i] * right[2 * i] + left[2 * i + 1] * right[2 * i + 1];
  }
  return xsimd::batch<std::int32_t, Arch>::load_aligned(sums.data());
#endif
}

// GCC folds a load into each multiply-add that uses it, so that tiles of few rows
// load W once a row (AVX2, 4 rows: 47 GFLOP/s). This makes it load once.
template <class Arch>
inline void keep_in_register([[maybe_unused]] Vector<Arch>& value) {
#if defined(__AVX__) && defined(__GNUC__) && !defined(__clang__)
  asm("" : "+x"(value.data));
#endif
}

// max(x, bound), NaN where x is NaN. A single instruction keeps only one operand's
// NaN: the second on x86, the first in WebAssembly's pseudo-maximum.
template <class Arch>
inline Vector<Arch> at_least(const Vector<Arch>& x, const Vector<Arch>& bound) {
#ifdef __wasm__
  return xsimd::max(x, bound);
#else
  return xsimd::max(bound, x);
#endif
}

// Constants, each on every lane, as a table in memory. V8 builds a constant vector anew
// wherever it is used, through general registers in some five instructions: in
// WebAssembly it is therefore a load, relative to one address that the compiler is
// kept from seeing through.
template <class Arch, std::size_t N>
class Constants {
 public:
  constexpr explicit Constants(const std::array<float, N>& values) : lanes_{} {
    for (std::size_t i = 0; i < lanes_.size(); ++i) lanes_[i] = values[i / kLanes];
  }

  // What reads them: take it once, before a loop over vectors or inside it.
  class Reader {
   public:
    explicit Reader(const float* from) : from_(from) {
#ifdef __wasm__
      asm("" : "+r"(from_));
#endif
    }
    Vector<Arch> operator[](std::size_t i) const {
      return Vector<Arch>::load_aligned(from_ + i * kLanes);
    }

   private:
    const float* from_;
  };
  Reader read() const { return Reader(lanes_.data()); }

 private:
  static constexpr std::size_t kLanes = Vector<Arch>::size;
  alignas(Arch::alignment()) std::array<float, N * kLanes> lanes_;
};

// c[first] + c[first + 1] x + ... + c[first + N - 1] x^(N - 1) by Horner's rule.
template <class Arch, std::size_t N, class Reader>
inline Vector<Arch> polynomial(const Vector<Arch>& x, const Reader& c, std::size_t first) {
  Vector<Arch> sum = c[first + N - 1];
  for (std::size_t i = N - 1; i-- > 0;) sum = multiply_add<Arch>(sum, x, c[first + i]);
  return sum;
}

// The first `count` < size lanes from memory, `fill` in the others: never reads past the end.
template <class Arch>
inline Vector<Arch> load_part(const float* from, std::size_t count, float fill) {
  alignas(Arch::alignment()) std::array<float, Vector<Arch>::size> lanes;
  lanes.fill(fill);
  std::memcpy(lanes.data(), from, count * sizeof(float));
  return Vector<Arch>::load_aligned(lanes.data());
}

template <class Arch>
inline void store_part(const Vector<Arch>& value, float* to, std::size_t count) {
  alignas(Arch::alignment()) std::array<float, Vector<Arch>::size> lanes;
  value.store_aligned(lanes.data());
  std::memcpy(to, lanes.data(), count * sizeof(float));
}

// y[i] = f(x[i], ...) for vectors of equal length; `y` may be one of the inputs.
template <class Arch, class F, class... In>
inline void map(std::span<float> y, F f, In... x) {
  constexpr std::size_t kLanes = Vector<Arch>::size;
  const std::size_t whole = y.size() / kLanes * kLanes;
  for (std::size_t i = 0; i < whole; i += kLanes) {
    f(Vector<Arch>::load_unaligned(x.data() + i)...).store_unaligned(y.data() + i);
  }
  if (const std::size_t rest = y.size() - whole; rest != 0) {
    store_part<Arch>(f(load_part<Arch>(x.data() + whole, rest, 0.0f)...), y.data() + whole, rest);
  }
}

// The lanes of f(f(f(start, x[0..]), x[lanes..]), ...); lanes beyond the end of
// x read as `fill`, which must be neutral for f.
template <class Arch, class F>
inline Vector<Arch> fold(std::span<const float> x, Vector<Arch> start, float fill, F f) {
  constexpr std::size_t kLanes = Vector<Arch>::size;
  const std::size_t whole = x.size() / kLanes * kLanes;
  for (std::size_t i = 0; i < whole; i += kLanes)
    start = f(start, Vector<Arch>::load_unaligned(x.data() + i));
  if (const std::size_t rest = x.size() - whole; rest != 0) {
    start = f(start, load_part<Arch>(x.data() + whole, rest, fill));
  }
  return start;
}

}  // namespace attnscope::kernels
