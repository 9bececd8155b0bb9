#include "blocks/pooling.h"

#include <algorithm>

#include "kernels/kernels.h"

namespace attnscope {

void pool(const Facts& facts, std::span<const std::size_t> lengths,
          std::span<const std::size_t> unpooled, ConstMatrix hidden, Matrix embeddings) {
  std::size_t first = 0;
  for (std::size_t s = 0; s < lengths.size(); ++s) {
    // Where nothing would be left the first token stands, as [CLS] of no text does.
    const std::size_t skipped = unpooled.empty() ? 0 : std::min(unpooled[s], lengths[s] - 1);
    const ConstMatrix tokens = hidden.row_block(first + skipped, lengths[s] - skipped);
    const auto embedding = embeddings.row(s);
    switch (facts.pooling) {
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
    if (facts.normalize) kernels::l2_normalize(embedding);
    first += lengths[s];
  }
}

}  // namespace attnscope
