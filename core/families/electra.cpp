// ELECTRA: Clark et al. 2020. BERT whose embedding may be narrower than the layers, and is then
// projected; the generator answers masked words. Names are those that Hugging Face's
// ElectraForMaskedLM saves.
#include "families/post_norm_encoder.h"

namespace attnscope::families {
namespace {

void read(ConfigReader& config, Facts& facts) {
  read_encoder(config, facts);
  read_embedding_width(config, facts);
  facts.projects_embedding = facts.embedding_width != facts.width;
}

constexpr EncoderNames kNames = {
    .prefix = "electra.",
    .embedding = {.projection = "embeddings_project"},
    .layer_start = bert_layer_start,
    .layer = kBertLayer,
    .masked_words = {.transform = "generator_predictions.dense",
                     .norm = "generator_predictions.LayerNorm",
                     .decoder = "generator_lm_head.weight",
                     .bias = "generator_lm_head.bias",
                     .decoder_bias = {}},
};

std::unique_ptr<FamilyModel> ask(const Facts& facts, Tensors& tensors) {
  // The answer's activation is the exact gelu, whatever hidden_act says.
  return std::make_unique<PostNormEncoder>(facts, tensors, kNames, Activation::kGelu);
}

}  // namespace

extern const Family electra;
const Family electra = {"electra", read, ask};

}  // namespace attnscope::families
