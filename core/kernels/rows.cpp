// Kernels that go over rows once or twice: they are bound by memory, not by
// arithmetic, so they are written for reading.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

#include "kernels/functions.h"
#include "kernels/kernels.h"
#include "kernels/vector.h"

namespace attnscope::kernels {
namespace {

using V = Vector<Native>;
constexpr auto kAdd = [](const V& a, const V& b) { return a + b; };
constexpr auto kMax = [](const V& a, const V& b) { return xsimd::max(a, b); };

float sum(std::span<const float> x) {
  return xsimd::reduce_add(fold<Native>(x, V(0.0f), 0.0f, kAdd));
}

}  // namespace

std::string_view simd_name() {
#if defined(__wasm_relaxed_simd__)
  return "wasm relaxed-simd";
#elif defined(__wasm__)
  return "wasm simd128";
#else
  return Native::name();
#endif
}

float softmax_numerators(std::span<const float> scores, float scale, std::span<float> weights) {
  assert(scores.size() == weights.size() && scale > 0);
  constexpr float kLowest = -std::numeric_limits<float>::infinity();
  const float largest = xsimd::reduce_max(fold<Native>(scores, V(kLowest), kLowest, kMax));
  // e^(scale (s - max)) = 2^((s - max) c). The difference comes first: it is exact
  // near the largest score, where s c - max c would cancel rounded products.
  const V c(scale * std::numbers::log2e_v<float>);
  const V top(largest);
  V total(0.0f);
  const std::size_t whole = scores.size() / V::size * V::size;
  for (std::size_t i = 0; i < whole; i += V::size) {
    const V weight = exp2_nonpositive<Native>((V::load_unaligned(scores.data() + i) - top) * c);
    weight.store_unaligned(weights.data() + i);
    total = total + weight;
  }
  if (const std::size_t rest = scores.size() - whole; rest != 0) {
    // Lanes past the end hold minus infinity, whose power is an exact 0.
    const V part = load_part<Native>(scores.data() + whole, rest, kLowest);
    const V weight = exp2_nonpositive<Native>((part - top) * c);
    store_part<Native>(weight, weights.data() + whole, rest);
    total = total + weight;
  }
  return 1.0f / xsimd::reduce_add(total);
}

void scale_row(std::span<float> x, float factor) { scaled_copy(x, factor, x); }

void scaled_copy(std::span<const float> x, float factor, std::span<float> y) {
  map<Native>(y, [f = V(factor)](const V& a) { return a * f; }, x);
}

void layer_norm(Matrix x, std::span<const float> gain, std::span<const float> bias, float epsilon) {
  assert(gain.size() == x.cols && bias.size() == x.cols);
  const float width = static_cast<float>(x.cols);
  for (std::size_t t = 0; t < x.rows; ++t) {
    const auto row = x.row(t);
    const float mean = sum(row) / width;
    // Two passes: the one-pass form E[x^2] - E[x]^2 cancels where the mean is large.
    // Lanes past the end read as the mean and add nothing.
    const V squares = fold<Native>(row, V(0.0f), mean, [m = V(mean)](const V& total, const V& a) {
      return multiply_add<Native>(a - m, a - m, total);
    });
    const float variance = xsimd::reduce_add(squares) / width;
    const float inverse = 1.0f / std::sqrt(variance + epsilon);
    map<Native>(
        row,
        [m = V(mean), s = V(inverse)](const V& a, const V& g, const V& b) {
          return multiply_add<Native>((a - m) * s, g, b);
        },
        row, gain, bias);
  }
}

void rms_norm(Matrix x, std::span<const float> gain, float epsilon) {
  assert(gain.size() == x.cols);
  const float width = static_cast<float>(x.cols);
  for (std::size_t t = 0; t < x.rows; ++t) {
    const auto row = x.row(t);
    const V squares = fold<Native>(row, V(0.0f), 0.0f, [](const V& total, const V& a) {
      return multiply_add<Native>(a, a, total);
    });
    const float inverse = 1.0f / std::sqrt(xsimd::reduce_add(squares) / width + epsilon);
    map<Native>(row, [s = V(inverse)](const V& a, const V& g) { return (a * s) * g; }, row, gain);
  }
}

void multiply(std::span<const float> x, std::span<float> y) {
  map<Native>(y, [](const V& a, const V& b) { return a * b; }, y, x);
}

void gelu(std::span<float> x) {
  map<Native>(x, [](const V& a) { return gelu<Native>(a); }, x);
}

void add_row(ConstMatrix table, std::size_t row, std::span<float> y) {
  map<Native>(y, kAdd, y, table.row(row));
}

void mean_pool(ConstMatrix x, std::span<float> y) {
  assert(x.rows > 0);
  std::copy(x.row(0).begin(), x.row(0).end(), y.begin());
  for (std::size_t t = 1; t < x.rows; ++t) map<Native>(y, kAdd, y, x.row(t));
  scale_row(y, 1.0f / static_cast<float>(x.rows));
}

void max_pool(ConstMatrix x, std::span<float> y) {
  assert(x.rows > 0);
  std::copy(x.row(0).begin(), x.row(0).end(), y.begin());
  for (std::size_t t = 1; t < x.rows; ++t) map<Native>(y, kMax, y, x.row(t));
}

void l2_normalize(std::span<float> x) {
  // In double, so that no square of a float overflows; D additions cost nothing.
  double squares = 0;
  for (const float value : x) squares += static_cast<double>(value) * value;
  scale_row(x, static_cast<float>(1.0 / std::max(std::sqrt(squares), 1e-12)));
}

bool all_finite(ConstMatrix x) {
  for (std::size_t t = 0; t < x.rows; ++t) {
    // 0 * x is 0 for a finite x and NaN otherwise, and a sum keeps a NaN.
    const V zeros = fold<Native>(x.row(t), V(0.0f), 0.0f,
                                 [](const V& total, const V& a) { return total + a * V(0.0f); });
    if (!(xsimd::reduce_add(zeros) == 0.0f)) return false;
  }
  return true;
}

}  // namespace attnscope::kernels
