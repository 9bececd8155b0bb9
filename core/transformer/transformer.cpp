#include "transformer/transformer.h"

#include <utility>

#include "transformer/parts.h"

namespace attnscope {
namespace {

Result<void> pack(const LinearWeights& weights, Linear& linear) {
  auto packed = kernels::pack_in_place(weights.weight);
  if (!packed) return std::unexpected(std::move(packed.error()));
  linear.weight = std::move(*packed);
  linear.bias = weights.bias;
  return {};
}

Result<Layer> pack_layer(const LayerWeights& weights) {
  Layer layer;
  layer.attention.norm = weights.attention_norm;
  layer.feed_forward.norm = weights.feed_forward_norm;
  const std::pair<const LinearWeights*, Linear*> matrices[] = {
      {&weights.query, &layer.attention.query},
      {&weights.key, &layer.attention.key},
      {&weights.value, &layer.attention.value},
      {&weights.attention_output, &layer.attention.output},
      {&weights.feed_forward_in, &layer.feed_forward.in},
      {&weights.feed_forward_out, &layer.feed_forward.out},
  };
  for (const auto& [from, to] : matrices) {
    if (auto packed = pack(*from, *to); !packed) return std::unexpected(std::move(packed.error()));
  }
  return layer;
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
  for (const LayerWeights& layer_weights : parts->weights.layers) {
    auto layer = pack_layer(layer_weights);
    if (!layer) return std::unexpected(std::move(layer.error()));
    parts->layers.push_back(std::move(*layer));
  }
  return Transformer(std::move(parts));
}

}  // namespace attnscope
