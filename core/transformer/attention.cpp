#include <algorithm>

#include "transformer/stages.h"

namespace attnscope {
namespace {

void copy(ConstMatrix from, Matrix to) {
  if (to.data == nullptr) return;
  for (std::size_t t = 0; t < from.rows; ++t) std::ranges::copy(from.row(t), to.row(t).begin());
}

}  // namespace

void attention_block(const AttentionLayer& layer, const Config& config, std::span<const std::size_t> lengths,
                     const AttentionScratch& scratch, std::span<const HeadTrace> kept, Matrix hidden) {
  const auto& [queries, keys, values, context, head_scratch] = scratch;
  kernels::linear(hidden, layer.query.weight.matrix, layer.query.bias, queries);
  kernels::linear(hidden, layer.key.weight.matrix, layer.key.bias, keys);
  kernels::linear(hidden, layer.value.weight.matrix, layer.value.bias, values);

  std::size_t first = 0;
  for (const std::size_t length : lengths) {
    for (std::size_t h = 0; h < config.heads; ++h) {
      // Head h of sequence [first, first + length) is a rectangle of each matrix.
      const auto part = [&](Matrix all) {
        return all.row_block(first, length).col_block(h * config.head_width, config.head_width);
      };
      const HeadInput in{part(queries), part(keys), part(values)};
      const HeadTrace keep = kept.empty() ? HeadTrace{} : kept[h];
      attend(in, head_scratch, keep, part(context));
      copy(in.queries, keep.queries);
      copy(in.keys, keep.keys);
      copy(in.values, keep.values);
      copy(part(context), keep.context);
    }
    first += length;
  }

  kernels::linear_add(context, layer.output.weight.matrix, layer.output.bias, hidden);
  kernels::layer_norm(hidden, layer.norm.gain, layer.norm.bias, config.layer_norm_epsilon);
}

}  // namespace attnscope
