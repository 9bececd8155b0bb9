#include "transformer/transformer.h"

#include <array>
#include <utility>

#include "transformer/parts.h"

namespace attnscope {
namespace {

// A linear layer of the file, and the one the kernels read.
struct Pair {
  LinearWeights* from;
  Linear* to;
};

std::array<Pair, 6> pair_up(LayerWeights& weights, Layer& layer) {
  return {{{&weights.query, &layer.attention.query},
           {&weights.key, &layer.attention.key},
           {&weights.value, &layer.attention.value},
           {&weights.attention_output, &layer.attention.output},
           {&weights.feed_forward_in, &layer.feed_forward.in},
           {&weights.feed_forward_out, &layer.feed_forward.out}}};
}

Result<void> make_tables(Transformer::Parts& parts) {
  const Precision precision = parts.config.precision;
  auto words = make_table(parts.weights.word_embedding, precision);
  if (!words) return std::unexpected(std::move(words.error()));
  auto positions = make_table(parts.weights.position_embedding, precision);
  if (!positions) return std::unexpected(std::move(positions.error()));
  parts.word_embedding = std::move(*words);
  parts.position_embedding = std::move(*positions);
  return {};
}

Result<void> make_matrices(Transformer::Parts& parts) {
  parts.layers.resize(parts.weights.layers.size());
  for (std::size_t l = 0; l < parts.layers.size(); ++l) {
    for (const auto& [from, to] : pair_up(parts.weights.layers[l], parts.layers[l])) {
      auto made = make_linear(from->weight, parts.config.precision);
      if (!made) return std::unexpected(std::move(made.error()));
      *to = std::move(*made);
    }
  }
  return {};
}

// Once the vectors lie where they will stay.
void show_vectors(Transformer::Parts& parts) {
  for (std::size_t l = 0; l < parts.layers.size(); ++l) {
    LayerWeights& weights = parts.weights.layers[l];
    Layer& layer = parts.layers[l];
    for (const auto& [from, to] : pair_up(weights, layer)) to->bias = from->bias;
    layer.attention.norm = weights.attention_norm;
    layer.feed_forward.norm = weights.feed_forward_norm;
  }
}

}  // namespace

Transformer::Transformer(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Transformer::Transformer(Transformer&&) noexcept = default;
Transformer& Transformer::operator=(Transformer&&) noexcept = default;
Transformer::~Transformer() = default;

const Config& Transformer::config() const { return parts_->config; }

Result<Transformer> Transformer::create(const Config& config, Weights weights) {
  auto parts = std::make_unique<Parts>();
  parts->config = config;
  parts->weights = std::move(weights);
  if (auto made = make_tables(*parts); !made) return std::unexpected(std::move(made.error()));
  if (auto made = make_matrices(*parts); !made) return std::unexpected(std::move(made.error()));
  if (config.precision != Precision::kFloat32) {
    if (auto released = release_matrices(parts->weights); !released)
      return std::unexpected(std::move(released.error()));
  }
  show_vectors(*parts);
  return Transformer(std::move(parts));
}

namespace {

struct TableBytes {
  std::uint64_t operator()(const ConstMatrix& table) const {
    return table.rows * table.cols * sizeof(float);
  }
  std::uint64_t operator()(const kernels::QuantizedTable& table) const { return table.bytes(); }
};

struct MatrixBytes {
  std::uint64_t operator()(const kernels::PackedWeight& packed) const {
    return packed.matrix.out * packed.matrix.in * sizeof(float);
  }
  std::uint64_t operator()(const kernels::QuantizedWeight& matrix) const { return matrix.bytes(); }
};

}  // namespace

std::uint64_t Transformer::weight_bytes() const {
  const Parts& parts = *parts_;
  std::uint64_t floats = parts.weights.type_embedding.rows * parts.weights.type_embedding.cols +
                         parts.weights.embedding_norm.gain.size() +
                         parts.weights.embedding_norm.bias.size();
  std::uint64_t bytes = std::visit(TableBytes{}, parts.word_embedding) +
                        std::visit(TableBytes{}, parts.position_embedding);
  for (const Layer& layer : parts.layers) {
    const auto& [attention, feed_forward] = layer;
    for (const Linear* linear : {&attention.query, &attention.key, &attention.value,
                                 &attention.output, &feed_forward.in, &feed_forward.out}) {
      bytes += std::visit(MatrixBytes{}, linear->weight);
      floats += linear->bias.size();
    }
    for (const LayerNormWeights* norm : {&attention.norm, &feed_forward.norm})
      floats += norm->gain.size() + norm->bias.size();
  }
  return bytes + floats * sizeof(float);
}

}  // namespace attnscope
