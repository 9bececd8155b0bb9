// RoBERTa: Liu et al. 2019. BERT whose positions begin behind the row of padding, so that 512
// tokens have a table of 514 rows; a padding token typed into a text stays on that row and is not
// counted. Names are those that Hugging Face's RobertaForMaskedLM saves.
#include "families/post_norm_encoder.h"

namespace attnscope::families {
namespace {

constexpr EncoderKeys kKeys = {.least_types = 0};

constexpr EncoderNames kNames = {
    .prefix = "roberta.",
    .layer_start = bert_layer_start,
    .layer = kBertLayer,
    .masked_words = {.transform = "lm_head.dense",
                     .norm = "lm_head.layer_norm",
                     .decoder = "lm_head.decoder.weight",
                     .bias = "lm_head.bias",
                     .decoder_bias = "lm_head.decoder.bias"},
};

void read(ConfigReader& config, Facts& facts) {
  read_encoder(config, facts, kKeys);
  const std::size_t padding = config.size_or("pad_token_id", facts.position_rows, 1, 0);
  if (padding + 1 >= facts.position_rows) {
    config.wrong("pad_token_id", "one that leaves rows of the " +
                                     std::to_string(facts.position_rows) + " positions behind it");
    return;
  }
  facts.uncounted_token = static_cast<std::int32_t>(padding);
  facts.first_position = padding + 1;
}

std::unique_ptr<FamilyModel> ask(const Facts& facts, Tensors& tensors) {
  // The answer's activation is the exact gelu, whatever hidden_act says.
  return std::make_unique<PostNormEncoder>(facts, tensors, kNames, Activation::kGelu);
}

}  // namespace

extern const Family roberta;
const Family roberta = {"roberta", read, ask};

}  // namespace attnscope::families
