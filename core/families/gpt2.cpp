// GPT-2: Radford et al. 2019. A decoder that stands alone: each word looks back, and the last one's
// hidden state says which comes next. Norms before each block and after the last; matrices are
// stored [in, out], and those of queries, keys and values as one. Names are those that Hugging
// Face's GPT2LMHeadModel saves.
#include "blocks/embedding.h"
#include "blocks/layer.h"
#include "families/family.h"
#include "model/config_reader.h"

namespace attnscope::families {
namespace {

void read(ConfigReader& config, Facts& facts) {
  StackFacts& decoder = facts.decoder;
  facts.width = facts.embedding_width = config.model_width("n_embd");
  facts.vocabulary = facts.target_vocabulary = config.vocabulary("vocab_size");
  facts.position_rows = config.positions("n_positions");
  decoder.layers = decoder.layer_groups = config.size("n_layer", kMostLayers);
  decoder.heads = config.heads("n_head");
  decoder.feed_forward = config.has("n_inner") ? config.inner_width("n_inner") : 4 * facts.width;
  config.divide_into_heads(facts.width, decoder);
  facts.norm_place = NormPlace::kPre;
  facts.layer_norm_epsilon = config.epsilon("layer_norm_epsilon", 1e-5);
  facts.activation = config.activation("activation_function", "gelu_new");
  facts.scales_scores = config.flag("scale_attn_weights", true);
  facts.scales_by_layer = config.flag("scale_attn_by_inverse_layer_idx", false);
  if (config.flag("add_cross_attention", false))
    config.refuse("add_cross_attention", "a decoder that stands alone");
}

class Gpt2 final : public FamilyModel {
 public:
  Gpt2(const Facts& facts, Tensors& tensors) : layers_(facts.decoder.layers) {
    tensors.prefixes({"transformer.", ""});
    const std::size_t width = facts.width;
    tensors.table(embedding_.words, "embeddings.word", {"wte.weight"}, facts.vocabulary, width);
    tensors.table(embedding_.positions, "embeddings.position", {"wpe.weight"}, facts.position_rows,
                  width);
    for (std::size_t i = 0; i < layers_.size(); ++i) ask(layers_[i], i, facts, tensors);
    tensors.norm(last_norm_, "norm", "ln_f", width);
    next_word_.ask(tensors, facts, embedding_.words, facts.vocabulary, "lm_head.weight", {});
  }

  void begin(const Batch& batch, Forward& run) const override { embed(embedding_, batch, run); }
  void layer(std::size_t i, Forward& run) const override { run_layer(layers_[i], i, run); }
  void end(Forward& run) const override { normalise(last_norm_, run); }
  const NextWord* next_word() const override { return &next_word_; }

 private:
  static void ask(Layer& layer, std::size_t i, const Facts& facts, Tensors& tensors) {
    const std::size_t width = facts.width, inner = facts.decoder.feed_forward;
    const std::string theirs = "h." + std::to_string(i) + '.', ours = layer_name(i);
    const auto linear = [&](Linear& place, const char* own, const char* name, std::size_t out,
                            std::size_t in) {
      tensors.linear(place, ours + own, theirs + name, out, in, {.transposed = true});
    };
    const auto part = [&](Linear& place, const char* own, std::size_t index) {
      tensors.linear(place, ours + own, theirs + "attn.c_attn", width, width,
                     {.transposed = true, .first = index * width, .of = 3 * width});
    };
    layer.attention.scale = facts.scales_scores ? attention_scale(facts.decoder.head_width) : 1;
    if (facts.scales_by_layer) layer.attention.scale /= static_cast<float>(i + 1);
    tensors.norm(layer.attention_norm, ours + "attention.norm", theirs + "ln_1", width);
    part(layer.attention.query, "attention.query", 0);
    part(layer.attention.key, "attention.key", 1);
    part(layer.attention.value, "attention.value", 2);
    linear(layer.attention.output, "attention.output", "attn.c_proj", width, width);
    tensors.norm(layer.feed_forward_norm, ours + "feedForward.norm", theirs + "ln_2", width);
    linear(layer.feed_forward.in, "feedForward.in", "mlp.c_fc", inner, width);
    linear(layer.feed_forward.out, "feedForward.out", "mlp.c_proj", width, inner);
  }

  Embedding embedding_;
  std::vector<Layer> layers_;
  Norm last_norm_;
  NextWord next_word_;
};

}  // namespace

extern const Family gpt2;
const Family gpt2 = {"gpt2", read, make_model<Gpt2>};

}  // namespace attnscope::families
