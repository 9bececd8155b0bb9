// Matrices held as the 16-bit floats of their checkpoint, half the bytes of float32. They are
// widened on the way into a product, exactly, and then the order of sums is that of kernels.h:
// every result equals that of weights converted to float32 first, bit for bit.
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/buffer.h"
#include "base/matrix.h"
#include "base/result.h"

namespace attnscope::kernels {

enum class HalfFormat { kFloat16, kBFloat16 };

// bfloat16: the upper half of a float32. Exact.
constexpr float from_bfloat16(std::uint16_t bits) {
  return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

// IEEE 754 binary16: 1 sign, 5 exponent (bias 15), 10 mantissa bits. Exact: subnormals,
// infinities and NaNs of it are also float32.
constexpr float from_float16(std::uint16_t bits) {
  const std::uint32_t sign = std::uint32_t{bits & 0x8000u} << 16;
  const std::uint32_t exponent = (bits >> 10) & 0x1fu;
  const std::uint32_t mantissa = bits & 0x3ffu;
  // Subnormals are mantissa * 2^-24, which float32 holds as a normal number.
  if (exponent == 0) {
    const float magnitude = static_cast<float>(mantissa) * 0x1p-24f;
    return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(magnitude));
  }
  // Infinities and NaNs keep their kind and payload; others move to bias 127.
  const std::uint32_t wide = exponent == 31 ? 255 : exponent + 112;
  return std::bit_cast<float>(sign | wide << 23 | mantissa << 13);
}

constexpr float from_half(std::uint16_t bits, HalfFormat format) {
  return format == HalfFormat::kFloat16 ? from_float16(bits) : from_bfloat16(bits);
}

// ---- Packed matrices --------------------------------------------------------

// W [out, in] in panels as PackedMatrix has them, P = panel_width() rows of W each, k by k. Within
// a step of k, columns o and o + P/2 of the panel are neighbours (0, P/2, 1, P/2 + 1, ...), so that
// one vector of 32-bit pairs holds both float vectors of the step. A view; owns nothing.
struct HalfMatrix {
  const std::uint16_t* panels = nullptr;
  const std::uint16_t* last = nullptr;  // nullptr where out is a multiple of panel_width()
  HalfFormat format = HalfFormat::kFloat16;
  std::size_t out = 0;
  std::size_t in = 0;
  // float16 with infinities, NaNs or many subnormals, which the quick way to widen it does not
  // know or is slow with.
  bool careful = false;

  // As PackedMatrix::columns.
  HalfMatrix columns(std::size_t first, std::size_t count) const;
};

struct PackedHalf {
  HalfMatrix matrix;
  Buffer<std::uint16_t> owner;
};

// Permutes W [out, in], dense, where it lies, as pack_in_place of kernels.h does. Errors:
// kOutOfMemory (W is then unchanged).
Result<PackedHalf> pack_in_place(std::uint16_t* weight, std::size_t out, std::size_t in,
                                 HalfFormat format);

// Rows [first, first + w.rows) of W as floats, exactly, payloads of NaNs included. w [rows, in].
void unpack_rows(const HalfMatrix& packed, std::size_t first, Matrix w);

// The products of kernels.h: y = x W^T + b; gelu of it; y + x W^T + b.
void linear(ConstMatrix x, const HalfMatrix& weight, std::span<const float> bias, Matrix y);
void linear_gelu(ConstMatrix x, const HalfMatrix& weight, std::span<const float> bias, Matrix y);
void linear_add(ConstMatrix x, const HalfMatrix& weight, std::span<const float> bias, Matrix y);

// ---- Tables -----------------------------------------------------------------

// A table of rows to be looked up, [rows, cols], as it lies in the file. A view.
struct HalfTable {
  const std::uint16_t* values = nullptr;
  HalfFormat format = HalfFormat::kFloat16;
  std::size_t rows = 0;
  std::size_t cols = 0;

  // Rows [first, first + count).
  HalfTable row_block(std::size_t first, std::size_t count) const {
    assert(first + count <= rows);
    return {values + first * cols, format, count, cols};
  }
};

// y = y + table[row]. y [cols].
void add_row(const HalfTable& table, std::size_t row, std::span<float> y);

// Rows [first, first + w.rows) of the table as floats, exactly. w [rows, cols].
void unpack_rows(const HalfTable& table, std::size_t first, Matrix w);

}  // namespace attnscope::kernels
