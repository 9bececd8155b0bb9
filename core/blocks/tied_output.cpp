#include "blocks/tied_output.h"

#include "blocks/parallel.h"

namespace attnscope {

void TiedOutput::logits(ConstMatrix x, Threads& threads, Matrix logits) const {
  constexpr std::size_t kWordsInChunk = 1024;
  share_chunks(threads, logits.cols, kWordsInChunk, [&](std::size_t first, std::size_t count) {
    const Matrix part = logits.col_block(first, count);
    table_product(x, *table, first, part);
    if (bias.empty()) return;
    for (std::size_t t = 0; t < part.rows; ++t) {
      const auto row = part.row(t);
      for (std::size_t v = 0; v < count; ++v) row[v] += bias[first + v];
    }
  });
}

}  // namespace attnscope
