#include <algorithm>
#include <numeric>

#include "transformer/parallel.h"
#include "transformer/stages.h"

namespace attnscope {
namespace {

void copy(ConstMatrix from, Matrix to) {
  if (to.data == nullptr) return;
  for (std::size_t t = 0; t < from.rows; ++t) std::ranges::copy(from.row(t), to.row(t).begin());
}

}  // namespace

void attention_block(const AttentionLayer& layer, const Config& config,
                     std::span<const std::size_t> lengths, const AttentionScratch& scratch,
                     std::span<const HeadTrace> kept, Matrix hidden, Threads& threads,
                     StageClock& clock) {
  const auto& [queries, keys, values, context, head_scratch, rows] = scratch;
  clock.start();
  share_products(threads, share_preparation(threads, hidden, layer.query, rows),
                 {{&layer.query, queries}, {&layer.key, keys}, {&layer.value, values}}, linear);
  clock.lap(&StageTimes::qkv);

  // A chunk is one head of one sequence.
  threads.run(lengths.size() * config.heads, [&](std::size_t chunk, std::size_t thread) {
    const std::size_t h = chunk % config.heads;
    const auto sequence = lengths.begin() + static_cast<std::ptrdiff_t>(chunk / config.heads);
    const std::size_t first = std::accumulate(lengths.begin(), sequence, std::size_t{0});
    // Head h of sequence [first, first + length) is a rectangle of each matrix.
    const auto part = [&](Matrix all) {
      return all.row_block(first, *sequence).col_block(h * config.head_width, config.head_width);
    };
    const HeadInput in{part(queries), part(keys), part(values)};
    const HeadTrace keep = kept.empty() ? HeadTrace{} : kept[h];
    attend(in, head_scratch[thread], keep, part(context));
    copy(in.queries, keep.queries);
    copy(in.keys, keep.keys);
    copy(in.values, keep.values);
    copy(part(context), keep.context);
  });
  clock.lap(&StageTimes::attention);

  share_products(threads, share_preparation(threads, context, layer.output, rows),
                 {{&layer.output, hidden}}, linear_add);
  clock.lap(&StageTimes::output_projection);
  share_layer_norm(threads, hidden, layer.norm, config.layer_norm_epsilon);
  clock.lap(&StageTimes::layer_norm);
}

}  // namespace attnscope
