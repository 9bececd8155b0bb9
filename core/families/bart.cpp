// BART: Lewis et al. 2020. The transformer of Vaswani et al. 2017 with learned positions, two rows
// of whose table come before the first, and a norm after the embedding. Names are those that
// Hugging Face's BartForConditionalGeneration saves.
#include "families/bart.h"

#include <cmath>

namespace attnscope {

void read_bart(ConfigReader& config, Facts& facts) {
  facts.width = config.model_width("d_model");
  facts.vocabulary = facts.target_vocabulary = config.vocabulary("vocab_size");
  facts.position_rows = config.positions("max_position_embeddings");
  const auto stack = [&](StackFacts& sizes, const std::string& name) {
    sizes.layers = config.size(name + "_layers", kMostLayers);
    sizes.heads = config.heads(name + "_attention_heads");
    sizes.feed_forward = config.inner_width(name + "_ffn_dim");
    sizes.layer_groups = sizes.layers;
    config.divide_into_heads(facts.width, sizes);
  };
  stack(facts.encoder, "encoder");
  stack(facts.decoder, "decoder");
  facts.embedding_width = facts.width;
  facts.layer_norm_epsilon = 1e-5;
  facts.activation = config.activation("activation_function", "gelu");
  if (config.flag("scale_embedding", false))
    facts.embedding_scale = static_cast<float>(std::sqrt(static_cast<double>(facts.width)));
  // Of files from before there were classes for models that differ here.
  for (const char* key : {"normalize_before", "add_final_layer_norm"}) {
    if (config.flag(key, false)) config.refuse(key, "false (a norm after each block)");
  }
}

namespace families {
namespace {

constexpr std::size_t kFirstPosition = 2;

void read(ConfigReader& config, Facts& facts) {
  read_bart(config, facts);
  facts.position_rows += kFirstPosition;
  facts.first_position = kFirstPosition;
}

std::unique_ptr<FamilyModel> ask(const Facts& facts, Tensors& tensors) {
  return std::make_unique<EncoderDecoder>(facts, tensors,
                                          EncoderDecoderNames{.prefix = "model.",
                                                              .layers = "layers.",
                                                              .encoder = kBartEncoderLayer,
                                                              .decoder = kBartDecoderLayer,
                                                              .positions = "embed_positions.weight",
                                                              .first_norm = "layernorm_embedding",
                                                              .answer_bias = "final_logits_bias"});
}

}  // namespace

extern const Family bart;
const Family bart = {"bart", read, ask};

}  // namespace families
}  // namespace attnscope
