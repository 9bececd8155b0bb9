#include "kernels/table.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

#include "kernels/kernels.h"
#include "kernels/vector.h"
#include "kernels/widen.h"

namespace attnscope::kernels {
namespace {

using V = Vector<Native>;

// Rows of the table that are multiplied together: as many sums cover the latency of a
// multiply-add. Rows of x that share one reading of the table.
constexpr std::size_t kTableRows = 4;
constexpr std::size_t kInputRows = 8;

// Columns of 16-bit and integer tables that are widened at a time (8 KB for kTableRows).
constexpr std::size_t kBlock = 512;
static_assert(kBlock % V::size == 0 && kBlock % kTableGroup == 0);

// sums[r] += x * rows[r], lane by lane.
template <std::size_t R>
void add_products(std::span<const float> x, ConstMatrix rows, V* sums) {
  std::array<V, R> sum;
  std::copy_n(sums, R, sum.begin());
  const std::size_t whole = x.size() / V::size * V::size;
  for (std::size_t k = 0; k < whole; k += V::size) {
    const V value = V::load_unaligned(x.data() + k);
    for (std::size_t r = 0; r < R; ++r)
      sum[r] =
          multiply_add<Native>(value, V::load_unaligned(rows.data + r * rows.stride + k), sum[r]);
  }
  std::copy_n(sum.begin(), R, sums);
  if (const std::size_t rest = x.size() - whole; rest != 0) {
    const V value = load_part<Native>(x.data() + whole, rest, 0.0f);
    for (std::size_t r = 0; r < R; ++r) {
      const V row = load_part<Native>(rows.data + r * rows.stride + whole, rest, 0.0f);
      sums[r] = multiply_add<Native>(value, row, sums[r]);
    }
  }
}

// `floats(first row, rows, first column, columns)` gives that part of the table.
template <std::size_t R, class Floats>
void multiply_rows(ConstMatrix x, std::size_t row, const Floats& floats, Matrix y) {
  std::array<V, kInputRows * R> sums;
  sums.fill(V(0.0f));
  for (std::size_t k = 0; k < x.cols; k += kBlock) {
    const std::size_t count = std::min(kBlock, x.cols - k);
    const ConstMatrix part = floats(row, R, k, count);
    for (std::size_t t = 0; t < x.rows; ++t)
      add_products<R>(x.row(t).subspan(k, count), part, sums.data() + t * R);
  }
  for (std::size_t t = 0; t < x.rows; ++t) {
    for (std::size_t r = 0; r < R; ++r) y.at(t, row + r) = xsimd::reduce_add(sums[t * R + r]);
  }
}

template <class Floats>
void multiply(ConstMatrix x, const Floats& floats, Matrix y) {
  assert(y.rows == x.rows);
  for (std::size_t first = 0; first < x.rows; first += kInputRows) {
    const std::size_t count = std::min(kInputRows, x.rows - first);
    const ConstMatrix input = x.row_block(first, count);
    const Matrix output = y.row_block(first, count);
    std::size_t row = 0;
    for (; row + kTableRows <= y.cols; row += kTableRows)
      multiply_rows<kTableRows>(input, row, floats, output);
    for (; row < y.cols; ++row) multiply_rows<1>(input, row, floats, output);
  }
}

// The same for a table that must first be widened: `widen(row, first column, to)`.
template <class Widen>
void multiply_widened(ConstMatrix x, const Widen& widen, Matrix y) {
  alignas(kAlignment) std::array<float, kTableRows * kBlock> wide;
  multiply(
      x,
      [&](std::size_t row, std::size_t rows, std::size_t first, std::size_t count) {
        for (std::size_t r = 0; r < rows; ++r)
          widen(row + r, first, std::span(wide).subspan(r * kBlock, count));
        return ConstMatrix(wide.data(), rows, count, kBlock);
      },
      y);
}

template <HalfFormat format>
void widen_row(const std::uint16_t* halves, std::span<float> to) {
  using Halves = xsimd::batch<std::uint16_t, Native>;
  const std::size_t whole = to.size() / Halves::size * Halves::size;
  for (std::size_t k = 0; k < whole; k += Halves::size) {
    const auto values = Halves::load_unaligned(halves + k);
    const auto write = [&](const Halves& upper, std::size_t at) {
      widen<Native, format>(xsimd::bitwise_cast<std::uint32_t>(upper))
          .store_unaligned(to.data() + at);
    };
    write(xsimd::zip_lo(Halves(0), values), k);
    write(xsimd::zip_hi(Halves(0), values), k + V::size);
  }
  for (std::size_t k = whole; k < to.size(); ++k) to[k] = from_half(halves[k], format);
}

void widen_row(const HalfTable& table, std::size_t row, std::size_t first, std::span<float> to) {
  const std::uint16_t* halves = table.values + row * table.cols + first;
  if (table.format == HalfFormat::kFloat16) {
    widen_row<HalfFormat::kFloat16>(halves, to);
  } else {
    widen_row<HalfFormat::kBFloat16>(halves, to);
  }
}

void widen_row(const QuantizedTable& table, std::size_t row, std::size_t first,
               std::span<float> to) {
  const std::int8_t* codes = table.codes.data() + row * table.cols + first;
  const float* mean = table.mean.data() + first;
  const std::size_t groups = (table.cols + kTableGroup - 1) / kTableGroup;
  const std::uint16_t* scales = table.scales.data() + row * groups + first / kTableGroup;
  for (std::size_t k = 0; k < to.size(); k += kTableGroup) {
    const float scale = from_bfloat16(scales[k / kTableGroup]);
    const std::size_t end = std::min(to.size(), k + kTableGroup);
    for (std::size_t c = k; c < end; ++c) to[c] = mean[c] + scale * static_cast<float>(codes[c]);
  }
}

}  // namespace

void table_product(ConstMatrix x, ConstMatrix table, Matrix y) {
  assert(x.cols == table.cols && y.cols == table.rows);
  multiply(
      x,
      [&](std::size_t row, std::size_t rows, std::size_t first, std::size_t count) {
        return table.row_block(row, rows).col_block(first, count);
      },
      y);
}

void table_product(ConstMatrix x, const HalfTable& table, Matrix y) {
  assert(x.cols == table.cols && y.cols == table.rows);
  multiply_widened(
      x,
      [&](std::size_t row, std::size_t first, std::span<float> to) {
        widen_row(table, row, first, to);
      },
      y);
}

void table_product(ConstMatrix x, const QuantizedTable& table, std::size_t first, Matrix y) {
  assert(x.cols == table.cols && first + y.cols <= table.rows);
  multiply_widened(
      x,
      [&](std::size_t row, std::size_t column, std::span<float> to) {
        widen_row(table, first + row, column, to);
      },
      y);
}

}  // namespace attnscope::kernels
