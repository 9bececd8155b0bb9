#include "blocks/post_norm.h"

#include "blocks/parallel.h"

namespace attnscope {

void PostNormLayer::ask(Tensors& tensors, const Facts& facts, std::size_t layer,
                        const std::string& theirs, const PostNormNames& names) {
  const std::string ours = "layers." + std::to_string(layer) + '.';
  const std::size_t width = facts.width, inner = facts.feed_forward;
  const auto linear = [&](Linear& place, const char* own, std::string_view name, std::size_t out,
                          std::size_t in) {
    tensors.linear(place, ours + own, theirs + std::string(name), out, in);
  };
  const auto norm = [&](Norm& place, const char* own, std::string_view name) {
    tensors.norm(place, ours + own, theirs + std::string(name), width);
  };
  linear(attention.query, "attention.query", names.query, width, width);
  linear(attention.key, "attention.key", names.key, width, width);
  linear(attention.value, "attention.value", names.value, width, width);
  linear(attention.output, "attention.output", names.output, width, width);
  norm(attention_norm, "attention.norm", names.attention_norm);
  linear(feed_forward.in, "feedForward.in", names.in, inner, width);
  linear(feed_forward.out, "feedForward.out", names.out, width, inner);
  norm(feed_forward_norm, "feedForward.norm", names.feed_forward_norm);
}

void normalise(const Norm& norm, Forward& run) {
  run.clock.start();
  share_layer_norm(*run.threads, run.hidden, norm, run.facts->layer_norm_epsilon);
  run.clock.lap(&StageTimes::layer_norm);
}

}  // namespace attnscope
