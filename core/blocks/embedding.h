// From ids to the first hidden state: word, position and, where the family has them, type, summed
// and normalised; and projected from the embedding's width E to D where they differ.
// Source: Devlin et al. 2018, figure 2; Lan et al. 2019, section 3.1, for the projection.
#pragma once

#include <string_view>

#include "blocks/forward.h"
#include "model/tensors.h"

namespace attnscope {

struct EmbeddingNames {
  std::string_view words = "embeddings.word_embeddings.weight";
  std::string_view positions = "embeddings.position_embeddings.weight";
  std::string_view types = "embeddings.token_type_embeddings.weight";
  std::string_view norm = "embeddings.LayerNorm";
  std::string_view projection{};
};

struct Embedding {
  Table words;        // [V, E]
  Table positions;    // [position_rows, E]
  ConstMatrix types;  // [type_rows, E]; data == nullptr: none
  Norm norm;          // [E]
  Linear projection;  // [D, E], where the facts have one

  void ask(Tensors& tensors, const Facts& facts, const EmbeddingNames& names = {});
};

// run.hidden [T, D] = the embedding's output.
void embed(const Embedding& weights, const Batch& batch, Forward& run);

}  // namespace attnscope
