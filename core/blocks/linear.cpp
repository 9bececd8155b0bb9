#include "blocks/linear.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "kernels/table.h"

namespace attnscope {
namespace {

std::size_t widest_input(const Facts& facts) {
  std::size_t widest = std::max(facts.width, facts.embedding_width);
  for (const StackFacts* stack : {&facts.encoder, &facts.decoder})
    widest = std::max({widest, stack->feed_forward, stack->attention_width()});
  return kernels::padded_in(widest);
}

// The one place where the form is asked for: each kernel is an overload.
template <class Kernel>
void with_kernel(const LinearInput& x, const Linear& linear, Columns columns, Matrix y,
                 Kernel kernel) {
  const auto [first, count] = columns;
  const auto bias = linear.bias.subspan(first, count);
  const Matrix part = y.col_block(first, count);
  if (const auto* quantized = std::get_if<kernels::QuantizedMatrix>(&linear.weight)) {
    kernel(x.quantized, quantized->columns(first, count), bias, part);
  } else if (const auto* half = std::get_if<kernels::HalfMatrix>(&linear.weight)) {
    kernel(x.plain, half->columns(first, count), bias, part);
  } else if (const auto* packed = std::get_if<kernels::PackedMatrix>(&linear.weight)) {
    kernel(x.plain, packed->columns(first, count), bias, part);
  }
}

}  // namespace

LinearScratch LinearScratch::take(Workspace& workspace, const Facts& facts, std::size_t tokens) {
  if (facts.precision == Precision::kFloat32) return {};
  // Two codes a float; padded_in is even.
  float* codes = workspace.take(std::uint64_t{tokens} * widest_input(facts) / 2);
  return {reinterpret_cast<std::int16_t*>(codes), workspace.take(tokens)};
}

LinearInput lay_out(ConstMatrix x, const Linear& reader, const LinearScratch& scratch) {
  LinearInput input{x, {}};
  if (std::holds_alternative<kernels::QuantizedMatrix>(reader.weight)) {
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

void add_row(const Table& table, std::size_t row, std::span<float> y) {
  if (const auto* plain = std::get_if<ConstMatrix>(&table)) {
    kernels::add_row(*plain, row, y);
  } else if (const auto* half = std::get_if<kernels::HalfTable>(&table)) {
    kernels::add_row(*half, row, y);
  } else if (const auto* quantized = std::get_if<const kernels::QuantizedTable*>(&table)) {
    kernels::add_row(**quantized, row, y);
  }
}

void table_product(ConstMatrix x, const Table& table, std::size_t first, Matrix y) {
  if (const auto* plain = std::get_if<ConstMatrix>(&table)) {
    kernels::table_product(x, plain->row_block(first, y.cols), y);
  } else if (const auto* half = std::get_if<kernels::HalfTable>(&table)) {
    kernels::table_product(x, half->row_block(first, y.cols), y);
  } else if (const auto* quantized = std::get_if<const kernels::QuantizedTable*>(&table)) {
    kernels::table_product(x, **quantized, first, y);
  }
}

}  // namespace attnscope
