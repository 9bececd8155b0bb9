// One run as the blocks see it: the batch, the rows that flow through the layers, room to work in,
// and where to keep what was asked for. Rows of different sequences lie end to end in one matrix:
// all blocks but attention and pooling treat every row alike and never see where a sequence ends.
// Each block shares its work among the threads and tells the clock what it has done.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "base/threads.h"
#include "blocks/attend.h"
#include "blocks/linear.h"
#include "model/facts.h"
#include "trace/stage_clock.h"

namespace attnscope {

/// Sequences laid end to end. T = ids.size() is the sum of lengths.
struct Batch {
  std::span<const std::int32_t> ids;     ///< [T], 0 <= id < V
  std::span<const std::int32_t> types;   ///< [T], rows of the type table; without one ignored
  std::span<const std::size_t> lengths;  ///< of each sequence, 1 <= length <= token_limit()
  /// Tokens at the start of each that pooling leaves out; empty: none of any.
  std::span<const std::size_t> unpooled{};
};

// What is kept of one layer, beside its heads.
struct LayerPlaces {
  Matrix embedding_sum, embedding_norm;  // of layer 0 alone
  Matrix contexts, attention_out, attention_sum;
  Matrix feed_forward_in, inner_in, inner, feed_forward_out, feed_forward_sum;
};

struct Forward {
  const Facts* facts = nullptr;
  Threads* threads = nullptr;
  StageClock clock;
  std::vector<std::size_t> lengths;  // of the sequences

  Matrix hidden;    // [T, D]
  Matrix embedded;  // [T, E], where E is not D

  // Room, which attention and feed-forward take in turns.
  LinearScratch rows;
  Matrix queries, keys, values, context;  // [T, D] each
  std::vector<HeadScratch> head_scratch;  // one a thread, for the longest sequence
  Matrix inner;                           // [T, F]

  // Where parts are kept; both empty where nothing of the kind was asked for.
  std::vector<HeadPlaces> heads;    // [L * H]
  std::vector<LayerPlaces> layers;  // [L]

  LayerPlaces kept(std::size_t layer) const {
    return layers.empty() ? LayerPlaces() : layers[layer];
  }
};

// Copies all of `from` to where it is kept, if it is.
inline void keep(ConstMatrix from, Matrix place) {
  if (place.data == nullptr) return;
  for (std::size_t t = 0; t < from.rows; ++t) std::ranges::copy(from.row(t), place.row(t).begin());
}

}  // namespace attnscope
