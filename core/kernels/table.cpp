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
void add_products(std::span<const float> x, const std::array<const float*, R>& rows, V* sums) {
  std::array<V, R> sum;
  std::copy_n(sums, R, sum.begin());
  const std::size_t whole = x.size() / V::size * V::size;
  for (std::size_t k = 0; k < whole; k += V::size) {
    const V value = V::load_unaligned(x.data() + k);
    for (std::size_t r = 0; r < R; ++r)
      sum[r] = multiply_add<Native>(value, V::load_unaligned(rows[r] + k), sum[r]);
  }
  std::copy_n(sum.begin(), R, sums);
  if (const std::size_t rest = x.size() - whole; rest != 0) {
    const V value = load_part<Native>(x.data() + whole, rest, 0.0f);
    for (std::size_t r = 0; r < R; ++r) {
      const V row = load_part<Native>(rows[r] + whole, rest, 0.0f);
      sums[r] = multiply_add<Native>(value, row, sums[r]);
    }
  }
}

// How a table gives part of a row as floats: where they lie, or in `to`, where they are widened to.
// One function for every form, since each copy of the loops below would be downloaded.
struct Reader {
  const void* table;
  const float* (*read)(const void* table, std::size_t row, std::size_t first, std::span<float> to);
};

// y [T, R] = x times R rows of the table.
template <std::size_t R>
void multiply_rows(ConstMatrix x, std::size_t row, const Reader& reader, Matrix y) {
  alignas(kAlignment) std::array<float, R * kBlock> wide;
  std::array<V, kInputRows * R> sums;
  sums.fill(V(0.0f));
  for (std::size_t k = 0; k < x.cols; k += kBlock) {
    const std::size_t count = std::min(kBlock, x.cols - k);
    std::array<const float*, R> rows;
    for (std::size_t r = 0; r < R; ++r) {
      const auto room = std::span(wide).subspan(r * kBlock, count);
      rows[r] = reader.read(reader.table, row + r, k, room);
    }
    for (std::size_t t = 0; t < x.rows; ++t)
      add_products<R>(x.row(t).subspan(k, count), rows, sums.data() + t * R);
  }
  for (std::size_t t = 0; t < x.rows; ++t) {
    for (std::size_t r = 0; r < R; ++r) y.at(t, r) = xsimd::reduce_add(sums[t * R + r]);
  }
}

// y = x times the table's rows from `begin` on.
void multiply(ConstMatrix x, const Reader& reader, std::size_t begin, Matrix y) {
  assert(y.rows == x.rows);
  for (std::size_t first = 0; first < x.rows; first += kInputRows) {
    const std::size_t count = std::min(kInputRows, x.rows - first);
    const ConstMatrix input = x.row_block(first, count);
    const Matrix output = y.row_block(first, count);
    std::size_t done = 0;
    for (; done + kTableRows <= y.cols; done += kTableRows)
      multiply_rows<kTableRows>(input, begin + done, reader, output.col_block(done, kTableRows));
    for (; done < y.cols; ++done)
      multiply_rows<1>(input, begin + done, reader, output.col_block(done, 1));
  }
}

template <Widening widening>
void widen_row(const std::uint16_t* halves, std::span<float> to) {
  using Halves = xsimd::batch<std::uint16_t, Native>;
  const std::size_t whole = to.size() / Halves::size * Halves::size;
  for (std::size_t k = 0; k < whole; k += Halves::size) {
    const auto values = Halves::load_unaligned(halves + k);
    const auto write = [&](const Halves& upper, std::size_t at) {
      widen<Native, widening>(xsimd::bitwise_cast<std::uint32_t>(upper))
          .store_unaligned(to.data() + at);
    };
    write(xsimd::zip_lo(Halves(0), values), k);
    write(xsimd::zip_hi(Halves(0), values), k + V::size);
  }
  for (std::size_t k = whole; k < to.size(); ++k) {
    to[k] = widening == Widening::kBFloat16 ? from_bfloat16(halves[k]) : from_float16(halves[k]);
  }
}

void widen_row(const HalfTable& table, std::size_t row, std::size_t first, std::span<float> to) {
  const std::uint16_t* halves = table.values + row * table.cols + first;
  if (table.format == HalfFormat::kFloat16) {
    widen_row<Widening::kCareful16>(halves, to);
  } else {
    widen_row<Widening::kBFloat16>(halves, to);
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

template <class Table>
const float* read_widened(const void* table, std::size_t row, std::size_t first,
                          std::span<float> to) {
  widen_row(*static_cast<const Table*>(table), row, first, to);
  return to.data();
}

const float* read_plain(const void* table, std::size_t row, std::size_t first, std::span<float>) {
  return static_cast<const ConstMatrix*>(table)->row(row).data() + first;
}

}  // namespace

void table_product(ConstMatrix x, ConstMatrix table, Matrix y) {
  assert(x.cols == table.cols && y.cols == table.rows);
  multiply(x, {&table, read_plain}, 0, y);
}

void table_product(ConstMatrix x, const HalfTable& table, Matrix y) {
  assert(x.cols == table.cols && y.cols == table.rows);
  multiply(x, {&table, read_widened<HalfTable>}, 0, y);
}

void table_product(ConstMatrix x, const QuantizedTable& table, std::size_t first, Matrix y) {
  assert(x.cols == table.cols && first + y.cols <= table.rows);
  multiply(x, {&table, read_widened<QuantizedTable>}, first, y);
}

}  // namespace attnscope::kernels
