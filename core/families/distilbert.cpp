// DistilBERT: Sanh et al. 2019. BERT without types, with other names; its norms use 1e-12 whatever
// the file says. Names are those that Hugging Face's DistilBertForMaskedLM saves.
#include "families/post_norm_encoder.h"

namespace attnscope::families {
namespace {

constexpr EncoderKeys kKeys = {
    .layers = "n_layers",
    .heads = "n_heads",
    .width = "dim",
    .feed_forward = "hidden_dim",
    .types = {},
    .epsilon = {},
    .activation = "activation",
};

constexpr EncoderNames kNames = {
    .prefix = "distilbert.",
    .layer_start = [](const Facts&,
                      std::size_t i) { return "transformer.layer." + std::to_string(i) + '.'; },
    .layer = {.query = "attention.q_lin",
              .key = "attention.k_lin",
              .value = "attention.v_lin",
              .output = "attention.out_lin",
              .attention_norm = "sa_layer_norm",
              .in = "ffn.lin1",
              .out = "ffn.lin2",
              .feed_forward_norm = "output_layer_norm"},
    .masked_words = {.transform = "vocab_transform",
                     .norm = "vocab_layer_norm",
                     .decoder = "vocab_projector.weight",
                     .bias = "vocab_projector.bias",
                     .decoder_bias = {}},
};

void read(ConfigReader& config, Facts& facts) {
  read_encoder(config, facts, kKeys);
  // The table is in the file either way; which it is decides no number here.
  if (config.flag("sinusoidal_pos_embds", false)) facts.position_kind = PositionKind::kSinusoidal;
}

std::unique_ptr<FamilyModel> ask(const Facts& facts, Tensors& tensors) {
  return std::make_unique<PostNormEncoder>(facts, tensors, kNames, facts.activation);
}

}  // namespace

extern const Family distilbert;
const Family distilbert = {"distilbert", read, ask};

}  // namespace attnscope::families
