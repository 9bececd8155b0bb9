// What a run is going to need, known before it starts. Internal to this room.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/result.h"
#include "model/config.h"
#include "trace/trace.h"
#include "transformer/transformer.h"

namespace attnscope {

// Sizes in floats. T tokens in all, at most `longest` in one sequence.
struct Plan {
  std::size_t tokens = 0;
  std::size_t longest = 0;
  std::size_t sequences = 0;
  std::uint64_t scratch = 0;
  std::uint64_t trace = 0;
};

// Errors: kBadInput (no sequence, a length of 0 or over positions, a selection
// of the wrong size or together with several sequences), kOutOfMemory (more than
// 64 bits can count).
Result<Plan> plan_run(const Config& config, std::span<const std::size_t> lengths,
                      const TraceSelection& selection, std::size_t threads);

// Errors: kBadInput: ids, types and lengths do not agree, or an id or type has no row.
Result<void> check_batch(const Config& config, const Batch& batch);

}  // namespace attnscope
