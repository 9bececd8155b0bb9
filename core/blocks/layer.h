// One layer of Vaswani et al. 2017, figure 1: attention, a decoder's attention to the encoder's
// output, and feed-forward, each added to what went in. The norm comes after each sum, as there,
//
//     a = norm(h + attention(h))
//     c = norm(a + cross_attention(a))      where there is one
//     h = norm(c + feed_forward(c))
//
// or before each block (Xiong et al. 2020),
//
//     a = h + attention(norm(h))
//     c = a + cross_attention(norm(a))
//     h = c + feed_forward(norm(c))
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "blocks/attention.h"
#include "blocks/feed_forward.h"

namespace attnscope {

// What a family's checkpoint calls the tensors of such a layer, after the layer's own name.
struct LayerNames {
  std::string_view query, key, value, output, attention_norm;
  std::string_view in, out, feed_forward_norm;
  // Of those that have them.
  std::string_view cross_query{}, cross_key{}, cross_value{}, cross_output{}, cross_norm{};
  std::string_view gate{};
  Bias bias = Bias::kAdded;  // of every linear; without one norms have none either
};

struct Layer {
  Attention attention;
  Norm attention_norm;  // [D]
  Attention cross;
  Norm cross_norm;  // [D]
  FeedForward feed_forward;
  Norm feed_forward_norm;  // [D]
  bool has_cross = false;

  // `ours` and `theirs`: the layer's own name, with its dot.
  void ask(Tensors& tensors, const Facts& facts, Stack stack, const std::string& ours,
           const std::string& theirs, const LayerNames& names);
};

// What parameter() calls layer i of the first stack, with its dot.
std::string layer_name(std::size_t i);

// Through layer i, with the norm where the facts say.
void run_layer(const Layer& layer, std::size_t i, Forward& run);

// run.hidden [T, D] = norm(run.hidden), row by row.
void normalise(const Norm& norm, Forward& run);

}  // namespace attnscope
