// The arithmetic of the encoder. This is the only header of the room that
// callers see; reference.h states the same functions as plain loops.
//
// Shapes are written [rows, cols]. Every function computes one row of its
// result from one row of its input with a fixed order of operations, so a row
// does not depend on how many rows there are or where it lies among them: a
// batch equals its sequences one by one, bit for bit.
//
// Nothing here allocates except pack_in_place, checks its input beyond
// assertions, or hides NaN: a NaN that goes into a row comes out of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/buffer.h"
#include "base/matrix.h"
#include "base/result.h"

namespace attnscope::kernels {

// The instruction set this build computes with: "wasm relaxed-simd", "fma3+avx2", ...
std::string_view simd_name();

// ---- Packed matrices --------------------------------------------------------

// A matrix W [out, in] as the product reads it: panels of panel_width() rows of
// W, each stored k by k, so that element (o, k) of panel p lies at
// panels[(p * in + k) * panel_width() + o - p * panel_width()]. Rows that do
// not fill a panel are in `last`, padded with zeros. A view; owns nothing.
struct PackedMatrix {
  const float* panels = nullptr;
  const float* last = nullptr;  // nullptr where out is a multiple of panel_width()
  std::size_t out = 0;
  std::size_t in = 0;
  std::size_t step = 0;  // floats from one panel to the next; 0: they lie end to end

  // Rows [first, first + count) of W, which give as many columns of y: `first` must be
  // a multiple of panel_width(), and so must `count` unless it reaches the end.
  PackedMatrix columns(std::size_t first, std::size_t count) const;
  // The first `count` rows of W, any number: what is left of a panel that is cut stays in memory.
  PackedMatrix first_columns(std::size_t count) const;
  // Columns [first, first + count) of W, for as many columns of x.
  PackedMatrix inner(std::size_t first, std::size_t count) const;
  const float* panel(std::size_t index) const;
};

// Rows of W a panel holds: twice the floats of this build's vector.
std::size_t panel_width();

// Floats that pack_rows and pack_columns write: out rounded up to whole panels, times in.
std::size_t packed_floats(std::size_t out, std::size_t in);

// Permutes W [out, in] where it lies, a panel at a time. Only the rows beyond
// the last whole panel move out, into memory that `owner` keeps.
// W must be dense (stride == in). Errors: kOutOfMemory (W is then unchanged).
struct PackedWeight {
  PackedMatrix matrix;
  Buffer<float> owner;
};
Result<PackedWeight> pack_in_place(Matrix weight);

// Packs W [out, in] into packed_floats(out, in) floats at `memory`.
PackedMatrix pack_rows(ConstMatrix weight, float* memory);

// Packs W^T, given W [in, out], into packed_floats(out, in) floats at `memory`.
PackedMatrix pack_columns(ConstMatrix weight, float* memory);

// A matrix that grows, in memory for `capacity` rows of it: nothing that lies there is moved.
// Rows [at, at + rows.rows) of W [.., in]; and of W [.., out] for the product with W^T, in
// packed_floats(capacity, in) and packed_floats(out, capacity) floats. Rows before `at` are there.
PackedMatrix append_rows(ConstMatrix rows, std::size_t at, float* memory);
PackedMatrix append_columns(ConstMatrix rows, std::size_t at, std::size_t capacity, float* memory);

// Rows [first, first + w.rows) of W as they were before they were packed, bit for bit. w [rows,
// in].
void unpack_rows(const PackedMatrix& packed, std::size_t first, Matrix w);

// The W [in, out] whose transposed was packed.
void unpack_columns(const PackedMatrix& packed, Matrix w);

// ---- Products: x [T, in], W [out, in], y [T, out] ---------------------------

// y = x W^T.
void product(ConstMatrix x, const PackedMatrix& weight, Matrix y);

// y = x W^T + b, with b [out] added to every row.
void linear(ConstMatrix x, const PackedMatrix& weight, std::span<const float> bias, Matrix y);

// y = gelu(x W^T + b).
void linear_gelu(ConstMatrix x, const PackedMatrix& weight, std::span<const float> bias, Matrix y);

// y = y + x W^T + b: the residual connection, where the residual lies in y.
void linear_add(ConstMatrix x, const PackedMatrix& weight, std::span<const float> bias, Matrix y);

// ---- Rows -------------------------------------------------------------------

// weights[j] = e^(scale * scores[j]) / e^(scale * max_j scores[j]), and returns
// 1 / sum_j weights[j]: softmax before its division, which costs less after the
// product with the values. scale > 0. `weights` may be `scores`. Relative error of
// a weight below 3e-7 + 1e-7 * ln(1 / weight); exactly 0 below 2^-126.5.
float softmax_numerators(std::span<const float> scores, float scale, std::span<float> weights);

// x *= factor.
void scale_row(std::span<float> x, float factor);

// y = factor * x.
void scaled_copy(std::span<const float> x, float factor, std::span<float> y);

// x = gain * (x - mean) / sqrt(variance + epsilon) + bias, row by row, with the
// biased variance. x [T, D]. Source: Ba et al. 2016, "Layer Normalization".
void layer_norm(Matrix x, std::span<const float> gain, std::span<const float> bias, float epsilon);

// x = gain * x / sqrt(mean of x^2 + epsilon), row by row. x [T, D].
// Source: Zhang and Sennrich 2019, "Root Mean Square Layer Normalization".
void rms_norm(Matrix x, std::span<const float> gain, float epsilon);

// y = y * x, element by element.
void multiply(std::span<const float> x, std::span<float> y);

// x = x * Phi(x) with Phi the normal distribution function (the erf form, not
// the tanh one). Absolute error below 2e-7 * max(1, |x|) where
// multiply-add is fused, 3e-7 where it rounds twice.
// Source: Hendrycks and Gimpel 2016, "Gaussian Error Linear Units".
void gelu(std::span<float> x);

// y = y + table[row]. y [cols].
void add_row(ConstMatrix table, std::size_t row, std::span<float> y);

// y [D] = mean over the rows of x [T, D], T > 0; and the largest of each column.
void mean_pool(ConstMatrix x, std::span<float> y);
void max_pool(ConstMatrix x, std::span<float> y);

// x = x / max(|x|, 1e-12), the floor being PyTorch's.
void l2_normalize(std::span<float> x);

// Whether every element is finite.
bool all_finite(ConstMatrix x);

}  // namespace attnscope::kernels
