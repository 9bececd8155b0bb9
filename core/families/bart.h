/// @file
/// What BART and Marian, whose class began as BART's, have in common.
#pragma once

#include "families/encoder_decoder.h"

namespace attnscope {

/// Names within a layer.
inline constexpr LayerNames kBartEncoderLayer = {
    .query = "self_attn.q_proj",
    .key = "self_attn.k_proj",
    .value = "self_attn.v_proj",
    .output = "self_attn.out_proj",
    .attention_norm = "self_attn_layer_norm",
    .in = "fc1",
    .out = "fc2",
    .feed_forward_norm = "final_layer_norm",
};
inline constexpr LayerNames kBartDecoderLayer = [] {
  LayerNames names = kBartEncoderLayer;
  names.cross_query = "encoder_attn.q_proj";
  names.cross_key = "encoder_attn.k_proj";
  names.cross_value = "encoder_attn.v_proj";
  names.cross_output = "encoder_attn.out_proj";
  names.cross_norm = "encoder_attn_layer_norm";
  return names;
}();

/// Sizes, activation and scale; norms use 1e-5, which is PyTorch's own.
void read_bart(ConfigReader& config, Facts& facts);

}  // namespace attnscope
