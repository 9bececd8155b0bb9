// The position-wise feed-forward with its residual, of an input x that is the hidden state or its
// norm: hidden = hidden + activation(x W_1^T + b_1) W_2^T + b_2, and where it is gated
// hidden = hidden + (activation(x W_1^T) * x U^T) W_2^T.
// Source: Vaswani et al. 2017, section 3.3; Shazeer 2020, "GLU Variants Improve Transformer".
#pragma once

#include <cstddef>

#include "blocks/forward.h"
#include "model/tensors.h"

namespace attnscope {

struct FeedForward {
  Linear in;    // [F, D]
  Linear gate;  // [F, D], where the facts say so
  Linear out;   // [D, F]
};

// In place; of layer `layer`, whose parts are kept where they were asked for.
void add_feed_forward(const FeedForward& weights, ConstMatrix input, std::size_t layer,
                      Forward& run);

// y = activation(x W^T + b). The exact gelu is part of the product, any other a pass over the rows.
void share_activated(Threads& threads, const LinearInput& x, const Linear& linear,
                     Activation activation, Matrix y);

}  // namespace attnscope
