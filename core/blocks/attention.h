// Multi-head attention with its residual: hidden = hidden + concat_h(context_h) W_O^T + b_O.
// Source: Vaswani et al. 2017, section 3.2.2.
#pragma once

#include <cstddef>

#include "blocks/forward.h"
#include "model/tensors.h"

namespace attnscope {

struct Attention {
  Linear query, key, value,
      output;  // [D, D] each; head h owns rows h d .. h d + d of the first three
};

// In place; of layer `layer`, whose parts are kept where they were asked for.
void add_attention(const Attention& weights, std::size_t layer, Forward& run);

}  // namespace attnscope
