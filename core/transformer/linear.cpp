#include "transformer/linear.h"

#include <algorithm>
#include <utility>

namespace attnscope {
namespace {

std::size_t widest_input(const Config& config) {
  return kernels::padded_in(std::max(config.width, config.feed_forward));
}

std::uint64_t code_floats(const Config& config, std::uint64_t tokens) {
  return arena_floats(tokens * widest_input(config) / 2);  // two codes a float; padded_in is even
}

// The one place where the precision is asked for: each kernel is an overload.
template <class Kernel>
void with_kernel(const LinearInput& x, const Linear& linear, Columns columns, Matrix y,
                 Kernel kernel) {
  const auto [first, count] = columns;
  const auto bias = linear.bias.subspan(first, count);
  const Matrix part = y.col_block(first, count);
  if (const auto* quantized = std::get_if<kernels::QuantizedWeight>(&linear.weight)) {
    kernel(x.quantized, quantized->matrix.columns(first, count), bias, part);
  } else {
    const auto& packed = std::get<kernels::PackedWeight>(linear.weight);
    kernel(x.plain, packed.matrix.columns(first, count), bias, part);
  }
}

}  // namespace

Result<Linear> make_linear(Matrix weight, Precision precision) {
  Linear made;
  if (precision == Precision::kFloat32) {
    auto packed = kernels::pack_in_place(weight);
    if (!packed) return std::unexpected(std::move(packed.error()));
    made.weight = std::move(*packed);
  } else {
    auto quantized = kernels::quantize_matrix(weight);
    if (!quantized) return std::unexpected(std::move(quantized.error()));
    made.weight = std::move(*quantized);
  }
  return made;
}

std::uint64_t LinearScratch::floats(const Config& config, std::uint64_t tokens) {
  if (config.precision == Precision::kFloat32) return 0;
  return code_floats(config, tokens) + arena_floats(tokens);
}

LinearScratch LinearScratch::take(Arena& arena, const Config& config, std::size_t tokens) {
  if (config.precision == Precision::kFloat32) return {};
  auto* codes = reinterpret_cast<std::int16_t*>(
      arena.take(static_cast<std::size_t>(code_floats(config, tokens))));
  return {codes, arena.take(tokens)};
}

LinearInput lay_out(ConstMatrix x, const Linear& reader, const LinearScratch& scratch) {
  LinearInput input{x, {}};
  if (std::holds_alternative<kernels::QuantizedWeight>(reader.weight)) {
    input.quantized = {scratch.codes, scratch.scales, x.rows, x.cols};
  }
  return input;
}

void quantize_rows(const LinearInput& x, std::size_t first, std::size_t count) {
  kernels::quantize_rows(x.plain.row_block(first, count), x.quantized.row_block(first, count));
}

void linear(const LinearInput& x, const Linear& linear, Columns columns, Matrix y) {
  with_kernel(x, linear, columns, y, [](const auto&... args) { kernels::linear(args...); });
}

void linear_gelu(const LinearInput& x, const Linear& linear, Columns columns, Matrix y) {
  with_kernel(x, linear, columns, y, [](const auto&... args) { kernels::linear_gelu(args...); });
}

void linear_add(const LinearInput& x, const Linear& linear, Columns columns, Matrix y) {
  with_kernel(x, linear, columns, y, [](const auto&... args) { kernels::linear_add(args...); });
}

Result<Table> make_table(ConstMatrix table, Precision precision) {
  if (precision == Precision::kFloat32) return table;
  auto quantized = kernels::quantize_table(table);
  if (!quantized) return std::unexpected(std::move(quantized.error()));
  return std::move(*quantized);
}

void add_row(const Table& table, std::size_t row, std::span<float> y) {
  if (const auto* quantized = std::get_if<kernels::QuantizedTable>(&table)) {
    kernels::add_row(*quantized, row, y);
  } else {
    kernels::add_row(std::get<ConstMatrix>(table), row, y);
  }
}

}  // namespace attnscope
