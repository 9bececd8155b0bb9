#include "transformer/parallel.h"
#include "transformer/stages.h"

namespace attnscope {

void feed_forward_block(const FeedForwardLayer& layer, const Config& config, Matrix inner,
                        Matrix hidden, Threads& threads, StageClock& clock) {
  clock.start();
  share_products(threads, hidden, {{&layer.in, inner}}, kernels::linear_gelu);
  share_products(threads, inner, {{&layer.out, hidden}}, kernels::linear_add);
  clock.lap(&StageTimes::feed_forward);
  share_layer_norm(threads, hidden, layer.norm, config.layer_norm_epsilon);
  clock.lap(&StageTimes::layer_norm);
}

}  // namespace attnscope
