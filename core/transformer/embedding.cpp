#include <algorithm>

#include "transformer/stages.h"

namespace attnscope {

void embed(const Transformer::Parts& parts, const Batch& batch, Matrix hidden, StageClock& clock) {
  clock.start();
  const Weights& weights = parts.weights;
  std::size_t t = 0;
  for (const std::size_t length : batch.lengths) {
    for (std::size_t position = 0; position < length; ++position, ++t) {
      const auto row = hidden.row(t);
      std::ranges::copy(weights.type_embedding.row(static_cast<std::size_t>(batch.types[t])),
                        row.begin());
      add_row(parts.word_embedding, static_cast<std::size_t>(batch.ids[t]), row);
      add_row(parts.position_embedding, position, row);
    }
  }
  clock.lap(&StageTimes::embedding);
  kernels::layer_norm(hidden, weights.embedding_norm.gain, weights.embedding_norm.bias,
                      static_cast<float>(parts.config.layer_norm_epsilon));
  clock.lap(&StageTimes::layer_norm);
}

}  // namespace attnscope
