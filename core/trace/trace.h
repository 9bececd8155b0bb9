/// @file
/// What a run is asked to keep, and what it kept. Plain records: the transformer
/// writes them, the binding reads them, nothing here computes.
#pragma once

#include <cstddef>
#include <vector>

#include "base/buffer.h"
#include "base/matrix.h"

namespace attnscope {

/// One flag per (layer, head), row-major [L, H]; empty means none.
using HeadMask = std::vector<bool>;

/// Nothing is kept that was not asked for.
struct TraceSelection {
  HeadMask attention;        ///< attention weights [T, T]
  HeadMask scores;           ///< scores q.k and scaled scores q.k / sqrt(d), [T, T] each
  HeadMask vectors;          ///< q, k, v and context, [T, d] each
  std::vector<bool> hidden;  ///< hidden states 0 .. L, [T, D] each; empty means none
  bool times = false;        ///< how long each stage took; asked for with any number of sequences

  /// Whether no matrix is kept.
  bool empty() const {
    return attention.empty() && scores.empty() && vectors.empty() && hidden.empty();
  }
};

/// What one head did. A view is empty (data == nullptr) where it was not asked for.
struct HeadTrace {
  Matrix queries, keys, values;  ///< [T, d]
  Matrix scores, scaled;         ///< [T, T], row = query, column = key
  Matrix weights;                ///< [T, T], after softmax; every row sums to 1
  Matrix context;                ///< [T, d] = weights * values
};

/// Time spent in each stage, all layers together, in milliseconds. Pooling, which
/// takes less than a clock can tell, is in none of them.
struct StageTimes {
  double embedding = 0;          ///< the sum of word, position and type
  double qkv = 0;                ///< the three projections
  double attention = 0;          ///< scores, softmax, context, and keeping them
  double output_projection = 0;  ///< with its bias and residual
  double feed_forward = 0;       ///< both products
  double layer_norm = 0;         ///< all 2 L + 1
};

/// All views point into `memory`, one block sized before the run.
struct Trace {
  std::size_t layers = 0, heads = 0, tokens = 0;
  std::vector<HeadTrace> head;  ///< [L * H] when any head was asked for, else empty
  std::vector<Matrix> hidden;   ///< [L + 1] when any was asked for; [0] = embedding output
  StageTimes times;             ///< all 0 where they were not asked for
  Buffer<float> memory;

  const HeadTrace& at(std::size_t layer, std::size_t head_index) const {
    return head[layer * heads + head_index];
  }
};

}  // namespace attnscope
