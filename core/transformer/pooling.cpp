#include <algorithm>

#include "transformer/stages.h"

namespace attnscope {

void pool(const Config& config, std::span<const std::size_t> lengths, ConstMatrix hidden,
          Matrix embeddings) {
  std::size_t first = 0;
  for (std::size_t s = 0; s < lengths.size(); ++s) {
    const ConstMatrix tokens = hidden.row_block(first, lengths[s]);
    const auto embedding = embeddings.row(s);
    switch (config.pooling) {
      case Pooling::kMean:
        kernels::mean_pool(tokens, embedding);
        break;
      case Pooling::kCls:
        std::ranges::copy(tokens.row(0), embedding.begin());
        break;
      case Pooling::kMax:
        kernels::max_pool(tokens, embedding);
        break;
    }
    if (config.normalize) kernels::l2_normalize(embedding);
    first += lengths[s];
  }
}

}  // namespace attnscope
