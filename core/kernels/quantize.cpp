// From floats to codes: once at load for weights and tables, before every product
// for activations.
#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>

#include "kernels/kernels.h"
#include "kernels/quantized.h"
#include "kernels/vector.h"

namespace attnscope::kernels {
namespace {

using V = Vector<Native>;
constexpr std::size_t kPanel = 2 * V::size;
constexpr std::size_t kBlock = kWeightGroup * kPanel;  // codes of one group of a panel
constexpr std::size_t kBlockWords = kBlock / 8 * 5;
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kSmallest = 1e-30f;  // 32767 / kSmallest is still finite

// max |x|, or NaN where x holds NaN or infinity. Without their sign, floats have the
// order of their bits, with NaN above all.
float magnitude(std::span<const float> x) {
  using I = xsimd::batch<std::int32_t, Native>;
  const auto bits_of = [](const V& value) {
    return xsimd::bitwise_cast<std::int32_t>(xsimd::abs(value));
  };
  const std::size_t whole = x.size() / V::size * V::size;
  I most(0);
  for (std::size_t k = 0; k < whole; k += V::size)
    most = xsimd::max(most, bits_of(V::load_unaligned(x.data() + k)));
  if (whole != x.size())
    most = xsimd::max(most, bits_of(load_part<Native>(x.data() + whole, x.size() - whole, 0.0f)));
  const float largest = std::bit_cast<float>(xsimd::reduce_max(most));
  return std::isfinite(largest) ? largest : kNaN;
}

std::int32_t code_of(float value, float inverse, std::int32_t limit) {
  const float rounded = std::nearbyint(value * inverse);
  return std::clamp(static_cast<std::int32_t>(rounded), -limit, limit);
}

// A float's upper half, rounded up in magnitude, so that no code passes its limit.
std::uint16_t upper_half(float value) {
  return static_cast<std::uint16_t>((std::bit_cast<std::uint32_t>(value) + 0xFFFFu) >> 16);
}

float from_upper_half(std::uint16_t half) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(half) << 16);
}

// Where the code of number k of a group is, for row `column` of the panel: in word row
// `row` / 2 of the five at `words` and in the fifth. See QuantizedMatrix.
struct CodePlace {
  std::size_t words;
  std::size_t row;
};

CodePlace place_of(std::size_t column, std::size_t k) {
  const std::size_t pair = k / kPanel * V::size + k % V::size;
  const std::size_t i = pair * 2 * kPanel + column * 2 + k / V::size % 2;
  return {i / (8 * kPanel) * (5 * kPanel) + i % kPanel, i / kPanel % 8};
}

std::int32_t read_code(const std::uint16_t* block, std::size_t column, std::size_t k) {
  const auto [at, row] = place_of(column, k);
  const std::uint16_t* words = block + at;
  const int high = words[row / 2 * kPanel] >> (8 * (row % 2)) & 0xFF;
  const int low = words[4 * kPanel] >> (2 * row) & 3;
  return ((high << 2 | low) ^ 0x200) - 0x200;  // 10 bits with their sign
}

// One group of one row of W, row `column` of its panel, into its block.
void write_group(std::span<const float> weights, std::size_t column, std::uint16_t* block,
                 float* scale) {
  const float largest = magnitude(weights);
  *scale = largest / static_cast<float>(kWeightLimit);
  if (!(largest >= kSmallest)) {
    if (!std::isnan(largest)) *scale = 0.0f;
    return;
  }
  const float inverse = static_cast<float>(kWeightLimit) / largest;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const std::int32_t code = code_of(weights[k], inverse, kWeightLimit);
    const auto [at, row] = place_of(column, k);
    std::uint16_t* words = block + at;
    const auto bits = static_cast<std::uint32_t>(code);
    words[row / 2 * kPanel] |= static_cast<std::uint16_t>((bits >> 2 & 0xFFu) << (8 * (row % 2)));
    words[4 * kPanel] |= static_cast<std::uint16_t>((bits & 3u) << (2 * row));
  }
}

using Words = xsimd::batch<std::uint32_t, Native>;

// round(x * inverse) in the low 16 bits: 1.5 * 2^23 leaves it there. Narrowing is then
// a matter of masks, which costs less than instructions that shuffle.
Words codes_of(const V& x, float inverse) {
  return xsimd::bitwise_cast<std::uint32_t>(x * V(inverse) + V(0x1.8p23f));
}

// A vector of x from k on, with zeros beyond its end.
V load_from(std::span<const float> x, std::size_t k) {
  if (k + V::size <= x.size()) return V::load_unaligned(x.data() + k);
  return k < x.size() ? load_part<Native>(x.data() + k, x.size() - k, 0.0f) : V(0.0f);
}

}  // namespace

QuantizedMatrix QuantizedMatrix::columns(std::size_t first, std::size_t count) const {
  assert(first % kPanel == 0 && first + count <= out);
  const std::size_t block = first / kPanel * (padded_in(in) / kWeightGroup);
  return {codes + block * kBlockWords, scales + block * kPanel, count, in};
}

Result<QuantizedWeight> quantize_matrix(ConstMatrix weight) {
  const std::size_t panels = (weight.rows + kPanel - 1) / kPanel;
  const std::size_t groups = padded_in(weight.cols) / kWeightGroup;
  auto codes =
      Buffer<std::uint16_t>::allocate(panels * groups * kBlockWords, "the weights as integers");
  if (!codes) return std::unexpected(std::move(codes.error()));
  auto scales = Buffer<float>::allocate(panels * groups * kPanel, "the scales of the weights");
  if (!scales) return std::unexpected(std::move(scales.error()));
  std::ranges::fill(codes->span(), std::uint16_t{0});
  std::ranges::fill(scales->span(), 0.0f);
  for (std::size_t o = 0; o < weight.rows; ++o) {
    for (std::size_t g = 0; g < groups; ++g) {
      const std::size_t first = g * kWeightGroup;
      const auto part = weight.row(o).subspan(first, std::min(kWeightGroup, weight.cols - first));
      const std::size_t block = o / kPanel * groups + g;
      write_group(part, o % kPanel, codes->data() + block * kBlockWords,
                  scales->data() + block * kPanel + o % kPanel);
    }
  }
  const QuantizedMatrix view{codes->data(), scales->data(), weight.rows, weight.cols};
  return QuantizedWeight{view, std::move(*codes), std::move(*scales)};
}

void unpack_rows(const QuantizedMatrix& weight, std::size_t first, Matrix w) {
  assert(w.cols == weight.in && first + w.rows <= weight.out);
  const std::size_t groups = padded_in(weight.in) / kWeightGroup;
  for (std::size_t r = 0; r < w.rows; ++r) {
    const std::size_t column = (first + r) % kPanel;
    const std::size_t start = (first + r) / kPanel * groups;  // block of the row's first group
    const auto row = w.row(r);
    for (std::size_t k = 0; k < row.size(); ++k) {
      const std::size_t block = start + k / kWeightGroup;
      const std::int32_t code =
          read_code(weight.codes + block * kBlockWords, column, k % kWeightGroup);
      row[k] = static_cast<float>(code) * weight.scales[block * kPanel + column];
    }
  }
}

Result<QuantizedTable> quantize_table(ConstMatrix table) {
  const std::size_t groups = (table.cols + kTableGroup - 1) / kTableGroup;
  auto codes = Buffer<std::int8_t>::allocate(table.rows * table.cols, "a table as integers");
  if (!codes) return std::unexpected(std::move(codes.error()));
  auto scales = Buffer<std::uint16_t>::allocate(table.rows * groups, "the scales of a table");
  if (!scales) return std::unexpected(std::move(scales.error()));
  auto mean = Buffer<float>::allocate(table.cols, "the means of a table");
  if (!mean) return std::unexpected(std::move(mean.error()));
  auto centred = Buffer<float>::allocate(table.cols, "a row of a table");
  if (!centred) return std::unexpected(std::move(centred.error()));

  mean_pool(table, mean->span());
  // A table that is not finite keeps this to the rows at fault.
  for (float& value : mean->span()) value = std::isfinite(value) ? value : 0.0f;
  for (std::size_t r = 0; r < table.rows; ++r) {
    const auto row = table.row(r);
    for (std::size_t c = 0; c < table.cols; ++c) centred->data()[c] = row[c] - mean->data()[c];
    for (std::size_t g = 0; g < groups; ++g) {
      const std::size_t first = g * kTableGroup;
      const auto part = centred->span().subspan(first, std::min(kTableGroup, table.cols - first));
      std::int8_t* code = codes->data() + r * table.cols + first;
      std::fill_n(code, part.size(), std::int8_t{0});
      const float largest = magnitude(part);
      std::uint16_t& half = scales->data()[r * groups + g];
      half = std::isnan(largest) ? std::uint16_t{0x7FC0}
                                 : upper_half(largest / static_cast<float>(kTableLimit));
      if (std::isnan(largest)) continue;
      const float scale = from_upper_half(half);
      const float inverse = largest >= kSmallest ? 1.0f / scale : 0.0f;
      for (std::size_t c = 0; c < part.size(); ++c) {
        code[c] = static_cast<std::int8_t>(code_of(part[c], inverse, kTableLimit));
      }
    }
  }
  return QuantizedTable{std::move(*codes), std::move(*scales), std::move(*mean), table.rows,
                        table.cols};
}

void add_row(const QuantizedTable& table, std::size_t row, std::span<float> y) {
  assert(row < table.rows && y.size() == table.cols);
  const std::size_t groups = (table.cols + kTableGroup - 1) / kTableGroup;
  const std::int8_t* code = table.codes.data() + row * table.cols;
  const float* mean = table.mean.data();
  for (std::size_t g = 0; g < groups; ++g) {
    const float scale = from_upper_half(table.scales.data()[row * groups + g]);
    const std::size_t end = std::min(table.cols, (g + 1) * kTableGroup);
    for (std::size_t c = g * kTableGroup; c < end; ++c)
      y[c] += mean[c] + scale * static_cast<float>(code[c]);
  }
}

void unpack_rows(const QuantizedTable& table, std::size_t first, Matrix w) {
  for (std::size_t r = 0; r < w.rows; ++r) {
    std::ranges::fill(w.row(r), 0.0f);
    add_row(table, first + r, w.row(r));
  }
}

void quantize_rows(ConstMatrix x, const QuantizedRows& rows) {
  assert(x.rows == rows.rows && x.cols == rows.in);
  const std::size_t stride = padded_in(rows.in);
  for (std::size_t r = 0; r < x.rows; ++r) {
    const auto row = x.row(r);
    const float largest = magnitude(row);
    rows.scales[r] = largest < kSmallest ? 0.0f : largest / kRowLimit;
    const float inverse = largest >= kSmallest ? kRowLimit / largest : 0.0f;
    std::int16_t* codes = rows.codes + r * stride;
    for (std::size_t k = 0; k < stride; k += 2 * V::size) {
      const auto low = codes_of(load_from(row, k), inverse) & Words(0xFFFF);
      const auto high = codes_of(load_from(row, k + V::size), inverse) << 16;
      (low | high).store_aligned(reinterpret_cast<std::uint32_t*>(codes + k));
    }
  }
}

}  // namespace attnscope::kernels
