// What a Transformer holds: the weights, and views of them packed for the
// kernels. Internal to this room.
#pragma once

#include <vector>

#include "model/config.h"
#include "model/weights.h"
#include "transformer/linear.h"
#include "transformer/transformer.h"

namespace attnscope {

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
  Weights weights;           // float32: owns the memory that everything else points into
  Table word_embedding;      // [V, D]
  Table position_embedding;  // [positions, D]
  std::vector<Layer> layers;
};

}  // namespace attnscope
