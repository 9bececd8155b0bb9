// The stages of a forward pass, one file each. Rows of different sequences lie
// end to end in one matrix: all stages but attention and pooling treat every row
// alike and never see where a sequence ends. Each shares its work among the threads
// and tells the clock what it has done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/arena.h"
#include "base/matrix.h"
#include "base/threads.h"
#include "transformer/attention_head.h"
#include "transformer/linear.h"
#include "transformer/parts.h"
#include "transformer/stage_clock.h"
#include "transformer/transformer.h"

namespace attnscope {

// hidden [T, D] = layer_norm(word[id] + position + type[type]); positions count
// from 0 in each sequence. Source: Devlin et al. 2018, figure 2.
void embed(const Transformer::Parts& parts, const Batch& batch, Matrix hidden, StageClock& clock);

// Room for attention_block.
struct AttentionScratch {
  Matrix queries, keys, values, context;  // [T, D] each
  std::vector<HeadScratch> heads;         // one a thread, for the longest sequence
  LinearScratch rows;
};

// Room for feed_forward_block.
struct FeedForwardScratch {
  Matrix inner;  // [T, F]
  LinearScratch rows;
};

// hidden [T, D] = layer_norm(hidden + concat_h(context_h) W_O^T + b_O), in place.
// `kept` [H] says what to keep of each head; it is empty, or there is one sequence.
// Source: Vaswani et al. 2017, section 3.2.2.
void attention_block(const AttentionLayer& layer, const Config& config,
                     std::span<const std::size_t> lengths, const AttentionScratch& scratch,
                     std::span<const HeadTrace> kept, Matrix hidden, Threads& threads,
                     StageClock& clock);

// hidden [T, D] = layer_norm(hidden + gelu(hidden W_1^T + b_1) W_2^T + b_2), in
// place. Source: Vaswani et al. 2017, section 3.3.
void feed_forward_block(const FeedForwardLayer& layer, const Config& config,
                        const FeedForwardScratch& scratch, Matrix hidden, Threads& threads,
                        StageClock& clock);

// embeddings [sequences, D] = pooled hidden rows of each sequence, without the first unpooled[s] of
// sequence s, normalised where the config says so. Source: Reimers and Gurevych 2019, section 3.
void pool(const Config& config, std::span<const std::size_t> lengths,
          std::span<const std::size_t> unpooled, ConstMatrix hidden, Matrix embeddings);

}  // namespace attnscope
