/// @file
/// An encoder and a decoder that attends to its output (Vaswani et al. 2017, figure 1), for
/// families that differ in names and facts alone: where the norms stand, how positions come in,
/// what the first hidden state and the answer are multiplied by.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "blocks/embedding.h"
#include "blocks/layer.h"
#include "blocks/relative_bias.h"
#include "families/family.h"
#include "model/config_reader.h"

namespace attnscope {

/// What a checkpoint calls its tensors. Names of a stack stand behind "encoder." or "decoder.";
/// empty ones: there is no such thing.
struct EncoderDecoderNames {
  std::string_view prefix;        ///< before all but the answer's
  std::string_view layers;        ///< before a layer's number, with its dot
  LayerNames encoder, decoder;    ///< of a layer
  std::string_view positions{};   ///< a learned table
  std::string_view first_norm{};  ///< of the embedding
  std::string_view last_norm{};   ///< of the last layer's output
  std::string_view relative{};    ///< the table of distances, which layer 0 has for all its stack
  std::string_view answer_bias{};
};

class EncoderDecoder : public FamilyModel {
 public:
  EncoderDecoder(const Facts& facts, Tensors& tensors, const EncoderDecoderNames& names);

  void begin(const Batch& batch, Forward& run) const override;
  void layer(std::size_t i, Forward& run) const override;
  void end(Forward& run) const override;
  void remember_source(std::size_t i, ConstMatrix output, Forward& run,
                       Cache& source) const override;
  const NextWord* next_word() const override { return &next_word_; }

 private:
  struct StackWeights {
    Embedding embedding;
    std::vector<Layer> layers;
    Norm last_norm;  // [D]; empty: none
    RelativeBias relative;
  };
  const StackWeights& of(const Forward& run) const {
    return run.stack == Stack::kEncoder ? encoder_ : decoder_;
  }
  void ask(Stack stack, StackWeights& weights, const Facts& facts, Tensors& tensors,
           const EncoderDecoderNames& names);

  StackWeights encoder_, decoder_;
  NextWord next_word_;
};

}  // namespace attnscope
