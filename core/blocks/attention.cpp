#include "blocks/attention.h"

#include <numeric>

#include "blocks/parallel.h"

namespace attnscope {

void add_attention(const Attention& weights, std::size_t layer, Forward& run) {
  const Facts& facts = *run.facts;
  Threads& threads = *run.threads;
  run.clock.start();
  share_products(
      threads, share_preparation(threads, run.hidden, weights.query, run.rows),
      {{&weights.query, run.queries}, {&weights.key, run.keys}, {&weights.value, run.values}},
      linear);
  run.clock.lap(&StageTimes::qkv);

  // A chunk is one head of one sequence.
  const float scale = attention_scale(facts.head_width);
  threads.run(run.lengths.size() * facts.heads, [&](std::size_t chunk, std::size_t thread) {
    const std::size_t h = chunk % facts.heads;
    const auto sequence = run.lengths.begin() + static_cast<std::ptrdiff_t>(chunk / facts.heads);
    const std::size_t first = std::accumulate(run.lengths.begin(), sequence, std::size_t{0});
    // Head h of sequence [first, first + length) is a rectangle of each matrix.
    const auto part = [&](Matrix all) {
      return all.row_block(first, *sequence).col_block(h * facts.head_width, facts.head_width);
    };
    const HeadInput in{part(run.queries), part(run.keys), part(run.values)};
    const HeadPlaces kept = run.heads.empty() ? HeadPlaces{} : run.heads[layer * facts.heads + h];
    attend(in, scale, run.head_scratch[thread], kept, part(run.context));
    keep(in.queries, kept.queries);
    keep(in.keys, kept.keys);
    keep(in.values, kept.values);
    keep(part(run.context), kept.context);
  });
  keep(run.context, run.kept(layer).contexts);
  run.clock.lap(&StageTimes::attention);

  const LinearInput context = share_preparation(threads, run.context, weights.output, run.rows);
  keep_product(threads, context, weights.output, run.kept(layer).attention_out);
  share_products(threads, context, {{&weights.output, run.hidden}}, linear_add);
  run.clock.lap(&StageTimes::output_projection);
  keep(run.hidden, run.kept(layer).attention_sum);
}

}  // namespace attnscope
