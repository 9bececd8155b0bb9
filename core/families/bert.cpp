// BERT. Read it beside Devlin et al. 2018, section 3, and Vaswani et al. 2017, figure 1 (left):
//
//     h_0     = layer_norm(word + position + type)
//     a_i     = layer_norm(h_i + attention_i(h_i))
//     h_(i+1) = layer_norm(a_i + feed_forward_i(a_i))              i = 0 .. L - 1
//     logits  = layer_norm(gelu(h_L W^T + b)) word^T + c           for a masked word
//
// Names are those that Hugging Face's BertModel and BertForMaskedLM save.
#include "families/post_norm_encoder.h"

namespace attnscope::families {
namespace {

constexpr MaskedWordsNames kMaskedWords = {
    .transform = "cls.predictions.transform.dense",
    .norm = "cls.predictions.transform.LayerNorm",
    .decoder = "cls.predictions.decoder.weight",
    .bias = "cls.predictions.bias",
    .decoder_bias = "cls.predictions.decoder.bias",
};

void read(ConfigReader& config, Facts& facts) { read_encoder(config, facts); }

class Bert final : public FamilyModel {
 public:
  Bert(const Facts& facts, Tensors& tensors) : layers_(facts.encoder.layers) {
    tensors.prefixes({"", "bert."});
    embedding_.ask(tensors, facts);
    for (std::size_t i = 0; i < layers_.size(); ++i)
      layers_[i].ask(tensors, facts, Stack::kEncoder, layer_name(i), bert_layer_start(facts, i),
                     kBertLayer);
    masked_words_.ask(tensors, facts, embedding_.words, kMaskedWords, facts.activation);
  }

  void begin(const Batch& batch, Forward& run) const override { embed(embedding_, batch, run); }

  void layer(std::size_t i, Forward& run) const override {
    const Layer& layer = layers_[i];
    add_attention(layer.attention, run.hidden, i, run);
    normalise(layer.attention_norm, run);
    add_feed_forward(layer.feed_forward, run.hidden, i, run);
    normalise(layer.feed_forward_norm, run);
  }

  const MaskedWords* masked_words() const override {
    return masked_words_.is_there ? &masked_words_ : nullptr;
  }

 private:
  Embedding embedding_;
  std::vector<Layer> layers_;
  MaskedWords masked_words_;
};

}  // namespace

extern const Family bert;
const Family bert = {"bert", read, make_model<Bert>};

}  // namespace attnscope::families
