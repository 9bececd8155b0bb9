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
#include "blocks/cache.h"
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
  Matrix cross_out, cross_sum;
  Matrix feed_forward_in, inner_in, inner, feed_forward_out, feed_forward_sum;
};

struct Forward {
  const Facts* facts = nullptr;
  Stack stack = Stack::kEncoder;
  Threads* threads = nullptr;
  StageClock clock;
  std::vector<std::size_t> lengths;  // of the sequences

  // Of a decoder: what it remembers of each sequence, whose rows stand before these; and the keys
  // and values of the encoder's output, which all sequences share (nullptr: it stands alone).
  Cache* cache = nullptr;
  const Cache* source = nullptr;

  Matrix hidden;             // [T, D]
  Matrix embedded;           // [T, E], where E is not D
  Matrix normed;             // [T, D]: what a block is given, where the norm comes before it
  Matrix bias;               // [H, distances], where positions are relative
  std::size_t farthest = 0;  // of its distances: how far behind a query a key may be

  // Room, which attention and feed-forward take in turns.
  LinearScratch rows;
  Matrix queries, keys, values, context;  // [T, H * d] each
  std::vector<HeadScratch> head_scratch;  // one a thread, for the longest sequence
  Matrix inner, gate;                     // [T, F]; the second where it is gated

  // Where parts are kept; all empty where nothing of the kind was asked for.
  std::vector<HeadPlaces> heads;        // [L * H]
  std::vector<HeadPlaces> cross_heads;  // [L * H]
  std::vector<LayerPlaces> layers;      // [L]

  const StackFacts& sizes() const { return facts->stack(stack); }
  // Rows of a sequence that were there before these.
  std::size_t past(std::size_t sequence) const {
    return cache == nullptr ? 0 : cache->rows(sequence);
  }

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
