#include "families/encoder_decoder.h"

#include <cmath>

namespace attnscope {

EncoderDecoder::EncoderDecoder(const Facts& facts, Tensors& tensors,
                               const EncoderDecoderNames& names) {
  tensors.prefixes({names.prefix, ""});
  ask(Stack::kEncoder, encoder_, facts, tensors, names);
  ask(Stack::kDecoder, decoder_, facts, tensors, names);
  if (facts.scales_answer)
    next_word_.factor = static_cast<float>(1 / std::sqrt(static_cast<double>(facts.width)));
  next_word_.ask(tensors, facts, decoder_.embedding.words, facts.target_vocabulary,
                 "lm_head.weight", names.answer_bias);
}

void EncoderDecoder::ask(Stack stack, StackWeights& weights, const Facts& facts, Tensors& tensors,
                         const EncoderDecoderNames& names) {
  const bool is_decoder = stack == Stack::kDecoder;
  const std::string theirs = is_decoder ? "decoder." : "encoder.";
  const std::string ours = is_decoder ? "decoder." : "";
  const LayerNames& layer_names = is_decoder ? names.decoder : names.encoder;
  const std::size_t width = facts.width;

  // One table for both stacks, or each its own.
  Embedding& embedding = weights.embedding;
  tensors.table(embedding.words, ours + "embeddings.word",
                {"shared.weight", theirs + "embed_tokens.weight"},
                is_decoder ? facts.target_vocabulary : facts.vocabulary, width);
  if (!names.positions.empty()) {
    tensors.table(embedding.positions, ours + "embeddings.position",
                  {theirs + std::string(names.positions)}, facts.position_rows, width);
  } else if (facts.position_kind == PositionKind::kSinusoidal) {
    tensors.computed_table(embedding.positions, ours + "embeddings.position", facts.position_rows,
                           width, sines);
  }
  if (!names.first_norm.empty())
    tensors.norm(embedding.norm, ours + "embeddings.norm", theirs + std::string(names.first_norm),
                 width);

  weights.layers.resize(facts.stack(stack).layers);
  for (std::size_t i = 0; i < weights.layers.size(); ++i) {
    weights.layers[i].ask(tensors, facts, stack, ours + layer_name(i),
                          theirs + std::string(names.layers) + std::to_string(i) + '.',
                          layer_names);
    if (!facts.scales_scores) weights.layers[i].attention.scale = weights.layers[i].cross.scale = 1;
  }
  if (!names.last_norm.empty())
    tensors.norm(weights.last_norm, ours + "norm", theirs + std::string(names.last_norm), width,
                 layer_names.bias);
  if (names.relative.empty()) return;
  weights.relative.one_sided = is_decoder;
  weights.relative.max_distance = facts.relative_distance;
  weights.relative.ask(tensors, ours + "relativeBias", theirs + std::string(names.relative),
                       facts.relative_buckets, facts.stack(stack).heads);
}

void EncoderDecoder::begin(const Batch& batch, Forward& run) const {
  embed(of(run).embedding, batch, run);
  if (run.bias.data != nullptr) of(run).relative.fill(run.farthest, run.bias);
}

void EncoderDecoder::layer(std::size_t i, Forward& run) const {
  run_layer(of(run).layers[i], i, run);
}

void EncoderDecoder::end(Forward& run) const {
  if (!of(run).last_norm.gain.empty()) normalise(of(run).last_norm, run);
}

void EncoderDecoder::remember_source(std::size_t i, ConstMatrix output, Forward& run,
                                     Cache& source) const {
  attnscope::remember_source(decoder_.layers[i].cross, output, i, run, source);
}

}  // namespace attnscope
