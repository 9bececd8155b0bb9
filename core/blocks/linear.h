// A model's matrices and tables at work, in whatever form they are held. The layers are written
// once, on these; which kernel runs is decided here alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/matrix.h"
#include "base/workspace.h"
#include "kernels/quantized.h"
#include "model/facts.h"
#include "model/tensors.h"

namespace attnscope {

// Room for the codes of T rows of activations; empty for float32.
struct LinearScratch {
  std::int16_t* codes = nullptr;  // [T, widest input, padded]
  float* scales = nullptr;        // [T]

  static LinearScratch take(Workspace& workspace, const Facts& facts, std::size_t tokens);
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

// y = y + table[row].
void add_row(const Table& table, std::size_t row, std::span<float> y);

// y [T, count] = x [T, cols] times rows [first, first + count) of the table: the output that is
// tied to the embedding, whose table is used as it lies.
void table_product(ConstMatrix x, const Table& table, std::size_t first, Matrix y);

}  // namespace attnscope
