// The word that a hidden state stands for: logits = layer_norm(activation(h W^T + b)) E^T + c, with
// E the table of word embeddings itself, or one of the checkpoint's own.
// Source: Devlin et al. 2018, section 3.1; Press and Wolf 2017 for the tied table.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/buffer.h"
#include "base/result.h"
#include "base/threads.h"
#include "blocks/linear.h"
#include "blocks/tied_output.h"
#include "model/facts.h"
#include "model/tensors.h"

namespace attnscope {

// What a family's checkpoint calls the tensors of this answer; no prefix stands before them.
struct MaskedWordsNames {
  std::string_view transform, norm;
  std::string_view decoder;             // the table, where it is not the words' own
  std::string_view bias, decoder_bias;  // the same vector, which files have under either name
};

struct MaskedWords {
  bool is_there = false;
  Linear transform;  // [E, D]
  Norm norm;         // [E]
  Activation activation = Activation::kGelu;
  Table own_decoder;  // [V, E]
  TiedOutput output;

  // Asks for the whole answer where the file has any of it, so that a half is told of. `words` is
  // the encoder's table, which must not move.
  void ask(Tensors& tensors, const Facts& facts, const Table& words, const MaskedWordsNames& names,
           Activation with);
};

// [V] logits of one hidden state [D]. Errors: kOutOfMemory.
Result<Buffer<float>> word_logits(const MaskedWords& weights, const Facts& facts,
                                  std::span<const float> hidden, Threads& threads);

// A word that may stand somewhere, and how likely it is there.
struct Candidate {
  std::int32_t id = 0;
  double probability = 0;  // softmax over all of the vocabulary
};

// The `most` likeliest, best first; of equal ones the lower id.
std::vector<Candidate> likeliest(std::span<const float> logits, std::size_t most);

}  // namespace attnscope
