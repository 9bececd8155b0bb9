#include "blocks/attention.h"

#include <numeric>

#include "base/carried.h"
#include "blocks/parallel.h"
#include "blocks/relative_bias.h"

namespace attnscope {
namespace {

// Rows [first, first + count) of one sequence, of each matrix the columns of one head.
struct HeadRows {
  std::size_t first, count, column, width;
  Matrix of(Matrix all) const { return all.row_block(first, count).col_block(column, width); }
};

// body(sequence, head, its rows, thread), shared among the threads.
template <class Body>
void for_each_head(Forward& run, const Body& body) {
  const StackFacts& sizes = run.sizes();
  run.threads->run(run.lengths.size() * sizes.heads, [&](std::size_t chunk, std::size_t thread) {
    const std::size_t head = chunk % sizes.heads, sequence = chunk / sizes.heads;
    const std::size_t first = std::accumulate(
        run.lengths.begin(), run.lengths.begin() + static_cast<std::ptrdiff_t>(sequence),
        std::size_t{0});
    const HeadRows rows{first, run.lengths[sequence], head * sizes.head_width, sizes.head_width};
    body(sequence, head, rows, thread);
  });
}

HeadPlaces places(const std::vector<HeadPlaces>& of, std::size_t at) {
  return of.empty() ? HeadPlaces{} : of[at];
}

// All of them, as they were before they were packed.
void keep_keys(const HeadInput& in, const HeadPlaces& kept) {
  if (kept.keys.data != nullptr) kernels::unpack_rows(in.keys, 0, kept.keys);
  if (kept.values.data != nullptr) kernels::unpack_columns(in.values, kept.values);
}

// What a row sees and what is added to its scores, decided as it runs: for all but an encoder
// without relative positions, which has a copy of attend() of its own.
struct SomeVisible {
  bool is_causal;
  Causal causal;
  KeyRange visible(std::size_t query, std::size_t keys) const {
    return is_causal ? causal.visible(query, keys) : KeyRange{0, keys};
  }
};
struct SomeBias {
  bool is_there;
  DistanceBias by_distance;
  void add(std::size_t query, std::span<float> scaled) const {
    if (is_there) by_distance.add(query, scaled);
  }
};

// hidden = hidden + context W_O^T + b_O, the product of which may be kept.
void add_output(const Attention& weights, Forward& run, Matrix kept) {
  const LinearInput context =
      share_preparation(*run.threads, run.context, weights.output, run.rows);
  keep_product(*run.threads, context, weights.output, kept);
  share_products(*run.threads, context, {{&weights.output, run.hidden}}, linear_add);
  run.clock.lap(&StageTimes::output_projection);
}

}  // namespace

void add_attention(const Attention& weights, ConstMatrix input, std::size_t layer, Forward& run) {
  Threads& threads = *run.threads;
  run.clock.start();
  share_products(
      threads, share_preparation(threads, input, weights.query, run.rows),
      {{&weights.query, run.queries}, {&weights.key, run.keys}, {&weights.value, run.values}},
      linear);
  run.clock.lap(&StageTimes::qkv);

  for_each_head(run, [&](std::size_t sequence, std::size_t head, const HeadRows& rows,
                         std::size_t thread) {
    const Matrix queries = rows.of(run.queries), keys = rows.of(run.keys),
                 values = rows.of(run.values), context = rows.of(run.context);
    const HeadPlaces kept = places(run.heads, layer * run.sizes().heads + head);
    const HeadScratch& scratch = run.head_scratch[thread];
    const bool remembers = kHasDecoders && run.cache != nullptr;
    const bool is_biased = kHasDecoders && run.bias.data != nullptr;
    const HeadInput in = remembers ? run.cache->append(sequence, layer, head, queries, keys, values)
                                   : pack_head(queries, keys, values, scratch);
    if (!remembers && !is_biased) {
      attend(in, weights.scale, scratch, kept, context);
    } else {
      const std::size_t past = run.past(sequence);
      const auto biases = is_biased ? run.bias.row(head) : std::span<float>();
      attend(in, weights.scale, scratch, kept, context, SomeVisible{remembers, {past}},
             SomeBias{is_biased, {biases, run.farthest, past}});
    }
    keep_keys(in, kept);
    keep(queries, kept.queries);
    keep(context, kept.context);
  });
  keep(run.context, run.kept(layer).contexts);
  run.clock.lap(&StageTimes::attention);
  add_output(weights, run, run.kept(layer).attention_out);
  keep(run.hidden, run.kept(layer).attention_sum);
}

void add_cross_attention(const Attention& weights, ConstMatrix input, std::size_t layer,
                         Forward& run) {
  run.clock.start();
  share_products(*run.threads, share_preparation(*run.threads, input, weights.query, run.rows),
                 {{&weights.query, run.queries}}, linear);
  run.clock.lap(&StageTimes::qkv);
  for_each_head(run, [&](std::size_t /*sequence*/, std::size_t head, const HeadRows& rows,
                         std::size_t thread) {
    const Matrix queries = rows.of(run.queries), context = rows.of(run.context);
    const HeadPlaces kept = places(run.cross_heads, layer * run.sizes().heads + head);
    const HeadInput in = run.source->read(0, layer, head, queries);
    attend(in, weights.scale, run.head_scratch[thread], kept, context);
    keep(queries, kept.queries);
    keep_keys(in, kept);
    keep(context, kept.context);
  });
  run.clock.lap(&StageTimes::attention);
  add_output(weights, run, run.kept(layer).cross_out);
  keep(run.hidden, run.kept(layer).cross_sum);
}

void remember_source(const Attention& weights, ConstMatrix output, std::size_t layer, Forward& run,
                     Cache& source) {
  run.clock.start();
  share_products(*run.threads, share_preparation(*run.threads, output, weights.key, run.rows),
                 {{&weights.key, run.keys}, {&weights.value, run.values}}, linear);
  const StackFacts& sizes = run.facts->decoder;
  run.threads->run(sizes.heads, [&](std::size_t head, std::size_t /*thread*/) {
    const auto part = [&](Matrix all) {
      return all.col_block(head * sizes.head_width, sizes.head_width);
    };
    source.append(0, layer, head, {}, part(run.keys), part(run.values));
  });
  run.clock.lap(&StageTimes::qkv);
}

}  // namespace attnscope
