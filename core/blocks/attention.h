// Multi-head attention with its residual: hidden = hidden + concat_h(context_h) W_O^T + b_O, of an
// input that is the hidden state or its norm.
// Source: Vaswani et al. 2017, section 3.2.2.
#pragma once

#include <cstddef>

#include "blocks/forward.h"
#include "model/tensors.h"

namespace attnscope {

struct Attention {
  // [H * d, D] each; head h owns rows h d .. h d + d of the first three.
  Linear query, key, value;
  Linear output;    // [D, H * d]
  float scale = 0;  // of the scores
};

// In place; of layer `layer`, whose parts are kept where they were asked for. A decoder's looks
// back alone, and remembers its keys and values in run.cache.
void add_attention(const Attention& weights, ConstMatrix input, std::size_t layer, Forward& run);

// The same with keys and values of the encoder's output, which run.source has.
void add_cross_attention(const Attention& weights, ConstMatrix input, std::size_t layer,
                         Forward& run);

// Puts the keys and values of the encoder's output [S, D] into the cache, which has one sequence.
void remember_source(const Attention& weights, ConstMatrix output, std::size_t layer, Forward& run,
                     Cache& source);

}  // namespace attnscope
