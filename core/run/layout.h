// What a run is going to need, known before it starts, and where it lies. Internal to this room.
#pragma once

#include <cstddef>
#include <span>

#include "base/result.h"
#include "base/workspace.h"
#include "blocks/forward.h"
#include "model/facts.h"
#include "run/decoding.h"
#include "trace/trace.h"

namespace attnscope {

// T tokens in all, through one stack.
struct Extent {
  Stack stack = Stack::kEncoder;
  std::size_t tokens = 0;
  std::size_t longest = 0;  // sequence
  std::size_t keys = 0;     // the most that a query meets: of the stack itself
  std::size_t source = 0;   // S, where there is an encoder's output
  std::size_t sequences = 0;
  std::size_t threads = 1;
};

// `decoding`: what stands before these rows; nullptr: the first stack begins.
// Errors: kBadInput (no sequence, a length of 0 or over the token limit, a selection of the wrong
// size or together with several sequences).
Result<Extent> measure(const Facts& facts, std::span<const std::size_t> lengths,
                       const TraceSelection& selection, std::size_t threads,
                       const Decoding* decoding = nullptr);

// Errors: kBadInput: ids, types and lengths do not agree, or an id or type has no row.
Result<void> check_batch(const Facts& facts, const Batch& batch, Stack stack);

// Where the rows of a run lie that are no room of a block's.
struct Places {
  Matrix embeddings;           // [sequences, D]
  std::vector<Matrix> hidden;  // [L + 1] where hidden states are kept, else empty
  Matrix logits;               // [T, V] where they are kept
};

// Takes everything a run needs, in this order and no other: once to count, once to place.
void lay_out(const Facts& facts, const Extent& extent, const TraceSelection& selection,
             Workspace& workspace, Trace& trace, Forward& run, Places& places);

}  // namespace attnscope
