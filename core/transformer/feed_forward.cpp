#include "transformer/stages.h"

namespace attnscope {

void feed_forward_block(const FeedForwardLayer& layer, const Config& config, Matrix inner, Matrix hidden) {
  kernels::linear_gelu(hidden, layer.in.weight.matrix, layer.in.bias, inner);
  kernels::linear_add(inner, layer.out.weight.matrix, layer.out.bias, hidden);
  kernels::layer_norm(hidden, layer.norm.gain, layer.norm.bias, config.layer_norm_epsilon);
}

}  // namespace attnscope
