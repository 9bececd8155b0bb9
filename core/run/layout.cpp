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

// Where the parts of all heads of one site go, whose queries meet so many keys.
std::vector<HeadPlaces> lay_out_heads(const StackFacts& sizes, const Extent& extent, Site site,
                                      Trace& trace) {
  std::vector<HeadPlaces> heads;
  const std::size_t keys = site == Site::kCross ? extent.source : extent.keys;
  for (std::size_t l = 0; l < sizes.layers; ++l) {
    for (std::size_t h = 0; h < sizes.heads; ++h) {
      const auto place = [&](Part part, std::size_t rows, std::size_t cols) {
        return trace.place({extent.stack, static_cast<std::uint16_t>(l), site,
                            static_cast<std::uint16_t>(h), part},
                           rows, cols);
      };
      heads.push_back({.queries = place(Part::kQueries, extent.tokens, sizes.head_width),
                       .keys = place(Part::kKeys, keys, sizes.head_width),
                       .values = place(Part::kValues, keys, sizes.head_width),
                       .scores = place(Part::kScores, extent.tokens, keys),
                       .scaled = place(Part::kScaled, extent.tokens, keys),
                       .weights = place(Part::kWeights, extent.tokens, keys),
                       .context = place(Part::kContext, extent.tokens, sizes.head_width)});
    }
  }
  return heads;
}

void lay_out_trace(const Facts& facts, const Extent& extent, const TraceSelection& selection,
                   Trace& trace, Forward& run, Places& places) {
  const StackFacts& sizes = facts.stack(extent.stack);
  run.heads.clear();
  run.cross_heads.clear();
  run.layers.clear();
  places.hidden.clear();
  const auto place = [&](std::size_t layer, Part part, std::size_t cols) {
    return trace.place({extent.stack, static_cast<std::uint16_t>(layer), Site::kSelf, 0, part},
                       extent.tokens, cols);
  };
  if (any(selection.attention) || any(selection.scores) || any(selection.vectors))
    run.heads = lay_out_heads(sizes, extent, Site::kSelf, trace);
  if (extent.source != 0 &&
      (any(selection.cross) || any(selection.scores) || any(selection.vectors)))
    run.cross_heads = lay_out_heads(sizes, extent, Site::kCross, trace);
  if (any(selection.layers)) {
    for (std::size_t l = 0; l < sizes.layers; ++l) {
      const auto of_first = [&](Part part) {
        return l == 0 ? place(l, part, facts.embedding_width) : Matrix();
      };
      const auto of_cross = [&](Part part) {
        return extent.source != 0 ? place(l, part, facts.width) : Matrix();
      };
      run.layers.push_back({.embedding_sum = of_first(Part::kEmbeddingSum),
                            .embedding_norm = of_first(Part::kEmbeddingNorm),
                            .contexts = place(l, Part::kContexts, sizes.attention_width()),
                            .attention_out = place(l, Part::kAttentionOut, facts.width),
                            .attention_sum = place(l, Part::kAttentionSum, facts.width),
                            .cross_out = of_cross(Part::kCrossOut),
                            .cross_sum = of_cross(Part::kCrossSum),
                            .feed_forward_in = place(l, Part::kFeedForwardIn, facts.width),
                            .inner_in = place(l, Part::kInnerIn, sizes.feed_forward),
                            .inner = place(l, Part::kInner, sizes.feed_forward),
                            .feed_forward_out = place(l, Part::kFeedForwardOut, facts.width),
                            .feed_forward_sum = place(l, Part::kFeedForwardSum, facts.width)});
    }
  }
  if (any(selection.hidden)) {
    for (std::size_t i = 0; i <= sizes.layers; ++i)
      places.hidden.push_back(place(i, Part::kHidden, facts.width));
  }
  places.logits = place(0, Part::kLogits, facts.target_vocabulary);
}

}  // namespace

Result<Extent> measure(const Facts& facts, std::span<const std::size_t> lengths,
                       const TraceSelection& selection, std::size_t threads,
                       const Decoding* decoding) {
  if (lengths.empty()) return fail(ErrorCode::kBadInput, "there is no sequence to run");
  if (decoding != nullptr && decoding->sequences() != lengths.size()) {
    return fail(ErrorCode::kBadInput, "there are rows for " + std::to_string(lengths.size()) +
                                          " sequences, but " +
                                          std::to_string(decoding->sequences()) + " are under way");
  }
  Extent extent;
  extent.stack = decoding != nullptr ? Stack::kDecoder : facts.first_stack();
  extent.source = decoding != nullptr ? decoding->source_rows() : 0;
  extent.sequences = lengths.size();
  extent.threads = threads;
  for (std::size_t s = 0; s < lengths.size(); ++s) {
    const std::size_t length = lengths[s];
    if (length == 0) return fail(ErrorCode::kBadInput, "a sequence has no tokens");
    const std::size_t all = (decoding != nullptr ? decoding->rows(s) : 0) + length;
    if (length > facts.token_limit() || all > facts.token_limit()) {
      return fail(ErrorCode::kBadInput, "a sequence has " + std::to_string(all) +
                                            " tokens but the model takes at most " +
                                            std::to_string(facts.token_limit()));
    }
    extent.longest = std::max(extent.longest, length);
    extent.keys = std::max(extent.keys, all);
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
  const StackFacts& sizes = facts.stack(extent.stack);
  const std::size_t maps = sizes.layers * sizes.heads;
  for (const auto& checked : {check_flags("attention", selection.attention, maps),
                              check_flags("scores", selection.scores, maps),
                              check_flags("vectors", selection.vectors, maps),
                              check_flags("cross-attention", selection.cross, maps),
                              check_flags("layers", selection.layers, sizes.layers),
                              check_flags("hidden states", selection.hidden, sizes.layers + 1)}) {
    if (!checked) return std::unexpected(checked.error());
  }
  const bool has_source = extent.source != 0;
  if ((selection.logits && extent.stack != Stack::kDecoder) ||
      (!selection.cross.empty() && !has_source)) {
    return fail(ErrorCode::kBadInput,
                "cross-attention and logits can be kept of a decoder alone, the first where it "
                "stands behind an encoder");
  }
  return extent;
}

void lay_out(const Facts& facts, const Extent& extent, const TraceSelection& selection,
             Workspace& workspace, Trace& trace, Forward& run, Places& places) {
  const std::size_t tokens = extent.tokens;
  const StackFacts& sizes = facts.stack(extent.stack);
  const bool has_cache = extent.stack == Stack::kDecoder;
  run.hidden = workspace.take_matrix(tokens, facts.width);
  places.embeddings = workspace.take_matrix(extent.sequences, facts.width);
  run.rows = LinearScratch::take(workspace, facts, tokens);
  if (facts.norm_place == NormPlace::kPre) run.normed = workspace.take_matrix(tokens, facts.width);
  if (facts.position_kind == PositionKind::kRelative) {
    run.farthest = extent.keys - 1;
    run.bias = workspace.take_matrix(sizes.heads, has_cache ? extent.keys : 2 * extent.keys - 1);
  }

  // The embedding's rows, a layer's attention and its feed-forward take turns in the rest.
  const std::uint64_t shared = workspace.used();
  const std::size_t width = sizes.attention_width();
  run.queries = workspace.take_matrix(tokens, width);
  run.keys = workspace.take_matrix(tokens, width);
  run.values = workspace.take_matrix(tokens, width);
  run.context = workspace.take_matrix(tokens, width);
  run.head_scratch.clear();
  for (std::size_t i = 0; i < extent.threads; ++i) {
    run.head_scratch.push_back(
        has_cache ? HeadScratch::take_weights(workspace, extent.longest,
                                              std::max(extent.keys, extent.source))
                  : HeadScratch::take(workspace, extent.longest, sizes.head_width));
  }
  workspace.rewind(shared);
  run.inner = workspace.take_matrix(tokens, sizes.feed_forward);
  if (facts.gated) run.gate = workspace.take_matrix(tokens, sizes.feed_forward);
  workspace.rewind(shared);
  if (facts.projects_embedding) run.embedded = workspace.take_matrix(tokens, facts.embedding_width);

  lay_out_trace(facts, extent, selection, trace, run, places);
}

Result<void> check_batch(const Facts& facts, const Batch& batch, Stack stack) {
  std::uint64_t total = 0;
  for (const std::size_t length : batch.lengths) {
    const auto sum = checked_add(total, length);
    if (!sum) return fail(ErrorCode::kBadInput, "the lengths of the sequences overflow");
    total = *sum;
  }
  const bool has_types = stack == Stack::kEncoder && facts.type_rows != 0;
  const bool types_agree = batch.types.size() == total || (!has_types && batch.types.empty());
  if (batch.ids.size() != total || !types_agree) {
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
  const std::size_t words = stack == Stack::kDecoder ? facts.target_vocabulary : facts.vocabulary;
  if (auto checked = check("id", batch.ids, words); !checked) return checked;
  // Below two types there is nothing to choose, and a second text's are ignored.
  return facts.type_rows < 2 || !has_types ? Result<void>()
                                           : check("type", batch.types, facts.type_rows);
}

}  // namespace attnscope
