#include "blocks/feed_forward.h"

#include "blocks/parallel.h"

namespace attnscope {

void share_activated(Threads& threads, const LinearInput& x, const Linear& weights,
                     Activation activation, Matrix y) {
  if (activation == Activation::kGelu) {
    share_products(threads, x, {{&weights, y}}, linear_gelu);
    return;
  }
  share_products(threads, x, {{&weights, y}}, linear);
  share_chunks(threads, y.rows, kRowsInChunk, [&](std::size_t first, std::size_t count) {
    for (std::size_t row = first; row < first + count; ++row)
      kernels::activate(activation, y.row(row));
  });
}

void add_feed_forward(const FeedForward& weights, ConstMatrix input, std::size_t layer,
                      Forward& run) {
  Threads& threads = *run.threads;
  run.clock.start();
  keep(input, run.kept(layer).feed_forward_in);
  const LinearInput x = share_preparation(threads, input, weights.in, run.rows);
  keep_product(threads, x, weights.in, run.kept(layer).inner_in);
  share_activated(threads, x, weights.in, run.facts->activation, run.inner);
  if (run.facts->gated) {
    share_products(threads, x, {{&weights.gate, run.gate}}, linear);
    share_chunks(threads, run.inner.rows, kRowsInChunk, [&](std::size_t first, std::size_t count) {
      for (std::size_t row = first; row < first + count; ++row)
        kernels::multiply(run.gate.row(row), run.inner.row(row));
    });
  }
  keep(run.inner, run.kept(layer).inner);
  const LinearInput inner = share_preparation(threads, run.inner, weights.out, run.rows);
  keep_product(threads, inner, weights.out, run.kept(layer).feed_forward_out);
  share_products(threads, inner, {{&weights.out, run.hidden}}, linear_add);
  run.clock.lap(&StageTimes::feed_forward);
  keep(run.hidden, run.kept(layer).feed_forward_sum);
}

}  // namespace attnscope
