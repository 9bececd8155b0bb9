// T5: Raffel et al. 2020, and its versions 1.1 and Flan. Rms norms before each block and after the
// last, no biases, scores that are not scaled, and in place of positions a bias on the scores by
// distance, which layer 0 holds for its whole stack; cross-attention has none. The heads together
// need not be as wide as the model. Names are those that Hugging Face's
// T5ForConditionalGeneration saves.
#include "families/encoder_decoder.h"

namespace attnscope::families {
namespace {

void read(ConfigReader& config, Facts& facts) {
  facts.width = config.model_width("d_model");
  facts.vocabulary = facts.target_vocabulary = config.vocabulary("vocab_size");
  StackFacts& encoder = facts.encoder;
  encoder.layers = encoder.layer_groups = config.size("num_layers", kMostLayers);
  encoder.heads = config.heads("num_heads");
  encoder.head_width = config.model_width("d_kv");
  encoder.feed_forward = config.inner_width("d_ff");
  facts.decoder = encoder;
  facts.decoder.layers = facts.decoder.layer_groups =
      config.size_or("num_decoder_layers", kMostLayers, encoder.layers);
  facts.embedding_width = facts.width;
  facts.position_kind = PositionKind::kRelative;
  facts.relative_buckets = config.size_or("relative_attention_num_buckets", 1024, 32, 4);
  facts.relative_distance =
      config.size_or("relative_attention_max_distance", facts.kMostRelative, 128, 2);
  if (facts.relative_buckets % 2 != 0 || facts.relative_distance <= facts.relative_buckets / 2) {
    config.contradiction(
        "relative_attention_num_buckets must be even, and its half below "
        "relative_attention_max_distance");
  }
  facts.max_tokens = config.size_or("n_positions", facts.kMostRelative, 512);
  facts.scales_scores = false;
  facts.norm_place = NormPlace::kPre;
  facts.layer_norm_epsilon = config.epsilon("layer_norm_epsilon", 1e-6);
  // "relu", "gated-gelu" and so on; the second means the tanh form.
  std::string activation = config.text("feed_forward_proj", "relu");
  facts.gated = activation.starts_with("gated-");
  if (facts.gated) activation.erase(0, activation.find('-') + 1);
  if (facts.gated && activation == "gelu") activation = "gelu_new";
  facts.activation = config.activation_named("feed_forward_proj", activation);
  // Version 1.1 has a table of its own for the answer, and no factor; where its config has been
  // saved again, another key says so.
  facts.scales_answer = config.flag("scale_decoder_outputs", facts.ties_words);
}

std::unique_ptr<FamilyModel> ask(const Facts& facts, Tensors& tensors) {
  LayerNames encoder = {
      .query = "layer.0.SelfAttention.q",
      .key = "layer.0.SelfAttention.k",
      .value = "layer.0.SelfAttention.v",
      .output = "layer.0.SelfAttention.o",
      .attention_norm = "layer.0.layer_norm",
      .in = facts.gated ? "layer.1.DenseReluDense.wi_0" : "layer.1.DenseReluDense.wi",
      .out = "layer.1.DenseReluDense.wo",
      .feed_forward_norm = "layer.1.layer_norm",
      .gate = "layer.1.DenseReluDense.wi_1",
      .bias = Bias::kNone};
  LayerNames decoder = encoder;
  decoder.cross_query = "layer.1.EncDecAttention.q";
  decoder.cross_key = "layer.1.EncDecAttention.k";
  decoder.cross_value = "layer.1.EncDecAttention.v";
  decoder.cross_output = "layer.1.EncDecAttention.o";
  decoder.cross_norm = "layer.1.layer_norm";
  decoder.in = facts.gated ? "layer.2.DenseReluDense.wi_0" : "layer.2.DenseReluDense.wi";
  decoder.gate = "layer.2.DenseReluDense.wi_1";
  decoder.out = "layer.2.DenseReluDense.wo";
  decoder.feed_forward_norm = "layer.2.layer_norm";
  return std::make_unique<EncoderDecoder>(
      facts, tensors,
      EncoderDecoderNames{
          .prefix = "",
          .layers = "block.",
          .encoder = encoder,
          .decoder = decoder,
          .last_norm = "final_layer_norm",
          .relative = "block.0.layer.0.SelfAttention.relative_attention_bias.weight"});
}

}  // namespace

extern const Family t5;
const Family t5 = {"t5", read, ask};

}  // namespace attnscope::families
