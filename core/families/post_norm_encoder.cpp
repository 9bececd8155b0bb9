#include "families/post_norm_encoder.h"

namespace attnscope {

PostNormEncoder::PostNormEncoder(const Facts& facts, Tensors& tensors, const EncoderNames& names,
                                 Activation answer_activation)
    : layers_(facts.encoder.layers) {
  tensors.prefixes({"", names.prefix});
  embedding_.ask(tensors, facts, names.embedding);
  for (std::size_t i = 0; i < layers_.size(); ++i)
    layers_[i].ask(tensors, facts, Stack::kEncoder, layer_name(i), names.layer_start(facts, i),
                   names.layer);
  masked_words_.ask(tensors, facts, embedding_.words, names.masked_words, answer_activation);
}

void PostNormEncoder::begin(const Batch& batch, Forward& run) const {
  embed(embedding_, batch, run);
}

void PostNormEncoder::layer(std::size_t i, Forward& run) const { run_layer(layers_[i], i, run); }

const MaskedWords* PostNormEncoder::masked_words() const {
  return masked_words_.is_there ? &masked_words_ : nullptr;
}

std::string bert_layer_start(const Facts& /*facts*/, std::size_t i) {
  return "encoder.layer." + std::to_string(i) + '.';
}

}  // namespace attnscope
