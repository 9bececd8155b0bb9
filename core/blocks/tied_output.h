// Hidden states against a table of words: the scores from which a word is chosen.
//
//     logits = h E^T + c
//
// with E the table that embeds the words, or one of the checkpoint's own.
// Source: Press and Wolf 2017.
#pragma once

#include <span>

#include "base/threads.h"
#include "blocks/linear.h"
#include "model/tensors.h"

namespace attnscope {

struct TiedOutput {
  const Table* table = nullptr;  // [V, E]
  std::span<const float> bias;   // [V], or empty

  // logits [T, V] of x [T, E]. A row does not depend on the others.
  void logits(ConstMatrix x, Threads& threads, Matrix logits) const;
};

}  // namespace attnscope
