// What a run is going to need, known before it starts, and where it lies. Internal to this room.
#pragma once

#include <cstddef>
#include <span>

#include "base/result.h"
#include "base/workspace.h"
#include "blocks/forward.h"
#include "model/facts.h"
#include "trace/trace.h"

namespace attnscope {

// T tokens in all, at most `longest` in one sequence.
struct Extent {
  std::size_t tokens = 0;
  std::size_t longest = 0;
  std::size_t sequences = 0;
  std::size_t threads = 1;
};

// Errors: kBadInput (no sequence, a length of 0 or over the token limit, a selection of the wrong
// size or together with several sequences).
Result<Extent> measure(const Facts& facts, std::span<const std::size_t> lengths,
                       const TraceSelection& selection, std::size_t threads);

// Errors: kBadInput: ids, types and lengths do not agree, or an id or type has no row.
Result<void> check_batch(const Facts& facts, const Batch& batch);

// Where the rows of a run lie that are no room of a block's.
struct Places {
  Matrix embeddings;           // [sequences, D]
  std::vector<Matrix> hidden;  // [L + 1] where hidden states are kept, else empty
};

// Takes everything a run needs, in this order and no other: once to count, once to place.
void lay_out(const Facts& facts, const Extent& extent, const TraceSelection& selection,
             Workspace& workspace, Trace& trace, Forward& run, Places& places);

}  // namespace attnscope
