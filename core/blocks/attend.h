// One attention head, as one function of where queries come from, where keys and values come from,
// who may see whom (Visible), what is added to the scaled scores (Bias), how a query meets a key
// (Scoring), and how scores become weights (Weighting):
//
//     context = weighting(scale * scoring(Q, K) + bias, visible) V
//
// Self-attention gives it one source; cross-attention two, with Tq != Tk. A causal mask or a local
// window is another Visible; a relative position is a Bias; another scoring or weighting is another
// small struct beside the ones below. What is not used is not there once compiled.
// Source: Vaswani et al. 2017, equation 1; Luong et al. 2015 for the scorings.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

#include "base/matrix.h"
#include "base/workspace.h"
#include "kernels/kernels.h"

namespace attnscope {

// Queries are taken this many at a time, so that their scores stay in the
// second-level cache (48 rows x 512 keys = 96 KB) and scratch grows with T, not
// with T^2.
inline constexpr std::size_t kQueryBlock = 48;

// Keys and values as products read them: packed for one run, or in a cache that grows.
struct HeadInput {
  ConstMatrix queries;           // [Tq, d]
  kernels::PackedMatrix keys;    // [Tk, d]
  kernels::PackedMatrix values;  // V^T, [d, Tk]
};

// The keys that one query may see, [first, last), not empty. Keys outside get
// weight 0.
struct KeyRange {
  std::size_t first, last;
};

struct AllVisible {
  KeyRange visible(std::size_t /*query*/, std::size_t keys) const { return {0, keys}; }
};

// A word may look at itself and at what stands before it, `past` keys of which were there before
// the first query. Source: Vaswani et al. 2017, section 3.2.3.
struct Causal {
  std::size_t past = 0;
  KeyRange visible(std::size_t query, std::size_t keys) const {
    return {0, std::min(past + query + 1, keys)};
  }
};

// A bias has add(query, scaled): adds its terms to one row of scaled scores [Tk].
struct NoBias {
  void add(std::size_t /*query*/, std::span<float> /*scaled*/) const {}
};

// What scores are multiplied by where a family does not say otherwise.
inline float attention_scale(std::size_t head_width) {
  return 1.0f / std::sqrt(static_cast<float>(head_width));
}

// scores = Q K^T.
struct DotScoring {
  static void score(ConstMatrix queries, const kernels::PackedMatrix& keys, Matrix scores) {
    kernels::product(queries, keys, scores);
  }
};

// Turns a row of scores into weights up to a factor, and returns that factor.
struct SoftmaxWeighting {
  static float weigh(std::span<const float> scores, float scale, std::span<float> weights) {
    return kernels::softmax_numerators(scores, scale, weights);
  }
};

// What attend() needs to work in, for Tk keys of width d.
struct HeadScratch {
  float* keys;     // packed K; like the next, nullptr where a cache has them
  float* values;   // packed V
  float* weights;  // [min(kQueryBlock, Tq), Tk]

  static HeadScratch take(Workspace& workspace, std::size_t keys, std::size_t head_width) {
    HeadScratch scratch{};
    scratch.keys = workspace.take(kernels::packed_floats(keys, head_width));
    scratch.values = workspace.take(kernels::packed_floats(head_width, keys));
    scratch.weights = workspace.take(std::uint64_t{kQueryBlock} * keys);
    return scratch;
  }
  // Beside a cache.
  static HeadScratch take_weights(Workspace& workspace, std::size_t queries, std::size_t keys) {
    return {nullptr, nullptr, workspace.take(std::uint64_t{std::min(kQueryBlock, queries)} * keys)};
  }
};

// For keys and values [Tk, d] that are used once.
inline HeadInput pack_head(ConstMatrix queries, ConstMatrix keys, ConstMatrix values,
                           const HeadScratch& scratch) {
  return {queries, kernels::pack_rows(keys, scratch.keys),
          kernels::pack_columns(values, scratch.values)};
}

// Where the parts of one head are kept. A view is empty (data == nullptr) where it was not asked
// for; the shapes are those of trace/trace.h.
struct HeadPlaces {
  Matrix queries, keys, values;
  Matrix scores, scaled, weights;
  Matrix context;
};

// The keys that any of `count` queries from `first` on may see, from the start of a panel on:
// others are not computed.
template <class Visible>
KeyRange visible_to_block(const Visible& mask, std::size_t first, std::size_t count,
                          std::size_t keys) {
  KeyRange all = mask.visible(first, keys);
  for (std::size_t q = first + 1; q < first + count; ++q) {
    const KeyRange own = mask.visible(q, keys);
    all = {std::min(all.first, own.first), std::max(all.last, own.last)};
  }
  return {all.first / kernels::panel_width() * kernels::panel_width(), all.last};
}

// Writes context [Tq, d] and, where `kept` has room for them, the scores, scaled scores and weights
// [Tq, Tk]: they are made where they are kept, not copied. Kept scaled scores have the bias in
// them, and are -infinity where a key is not visible; so are kept scores. The context is the same
// bit for bit whatever is kept, and however many queries are given at once.
template <class Visible = AllVisible, class Bias = NoBias, class Scoring = DotScoring,
          class Weighting = SoftmaxWeighting>
void attend(const HeadInput& in, float scale, const HeadScratch& scratch, const HeadPlaces& kept,
            Matrix context, const Visible& mask = {}, const Bias& bias = {}) {
  constexpr bool kBiased = !std::is_same_v<Bias, NoBias>;
  constexpr bool kMasked = !std::is_same_v<Visible, AllVisible>;
  const std::size_t keys = in.keys.out;
  float factors[kQueryBlock];
  const auto fill_outside = [](std::span<float> row, KeyRange seen, float value) {
    std::ranges::fill(row.first(seen.first), value);
    std::ranges::fill(row.subspan(seen.last), value);
  };

  for (std::size_t first = 0; first < in.queries.rows; first += kQueryBlock) {
    const std::size_t count = std::min(kQueryBlock, in.queries.rows - first);
    const Matrix weights = kept.weights.data != nullptr ? kept.weights.row_block(first, count)
                                                        : Matrix(scratch.weights, count, keys);
    const Matrix scores =
        kept.scores.data != nullptr ? kept.scores.row_block(first, count) : weights;
    const Matrix block = context.row_block(first, count);
    // [near.first, near.last) are computed; a sum over them is that over all, whose other terms
    // are zeros.
    KeyRange near{0, keys};
    kernels::PackedMatrix near_keys = in.keys, near_values = in.values;
    if constexpr (kMasked) {
      near = visible_to_block(mask, first, count, keys);
      near_keys = in.keys.first_columns(near.last).columns(near.first, near.last - near.first);
      near_values = in.values.inner(near.first, near.last - near.first);
    }
    const auto near_part = [&](Matrix rows) {
      return rows.col_block(near.first, near.last - near.first);
    };

    Scoring::score(in.queries.row_block(first, count), near_keys, near_part(scores));
    for (std::size_t r = 0; r < count; ++r) {
      const std::size_t query = first + r;
      const KeyRange seen = mask.visible(query, keys);
      const std::size_t width = seen.last - seen.first;
      const auto row = weights.row(r);
      const auto visible = row.subspan(seen.first, width);
      if constexpr (kBiased) {
        // Before the weights take the place of the scores.
        const bool is_kept = kept.scaled.data != nullptr;
        const auto scaled = is_kept ? kept.scaled.row(query) : row;
        kernels::scaled_copy(scores.row(r), scale, scaled);
        bias.add(query, scaled);
        factors[r] = Weighting::weigh(scaled.subspan(seen.first, width), 1.0f, visible);
      } else {
        if (kept.scaled.data != nullptr)
          kernels::scaled_copy(scores.row(r), scale, kept.scaled.row(query));
        factors[r] = Weighting::weigh(scores.row(r).subspan(seen.first, width), scale, visible);
      }
      if constexpr (kMasked) {
        constexpr float kUnseen = -std::numeric_limits<float>::infinity();
        if (kept.scores.data != nullptr) fill_outside(scores.row(r), seen, kUnseen);
        if (kept.scaled.data != nullptr) fill_outside(kept.scaled.row(query), seen, kUnseen);
        fill_outside(row, seen, 0.0f);
      }
    }
    // The division of the softmax waits until after the product: it is then d
    // multiplications a row instead of Tk.
    kernels::product(near_part(weights), near_values, block);
    for (std::size_t r = 0; r < count; ++r) {
      kernels::scale_row(block.row(r), factors[r]);
      if (kept.weights.data != nullptr) kernels::scale_row(weights.row(r), factors[r]);
    }
  }
}

}  // namespace attnscope
