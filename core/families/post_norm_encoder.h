/// @file
/// The encoder that BERT began, for families that differ from it in names and facts alone: an
/// embedding, L layers of attention and feed-forward each with its layer norm, and the answer of
/// masked words where the files have it. bert.cpp has the same written out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "blocks/embedding.h"
#include "blocks/layer.h"
#include "families/family.h"
#include "model/config_reader.h"

namespace attnscope {

/// What a checkpoint calls its tensors.
struct EncoderNames {
  std::string_view prefix;  ///< what a checkpoint of a task puts before the encoder's names
  EmbeddingNames embedding{};
  /// What stands before the names of layer i.
  std::string (*layer_start)(const Facts& facts, std::size_t i);
  LayerNames layer;
  MaskedWordsNames masked_words;
};

class PostNormEncoder : public FamilyModel {
 public:
  /// `answer_activation`: of the answer of masked words.
  PostNormEncoder(const Facts& facts, Tensors& tensors, const EncoderNames& names,
                  Activation answer_activation);

  void begin(const Batch& batch, Forward& run) const override;
  void layer(std::size_t i, Forward& run) const override;
  const MaskedWords* masked_words() const override;

 private:
  Embedding embedding_;
  std::vector<Layer> layers_;
  MaskedWords masked_words_;
};

/// Names within a layer as BERT has them.
inline constexpr LayerNames kBertLayer = {
    .query = "attention.self.query",
    .key = "attention.self.key",
    .value = "attention.self.value",
    .output = "attention.output.dense",
    .attention_norm = "attention.output.LayerNorm",
    .in = "intermediate.dense",
    .out = "output.dense",
    .feed_forward_norm = "output.LayerNorm",
};

/// "encoder.layer.3."
std::string bert_layer_start(const Facts& facts, std::size_t i);

}  // namespace attnscope
