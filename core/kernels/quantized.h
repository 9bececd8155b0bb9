// Matrices held as small integers, for precision 'int8': about a quarter of the
// bytes, and products of integers, two multiply-adds a lane and instruction.
//
//   a weight      10 bits, a byte and 2 more bits that lie apart; one float
//                 scale for every 128 numbers of a row of W
//   a table's     8 bits, taken from the mean of its column; one scale of 16 bits
//   number        (the upper half of a float) for every 32 numbers of a row
//   an activation 16 bits, with one scale a row, so that no row depends on another
//
// README.md beside this file has the errors that led here: with plain bytes,
// attention is off by 0.07.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/buffer.h"
#include "base/matrix.h"
#include "base/result.h"

namespace attnscope::kernels {

// Numbers along k that share a weight's scale. The sum of such a group fits int32
// (511 * 32767 * 128 < 2^31), and 64 steps cover the cost of adding it up as float.
inline constexpr std::size_t kWeightGroup = 128;
inline constexpr std::int32_t kWeightLimit = 511;  // largest code: -511 .. 511
inline constexpr std::size_t kTableGroup = 32;
inline constexpr std::int32_t kTableLimit = 127;
inline constexpr float kRowLimit = 32767.0f;

// `in` rounded up to whole groups of weights; codes beyond `in` are 0.
constexpr std::size_t padded_in(std::size_t in) {
  return (in + kWeightGroup - 1) / kWeightGroup * kWeightGroup;
}

// W [out, in] as the product reads it. Panels hold P = panel_width() rows of W, a
// panel its groups in order. A group's codes are pairs for k and k + P/2, as the rows
// of x have them, for P rows of W, then the next pair: (0, P/2), (1, P/2 + 1), ...
// Every 8 P codes, seen as 8 rows of P, take 5 rows of words: word row j < 4 holds
// the bytes code >> 2 of rows 2j (low) and 2j + 1 (high), the fifth the two low bits
// of row r at bit 2r.
// A view; owns nothing.
struct QuantizedMatrix {
  const std::uint16_t* codes = nullptr;
  const float* scales = nullptr;  // [panels, groups, P]
  std::size_t out = 0;
  std::size_t in = 0;

  // Rows [first, first + count) of W; `first` must be a multiple of panel_width().
  QuantizedMatrix columns(std::size_t first, std::size_t count) const;
};

struct QuantizedWeight {
  QuantizedMatrix matrix;
  Buffer<std::uint16_t> codes;
  Buffer<float> scales;
  std::size_t bytes() const {
    return codes.size() * sizeof(std::uint16_t) + scales.size() * sizeof(float);
  }
};

// Rounds every group of W to 1/511 of its largest magnitude. A group that is not
// finite gets the scale NaN, so that its results are not. Errors: kOutOfMemory.
Result<QuantizedWeight> quantize_matrix(ConstMatrix weight);

// Rows [first, first + w.rows) of what is left of W: code times scale. w [rows, in].
void unpack_rows(const QuantizedMatrix& weight, std::size_t first, Matrix w);

// A table of rows to be looked up, [rows, cols].
struct QuantizedTable {
  Buffer<std::int8_t> codes;     // [rows, cols]
  Buffer<std::uint16_t> scales;  // [rows, groups]: the upper halves of floats
  Buffer<float> mean;            // [cols]
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::size_t bytes() const {
    return codes.size() + scales.size() * sizeof(std::uint16_t) + mean.size() * sizeof(float);
  }
};

// Errors: kOutOfMemory.
Result<QuantizedTable> quantize_table(ConstMatrix table);

// y = y + table[row]. y [cols].
void add_row(const QuantizedTable& table, std::size_t row, std::span<float> y);

// Rows [first, first + w.rows) of what is left of the table. w [rows, cols].
void unpack_rows(const QuantizedTable& table, std::size_t first, Matrix w);

// Rows of activations: code = round(x / scale), scale = max |x| / 32767 of the row.
// A view; the memory is the caller's.
struct QuantizedRows {
  std::int16_t* codes = nullptr;  // [rows, padded_in(in)], aligned; in pairs of k and k + P/2
  float* scales = nullptr;        // [rows]
  std::size_t rows = 0;
  std::size_t in = 0;

  QuantizedRows row_block(std::size_t first, std::size_t count) const {
    return {codes + first * padded_in(in), scales + first, count, in};
  }
};

// x [rows, in] into codes and scales. A row of magnitudes below 1e-30 counts as
// zeros; the scale of a row that is not finite is NaN.
void quantize_rows(ConstMatrix x, const QuantizedRows& rows);

// The products of kernels.h: y = x W^T + b; gelu of it; y + x W^T + b. Sums are
// integers within a group and floats from group to group, in order of k.
void linear(const QuantizedRows& x, const QuantizedMatrix& weight, std::span<const float> bias,
            Matrix y);
void linear_gelu(const QuantizedRows& x, const QuantizedMatrix& weight, std::span<const float> bias,
                 Matrix y);
void linear_add(const QuantizedRows& x, const QuantizedMatrix& weight, std::span<const float> bias,
                Matrix y);

}  // namespace attnscope::kernels
