// Marian: Junczys-Dowmunt et al. 2018, the translators of Tiedemann and Thottingal 2020. The
// transformer of Vaswani et al. 2017 as it stands there: sines for positions, a norm after each
// block, one table for the words of both stacks and for the answer. Names are those that Hugging
// Face's MarianMTModel saves.
#include "families/bart.h"

namespace attnscope::families {
namespace {

void read(ConfigReader& config, Facts& facts) {
  read_bart(config, facts);
  facts.position_kind = PositionKind::kSinusoidal;
  if (!config.flag("share_encoder_decoder_embeddings", true)) {
    facts.target_vocabulary = config.has("decoder_vocab_size")
                                  ? config.vocabulary("decoder_vocab_size")
                                  : facts.vocabulary;
  }
}

std::unique_ptr<FamilyModel> ask(const Facts& facts, Tensors& tensors) {
  return std::make_unique<EncoderDecoder>(facts, tensors,
                                          EncoderDecoderNames{.prefix = "model.",
                                                              .layers = "layers.",
                                                              .encoder = kBartEncoderLayer,
                                                              .decoder = kBartDecoderLayer,
                                                              .answer_bias = "final_logits_bias"});
}

}  // namespace

extern const Family marian;
const Family marian = {"marian", read, ask};

}  // namespace attnscope::families
