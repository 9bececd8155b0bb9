#include "run/layout.h"

#include <algorithm>
#include <string>

#include "base/checked.h"

namespace attnscope {
namespace {

Result<void> check_flags(const char* name, const std::vector<bool>& flags, std::size_t expected) {
  if (flags.empty() || flags.size() == expected) return {};
  return fail(ErrorCode::kBadInput, std::string("the trace selection has ") +
                                        std::to_string(flags.size()) + " flags for " + name +
                                        " where the model needs " + std::to_string(expected));
}

// Below this many tokens no sum of this file can leave 64 bits: the widths of a model fit 32 bits,
// and T * (5 D + F + ...) then stays under 2^(24 + 32 + 4).
constexpr std::uint64_t kMostTokens = std::uint64_t{1} << 24;

bool any(const std::vector<bool>& flags) { return std::ranges::count(flags, true) > 0; }

void lay_out_trace(const Facts& facts, std::size_t tokens, const TraceSelection& selection,
                   Trace& trace, Forward& run, Places& places) {
  run.heads.clear();
  run.layers.clear();
  places.hidden.clear();
  const auto key = [](std::size_t layer, std::size_t head, Part part) {
    return TraceKey{Stack::kEncoder, static_cast<std::uint16_t>(layer), Site::kSelf,
                    static_cast<std::uint16_t>(head), part};
  };
  if (any(selection.attention) || any(selection.scores) || any(selection.vectors)) {
    for (std::size_t l = 0; l < facts.layers; ++l) {
      for (std::size_t h = 0; h < facts.heads; ++h) {
        const auto place = [&](Part part, std::size_t cols) {
          return trace.place(key(l, h, part), tokens, cols);
        };
        run.heads.push_back({.queries = place(Part::kQueries, facts.head_width),
                             .keys = place(Part::kKeys, facts.head_width),
                             .values = place(Part::kValues, facts.head_width),
                             .scores = place(Part::kScores, tokens),
                             .scaled = place(Part::kScaled, tokens),
                             .weights = place(Part::kWeights, tokens),
                             .context = place(Part::kContext, facts.head_width)});
      }
    }
  }
  if (any(selection.layers)) {
    for (std::size_t l = 0; l < facts.layers; ++l) {
      const auto place = [&](Part part, std::size_t cols) {
        return trace.place(key(l, 0, part), tokens, cols);
      };
      const auto of_first = [&](Part part) {
        return l == 0 ? place(part, facts.embedding_width) : Matrix();
      };
      run.layers.push_back({.embedding_sum = of_first(Part::kEmbeddingSum),
                            .embedding_norm = of_first(Part::kEmbeddingNorm),
                            .contexts = place(Part::kContexts, facts.width),
                            .attention_out = place(Part::kAttentionOut, facts.width),
                            .attention_sum = place(Part::kAttentionSum, facts.width),
                            .feed_forward_in = place(Part::kFeedForwardIn, facts.width),
                            .inner_in = place(Part::kInnerIn, facts.feed_forward),
                            .inner = place(Part::kInner, facts.feed_forward),
                            .feed_forward_out = place(Part::kFeedForwardOut, facts.width),
                            .feed_forward_sum = place(Part::kFeedForwardSum, facts.width)});
    }
  }
  if (any(selection.hidden)) {
    for (std::size_t i = 0; i <= facts.layers; ++i)
      places.hidden.push_back(trace.place(key(i, 0, Part::kHidden), tokens, facts.width));
  }
}

}  // namespace

Result<Extent> measure(const Facts& facts, std::span<const std::size_t> lengths,
                       const TraceSelection& selection, std::size_t threads) {
  if (lengths.empty()) return fail(ErrorCode::kBadInput, "there is no sequence to run");
  Extent extent;
  extent.sequences = lengths.size();
  extent.threads = threads;
  for (const std::size_t length : lengths) {
    if (length == 0) return fail(ErrorCode::kBadInput, "a sequence has no tokens");
    if (length > facts.token_limit()) {
      return fail(ErrorCode::kBadInput, "a sequence has " + std::to_string(length) +
                                            " tokens but the model takes at most " +
                                            std::to_string(facts.token_limit()));
    }
    extent.longest = std::max(extent.longest, length);
    extent.tokens += length;
    if (extent.tokens > kMostTokens) {
      return fail(ErrorCode::kBadInput, "the sequences have more than " +
                                            std::to_string(kMostTokens) + " tokens together");
    }
  }
  if (!selection.empty() && lengths.size() != 1) {
    return fail(ErrorCode::kBadInput, "a trace can be kept of one sequence, but there are " +
                                          std::to_string(lengths.size()));
  }
  const std::size_t maps = facts.layers * facts.heads;
  for (const auto& checked : {check_flags("attention", selection.attention, maps),
                              check_flags("scores", selection.scores, maps),
                              check_flags("vectors", selection.vectors, maps),
                              check_flags("layers", selection.layers, facts.layers),
                              check_flags("hidden states", selection.hidden, facts.layers + 1)}) {
    if (!checked) return std::unexpected(checked.error());
  }
  return extent;
}

void lay_out(const Facts& facts, const Extent& extent, const TraceSelection& selection,
             Workspace& workspace, Trace& trace, Forward& run, Places& places) {
  const std::size_t tokens = extent.tokens;
  run.hidden = workspace.take_matrix(tokens, facts.width);
  places.embeddings = workspace.take_matrix(extent.sequences, facts.width);
  run.rows = LinearScratch::take(workspace, facts, tokens);

  // The embedding's rows, a layer's attention and its feed-forward take turns in the rest.
  const std::uint64_t shared = workspace.used();
  run.queries = workspace.take_matrix(tokens, facts.width);
  run.keys = workspace.take_matrix(tokens, facts.width);
  run.values = workspace.take_matrix(tokens, facts.width);
  run.context = workspace.take_matrix(tokens, facts.width);
  run.head_scratch.clear();
  for (std::size_t i = 0; i < extent.threads; ++i)
    run.head_scratch.push_back(HeadScratch::take(workspace, extent.longest, facts.head_width));
  workspace.rewind(shared);
  run.inner = workspace.take_matrix(tokens, facts.feed_forward);
  workspace.rewind(shared);
  if (facts.projects_embedding) run.embedded = workspace.take_matrix(tokens, facts.embedding_width);

  lay_out_trace(facts, tokens, selection, trace, run, places);
}

Result<void> check_batch(const Facts& facts, const Batch& batch) {
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
  if (auto checked = check("id", batch.ids, facts.vocabulary); !checked) return checked;
  // Below two types there is nothing to choose, and a second text's are ignored.
  return facts.type_rows < 2 ? Result<void>() : check("type", batch.types, facts.type_rows);
}

}  // namespace attnscope
