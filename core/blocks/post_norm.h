// The layer of Vaswani et al. 2017, figure 1, left: attention and feed-forward, each followed by a
// layer norm of its sum with what went in,
//
//     a = layer_norm(h + attention(h))
//     h = layer_norm(a + feed_forward(a))
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "blocks/attention.h"
#include "blocks/feed_forward.h"

namespace attnscope {

// What a family's checkpoint calls the tensors of such a layer, after the layer's own name.
struct PostNormNames {
  std::string_view query, key, value, output, attention_norm;
  std::string_view in, out, feed_forward_norm;
};

struct PostNormLayer {
  Attention attention;
  Norm attention_norm;  // [D]
  FeedForward feed_forward;
  Norm feed_forward_norm;  // [D]

  // `theirs`: the layer's own name, with its dot.
  void ask(Tensors& tensors, const Facts& facts, std::size_t layer, const std::string& theirs,
           const PostNormNames& names);
};

// run.hidden [T, D] = layer_norm(run.hidden), row by row.
void normalise(const Norm& norm, Forward& run);

}  // namespace attnscope
