#include "transformer/plan.h"

#include <algorithm>
#include <string>

#include "base/arena.h"
#include "base/checked.h"
#include "transformer/attention_head.h"
#include "transformer/linear.h"

namespace attnscope {
namespace {

Result<void> check_flags(const char* name, const std::vector<bool>& flags, std::size_t expected) {
  if (flags.empty() || flags.size() == expected) return {};
  return fail(ErrorCode::kBadInput, std::string("the trace selection has ") +
                                        std::to_string(flags.size()) + " flags for " + name +
                                        " where the model needs " + std::to_string(expected));
}

std::uint64_t chosen(const std::vector<bool>& flags) {
  return static_cast<std::uint64_t>(std::ranges::count(flags, true));
}

// Below this many tokens no sum of this file can leave 64 bits: the widths of a
// config fit 32 bits, and T * (5 D + F + ...) then stays under 2^(24 + 32 + 4).
constexpr std::uint64_t kMostTokens = std::uint64_t{1} << 24;

}  // namespace

Result<Plan> plan_run(const Config& config, std::span<const std::size_t> lengths,
                      const TraceSelection& selection, std::size_t threads) {
  if (lengths.empty()) return fail(ErrorCode::kBadInput, "there is no sequence to run");
  Plan plan;
  plan.sequences = lengths.size();
  for (const std::size_t length : lengths) {
    if (length == 0) return fail(ErrorCode::kBadInput, "a sequence has no tokens");
    if (length > config.positions) {
      return fail(ErrorCode::kBadInput, "a sequence has " + std::to_string(length) +
                                            " tokens but the model takes at most " +
                                            std::to_string(config.positions));
    }
    plan.longest = std::max(plan.longest, length);
    plan.tokens += length;
    if (plan.tokens > kMostTokens) {
      return fail(ErrorCode::kBadInput, "the sequences have more than " +
                                            std::to_string(kMostTokens) + " tokens together");
    }
  }
  if (!selection.empty() && lengths.size() != 1) {
    return fail(ErrorCode::kBadInput, "a trace can be kept of one sequence, but there are " +
                                          std::to_string(lengths.size()));
  }
  const std::size_t maps = config.layers * config.heads;
  for (const auto& checked : {check_flags("attention", selection.attention, maps),
                              check_flags("scores", selection.scores, maps),
                              check_flags("vectors", selection.vectors, maps),
                              check_flags("hidden states", selection.hidden, config.layers + 1)}) {
    if (!checked) return std::unexpected(checked.error());
  }

  // hidden [T, D], embeddings [sequences, D] and for int8 the codes of the
  // activations live through the run. A layer's
  // two halves take turns in the rest: q, k, v, context [T, D] and a head's own
  // scratch for each thread, then the feed-forward's [T, F].
  const std::uint64_t tokens = plan.tokens;
  const std::uint64_t rows = arena_floats(tokens * config.width);
  plan.scratch = rows + arena_floats(static_cast<std::uint64_t>(plan.sequences) * config.width) +
                 LinearScratch::floats(config, tokens) +
                 std::max(4 * rows + threads * HeadScratch::floats(plan.longest, config.head_width),
                          arena_floats(tokens * config.feed_forward));

  const std::uint64_t square = arena_floats(tokens * tokens);
  plan.trace = chosen(selection.attention) * square + chosen(selection.scores) * 2 * square +
               chosen(selection.vectors) * 4 * arena_floats(tokens * config.head_width) +
               chosen(selection.hidden) * rows;
  return plan;
}

Result<void> check_batch(const Config& config, const Batch& batch) {
  std::uint64_t total = 0;
  for (const std::size_t length : batch.lengths) {
    const auto sum = checked_add(total, length);
    if (!sum) return fail(ErrorCode::kBadInput, "the lengths of the sequences overflow");
    total = *sum;
  }
  if (batch.ids.size() != total || batch.types.size() != total) {
    return fail(ErrorCode::kBadInput, "the lengths add up to " + std::to_string(total) +
                                          " tokens but there are " +
                                          std::to_string(batch.ids.size()) + " ids and " +
                                          std::to_string(batch.types.size()) + " types");
  }
  const auto check = [](const char* name, std::span<const std::int32_t> values,
                        std::size_t limit) -> Result<void> {
    for (std::size_t t = 0; t < values.size(); ++t) {
      if (values[t] < 0 || static_cast<std::size_t>(values[t]) >= limit) {
        return fail(ErrorCode::kBadInput, std::string(name) + " " + std::to_string(values[t]) +
                                              " of token " + std::to_string(t) +
                                              " is not in 0 .. " + std::to_string(limit - 1));
      }
    }
    return {};
  };
  if (auto checked = check("id", batch.ids, config.vocabulary); !checked) return checked;
  return check("type", batch.types, config.token_types);
}

Result<RunMemory> run_memory(const Config& config, std::span<const std::size_t> lengths,
                             const TraceSelection& selection, std::size_t threads) {
  const auto plan = plan_run(config, lengths, selection, threads);
  if (!plan) return std::unexpected(plan.error());
  return RunMemory{plan->scratch * sizeof(float), plan->trace * sizeof(float)};
}

}  // namespace attnscope
