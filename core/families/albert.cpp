// ALBERT: Lan et al. 2019. BERT whose layers share their weights, by groups, and whose embedding is
// narrower than the layers. Names are those that Hugging Face's AlbertForMaskedLM saves.
#include "families/post_norm_encoder.h"

namespace attnscope::families {
namespace {

void read(ConfigReader& config, Facts& facts) {
  read_encoder(config, facts, {.default_activation = "gelu_new"});
  read_embedding_width(config, facts);
  facts.projects_embedding = true;  // also where it changes no width
  facts.encoder.layer_groups = config.size_or("num_hidden_groups", facts.encoder.layers, 1);
  if (config.size_or("inner_group_num", kMostLayers, 1) != 1)
    config.refuse("inner_group_num", "1 (a layer in a group)");
}

constexpr EncoderNames kNames = {
    .prefix = "albert.",
    .embedding = {.projection = "encoder.embedding_hidden_mapping_in"},
    .layer_start =
        [](const Facts& facts, std::size_t i) {
          const std::size_t group = i * facts.encoder.layer_groups / facts.encoder.layers;
          return "encoder.albert_layer_groups." + std::to_string(group) + ".albert_layers.0.";
        },
    .layer = {.query = "attention.query",
              .key = "attention.key",
              .value = "attention.value",
              .output = "attention.dense",
              .attention_norm = "attention.LayerNorm",
              .in = "ffn",
              .out = "ffn_output",
              .feed_forward_norm = "full_layer_layer_norm"},
    .masked_words = {.transform = "predictions.dense",
                     .norm = "predictions.LayerNorm",
                     .decoder = "predictions.decoder.weight",
                     .bias = "predictions.bias",
                     .decoder_bias = "predictions.decoder.bias"},
};

std::unique_ptr<FamilyModel> ask(const Facts& facts, Tensors& tensors) {
  return std::make_unique<PostNormEncoder>(facts, tensors, kNames, facts.activation);
}

}  // namespace

extern const Family albert;
const Family albert = {"albert", read, ask};

}  // namespace attnscope::families
