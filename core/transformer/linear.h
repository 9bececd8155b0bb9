// The matrices of the encoder in the precision that the model was loaded with. The
// layers are written once, on these; which kernel runs is decided here alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

#include "base/arena.h"
#include "base/matrix.h"
#include "base/result.h"
#include "kernels/kernels.h"
#include "kernels/quantized.h"
#include "model/config.h"
#include "model/weights.h"

namespace attnscope {

// y = x W^T + b with W [out, in]: float32, permuted in the memory of `weights`, or
// integers of its own.
struct Linear {
  std::variant<kernels::PackedWeight, kernels::QuantizedWeight> weight;
  std::span<const float> bias;  // [out]
};

// `bias` stays empty: where it lies may change until all matrices are made.
// Errors: kOutOfMemory.
Result<Linear> make_linear(Matrix weight, Precision precision);

// Room for the codes of T rows of activations; empty for float32.
struct LinearScratch {
  std::int16_t* codes = nullptr;  // [T, widest input, padded]
  float* scales = nullptr;        // [T]

  static std::uint64_t floats(const Config& config, std::uint64_t tokens);
  static LinearScratch take(Arena& arena, const Config& config, std::size_t tokens);
};

// x [T, in] as the products of one precision want it, made once for all that read it.
struct LinearInput {
  ConstMatrix plain;
  kernels::QuantizedRows quantized;  // rows == 0 for float32

  std::size_t rows() const { return plain.rows; }
};

// The input for `reader`, of which quantize_rows must yet be called for every row.
LinearInput lay_out(ConstMatrix x, const Linear& reader, const LinearScratch& scratch);
void quantize_rows(const LinearInput& x, std::size_t first, std::size_t count);

// Columns [first, first + count) of y; first as PackedMatrix::columns wants it.
struct Columns {
  std::size_t first, count;
};

// As the kernels of these names, for some columns: y = x W^T + b; gelu of it;
// y + x W^T + b. y [T, out].
void linear(const LinearInput& x, const Linear& linear, Columns columns, Matrix y);
void linear_gelu(const LinearInput& x, const Linear& linear, Columns columns, Matrix y);
void linear_add(const LinearInput& x, const Linear& linear, Columns columns, Matrix y);

// A table of embeddings, [rows, D].
using Table = std::variant<ConstMatrix, kernels::QuantizedTable>;

// Errors: kOutOfMemory.
Result<Table> make_table(ConstMatrix table, Precision precision);

// y = y + table[row].
void add_row(const Table& table, std::size_t row, std::span<float> y);

}  // namespace attnscope
