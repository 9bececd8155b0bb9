#include "blocks/layer.h"

#include "base/carried.h"
#include "blocks/parallel.h"

namespace attnscope {

void Layer::ask(Tensors& tensors, const Facts& facts, Stack stack, const std::string& ours,
                const std::string& theirs, const LayerNames& names) {
  const StackFacts& sizes = facts.stack(stack);
  const std::size_t width = facts.width, inner = sizes.feed_forward,
                    heads = sizes.attention_width();
  const auto linear = [&](Linear& place, const char* own, std::string_view name, std::size_t out,
                          std::size_t in) {
    tensors.linear(place, ours + own, theirs + std::string(name), out, in, {.bias = names.bias});
  };
  const auto norm = [&](Norm& place, const char* own, std::string_view name) {
    tensors.norm(place, ours + own, theirs + std::string(name), width, names.bias);
  };
  attention.scale = cross.scale = attention_scale(sizes.head_width);
  linear(attention.query, "attention.query", names.query, heads, width);
  linear(attention.key, "attention.key", names.key, heads, width);
  linear(attention.value, "attention.value", names.value, heads, width);
  linear(attention.output, "attention.output", names.output, width, heads);
  norm(attention_norm, "attention.norm", names.attention_norm);
  has_cross = kHasDecoders && !names.cross_query.empty();
  if (has_cross) {
    linear(cross.query, "cross.query", names.cross_query, heads, width);
    linear(cross.key, "cross.key", names.cross_key, heads, width);
    linear(cross.value, "cross.value", names.cross_value, heads, width);
    linear(cross.output, "cross.output", names.cross_output, width, heads);
    norm(cross_norm, "cross.norm", names.cross_norm);
  }
  linear(feed_forward.in, "feedForward.in", names.in, inner, width);
  if (facts.gated) linear(feed_forward.gate, "feedForward.gate", names.gate, inner, width);
  linear(feed_forward.out, "feedForward.out", names.out, width, inner);
  norm(feed_forward_norm, "feedForward.norm", names.feed_forward_norm);
}

std::string layer_name(std::size_t i) { return "layers." + std::to_string(i) + '.'; }

void normalise(const Norm& norm, Forward& run) {
  run.clock.start();
  share_norm(*run.threads, run.hidden, norm, run.facts->layer_norm_epsilon);
  run.clock.lap(&StageTimes::layer_norm);
}

namespace {

// What a block is given: the hidden state, or its norm beside it.
ConstMatrix input_of(const Norm& norm, Forward& run) {
  if (run.facts->norm_place == NormPlace::kPost) return run.hidden;
  run.clock.start();
  keep(run.hidden, run.normed);
  share_norm(*run.threads, run.normed, norm, run.facts->layer_norm_epsilon);
  run.clock.lap(&StageTimes::layer_norm);
  return run.normed;
}

void end_block(const Norm& norm, Forward& run) {
  if (run.facts->norm_place == NormPlace::kPost) normalise(norm, run);
}

}  // namespace

void run_layer(const Layer& layer, std::size_t i, Forward& run) {
  add_attention(layer.attention, input_of(layer.attention_norm, run), i, run);
  end_block(layer.attention_norm, run);
  if (kHasDecoders && layer.has_cross) {
    add_cross_attention(layer.cross, input_of(layer.cross_norm, run), i, run);
    end_block(layer.cross_norm, run);
  }
  add_feed_forward(layer.feed_forward, input_of(layer.feed_forward_norm, run), i, run);
  end_block(layer.feed_forward_norm, run);
}

}  // namespace attnscope
