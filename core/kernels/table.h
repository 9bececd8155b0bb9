// Products with the rows of a table as it lies: tied outputs, where the table that embeds words
// also scores them. No second, packed copy is held.
#pragma once

#include <cstddef>

#include "base/matrix.h"
#include "kernels/half.h"
#include "kernels/quantized.h"

namespace attnscope::kernels {

// y[t][r] = x[t] . table[r]; x [T, cols], table [rows, cols], y [T, rows]. For few rows of x: a
// table is read once for up to 8 of them. Every sum runs in an order that depends on `cols` alone,
// so that a part of the table, or of x, gives the same bits.
void table_product(ConstMatrix x, ConstMatrix table, Matrix y);

// The same bits as with the table converted to float32.
void table_product(ConstMatrix x, const HalfTable& table, Matrix y);

// The rows [first, first + y.cols) of an integer table, which owns its memory and has no view.
void table_product(ConstMatrix x, const QuantizedTable& table, std::size_t first, Matrix y);

}  // namespace attnscope::kernels
