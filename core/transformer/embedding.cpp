#include "transformer/stages.h"

namespace attnscope {

void embed(const Transformer::Parts& parts, const Batch& batch, Matrix hidden, StageClock& clock) {
  clock.start();
  const Weights& weights = parts.weights;
  std::size_t t = 0;
  for (const std::size_t length : batch.lengths) {
    for (std::size_t position = 0; position < length; ++position, ++t) {
      kernels::sum_rows(weights.word_embedding.row(static_cast<std::size_t>(batch.ids[t])),
                        weights.type_embedding.row(static_cast<std::size_t>(batch.types[t])),
                        weights.position_embedding.row(position), hidden.row(t));
    }
  }
  clock.lap(&StageTimes::embedding);
  kernels::layer_norm(hidden, weights.embedding_norm.gain, weights.embedding_norm.bias,
                      parts.config.layer_norm_epsilon);
  clock.lap(&StageTimes::layer_norm);
}

}  // namespace attnscope
