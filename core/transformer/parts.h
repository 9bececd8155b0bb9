// What a Transformer holds: the weights, and views of them packed for the
// kernels. Internal to this room.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "kernels/kernels.h"
#include "model/config.h"
#include "model/weights.h"
#include "transformer/transformer.h"

namespace attnscope {

// y = x W^T + b. Owns only what did not fit a whole panel of the file's memory.
struct Linear {
  kernels::PackedWeight weight;  // [out, in]
  std::span<const float> bias;   // [out]
};

struct AttentionLayer {
  Linear query, key, value;  // [D, D]
  Linear output;             // [D, D]
  LayerNormWeights norm;     // [D]
};

struct FeedForwardLayer {
  Linear in;              // [F, D]
  Linear out;             // [D, F]
  LayerNormWeights norm;  // [D]
};

struct Layer {
  AttentionLayer attention;
  FeedForwardLayer feed_forward;
};

struct Transformer::Parts {
  Config config;
  Weights weights;  // owns the memory that everything else points into
  std::vector<Layer> layers;
};

}  // namespace attnscope
