#include "transformer/parameter.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/printable.h"
#include "transformer/parts.h"

namespace attnscope {
namespace {

// Where a parameter is, in one of the forms that kernels read.
struct Place {
  std::size_t rows;
  std::size_t cols;  // 0: a vector
  std::variant<const float*, const kernels::PackedMatrix*, const kernels::QuantizedMatrix*,
               const kernels::QuantizedTable*>
      form;
};

Place vector(std::span<const float> values) { return {values.size(), 0, values.data()}; }

Place dense(ConstMatrix values) { return {values.rows, values.cols, values.data}; }

Place table(const Table& held) {
  if (const auto* plain = std::get_if<ConstMatrix>(&held)) return dense(*plain);
  const auto& quantized = std::get<kernels::QuantizedTable>(held);
  return {quantized.rows, quantized.cols, &quantized};
}

Place weight(const Linear& linear) {
  return std::visit(
      [](const auto& held) { return Place{held.matrix.out, held.matrix.in, &held.matrix}; },
      linear.weight);
}

Place bias(const Linear& linear) { return vector(linear.bias); }

using Parts = Transformer::Parts;

struct ModelRow {
  std::string_view name;
  Place (*find)(const Parts&);
};

struct LayerRow {
  std::string_view name;  // after "layers.N."
  Place (*find)(const Layer&);
};

// clang-format off: these are tables, and are read down their columns. The names are
// the package's own, the same in every language.

constexpr ModelRow kModelRows[] = {
    {"embeddings.word",      [](const Parts& p) { return table(p.word_embedding); }},
    {"embeddings.position",  [](const Parts& p) { return table(p.position_embedding); }},
    {"embeddings.type",      [](const Parts& p) { return dense(p.weights.type_embedding); }},
    {"embeddings.norm.gain", [](const Parts& p) { return vector(p.weights.embedding_norm.gain); }},
    {"embeddings.norm.bias", [](const Parts& p) { return vector(p.weights.embedding_norm.bias); }},
};

constexpr std::string_view kLayerPrefix = "layers.";

constexpr LayerRow kLayerRows[] = {
    {"attention.query.weight",  [](const Layer& l) { return weight(l.attention.query); }},
    {"attention.query.bias",    [](const Layer& l) { return bias(l.attention.query); }},
    {"attention.key.weight",    [](const Layer& l) { return weight(l.attention.key); }},
    {"attention.key.bias",      [](const Layer& l) { return bias(l.attention.key); }},
    {"attention.value.weight",  [](const Layer& l) { return weight(l.attention.value); }},
    {"attention.value.bias",    [](const Layer& l) { return bias(l.attention.value); }},
    {"attention.output.weight", [](const Layer& l) { return weight(l.attention.output); }},
    {"attention.output.bias",   [](const Layer& l) { return bias(l.attention.output); }},
    {"attention.norm.gain",     [](const Layer& l) { return vector(l.attention.norm.gain); }},
    {"attention.norm.bias",     [](const Layer& l) { return vector(l.attention.norm.bias); }},
    {"feedForward.in.weight",   [](const Layer& l) { return weight(l.feed_forward.in); }},
    {"feedForward.in.bias",     [](const Layer& l) { return bias(l.feed_forward.in); }},
    {"feedForward.out.weight",  [](const Layer& l) { return weight(l.feed_forward.out); }},
    {"feedForward.out.bias",    [](const Layer& l) { return bias(l.feed_forward.out); }},
    {"feedForward.norm.gain",   [](const Layer& l) { return vector(l.feed_forward.norm.gain); }},
    {"feedForward.norm.bias",   [](const Layer& l) { return vector(l.feed_forward.norm.bias); }},
};

// clang-format on

std::optional<Place> find(const Parts& parts, std::string_view name) {
  const auto* in_model = std::ranges::find(kModelRows, name, &ModelRow::name);
  if (in_model != std::end(kModelRows)) return in_model->find(parts);

  if (!name.starts_with(kLayerPrefix)) return std::nullopt;
  name.remove_prefix(kLayerPrefix.size());
  std::size_t layer = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), layer);
  const std::string number = std::to_string(layer);  // one spelling each: not "01"
  if (error != std::errc() || layer >= parts.layers.size() || !name.starts_with(number + '.'))
    return std::nullopt;
  name.remove_prefix(number.size() + 1);
  const auto* in_layer = std::ranges::find(kLayerRows, name, &LayerRow::name);
  if (in_layer == std::end(kLayerRows)) return std::nullopt;
  return in_layer->find(parts.layers[layer]);
}

std::unexpected<Error> unknown(std::string_view name, std::size_t layers) {
  std::string message = "no parameter is called " + in_quotes(name) + "; expected one of ";
  for (const ModelRow& row : kModelRows) message += std::string(row.name) + ", ";
  message += "or " + std::string(kLayerPrefix) + "N. (N from 0 to " + std::to_string(layers - 1) +
             ") followed by one of ";
  for (const LayerRow& row : kLayerRows) {
    if (&row != std::begin(kLayerRows)) message += ", ";
    message += row.name;
  }
  return fail(ErrorCode::kBadInput, std::move(message));
}

}  // namespace

Result<Parameter> read_parameter(const Transformer& transformer, std::string_view name,
                                 std::optional<RowRange> rows) {
  const Parts& parts = transformer.parts();
  const auto place = find(parts, name);
  if (!place) return unknown(name, parts.layers.size());
  const auto [first, end] = rows.value_or(RowRange{0, place->rows});
  if (first >= end || end > place->rows) {
    return fail(ErrorCode::kBadInput,
                "rows " + std::to_string(first) + " to " + std::to_string(end) + " of " +
                    std::string(name) + " are not there; expected rows between 0 and " +
                    std::to_string(place->rows) + ", the first below the second");
  }

  Parameter found;
  found.rows = end - first;
  found.cols = place->cols;
  const std::size_t width = std::max<std::size_t>(place->cols, 1);
  if (const auto* values = std::get_if<const float*>(&place->form)) {
    found.values = {*values + first * width, found.rows * width};
    return found;
  }
  auto copy = Buffer<float>::allocate(std::uint64_t{found.rows} * width, "a parameter as float32");
  if (!copy) return std::unexpected(std::move(copy.error()));
  found.owner = std::move(*copy);
  found.values = found.owner.span();
  const Matrix unpacked(found.owner.data(), found.rows, width);
  std::visit(
      [&](const auto* form) {
        if constexpr (!std::is_same_v<decltype(form), const float*>)
          kernels::unpack_rows(*form, first, unpacked);
      },
      place->form);
  return found;
}

}  // namespace attnscope
