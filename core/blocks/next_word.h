// The word that follows: logits = factor (h E^T + c) for a decoder's hidden state h, with E the
// table that embeds words, or one of the checkpoint's own.
#pragma once

#include <cstddef>
#include <string_view>

#include "blocks/tied_output.h"
#include "model/facts.h"

namespace attnscope {

struct NextWord {
  Table own_table;         // [V, D]
  ConstMatrix bias_table;  // [1, V]
  TiedOutput output;
  float factor = 1;  // no family has a bias beside it

  // `table`: the decoder's own table [V, D], which must not move; `own`: the name of another, which
  // stands where the file has it or the facts say that none is tied; `bias`: of a matrix [1, V],
  // empty: there is none.
  void ask(Tensors& tensors, const Facts& facts, const Table& table, std::size_t vocabulary,
           std::string_view own, std::string_view bias);
  // Once the tensors are there: logits [T, V] of hidden states [T, D].
  void logits(ConstMatrix hidden, Threads& threads, Matrix logits) const;
};

}  // namespace attnscope
