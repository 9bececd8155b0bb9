// From ids to the first hidden state: word, position and, where the family has them, type, summed
// and, where it has one, normalised; and projected from the embedding's width E to D where they
// differ. Source: Devlin et al. 2018, figure 2; Vaswani et al. 2017, sections 3.4 and 3.5, for the
// scale of words and the sines; Lan et al. 2019, section 3.1, for the projection.
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
  Table positions;    // [position_rows, E]; not where positions are relative
  ConstMatrix types;  // [type_rows, E]; data == nullptr: none
  Norm norm;          // [E]; empty: none
  Linear projection;  // [D, E], where the facts have one

  void ask(Tensors& tensors, const Facts& facts, const EmbeddingNames& names = {});
};

// Entry j of position p's row: sin(p / 10000^(2j / D)) in the first half, and the cosines of the
// same in the second. (Vaswani et al. 2017, section 3.5, has them in turn.)
void sines(std::size_t position, std::span<float> row);

// run.hidden [T, D] = the embedding's output.
void embed(const Embedding& weights, const Batch& batch, Forward& run);

}  // namespace attnscope
