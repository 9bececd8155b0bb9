#include "transformer/parallel.h"
#include "transformer/stages.h"

namespace attnscope {

void feed_forward_block(const FeedForwardLayer& layer, const Config& config,
                        const FeedForwardScratch& scratch, Matrix hidden, Threads& threads,
                        StageClock& clock) {
  clock.start();
  const auto& [inner, rows] = scratch;
  share_products(threads, share_preparation(threads, hidden, layer.in, rows), {{&layer.in, inner}},
                 linear_gelu);
  share_products(threads, share_preparation(threads, inner, layer.out, rows),
                 {{&layer.out, hidden}}, linear_add);
  clock.lap(&StageTimes::feed_forward);
  share_layer_norm(threads, hidden, layer.norm, config.layer_norm_epsilon);
  clock.lap(&StageTimes::layer_norm);
}

}  // namespace attnscope
