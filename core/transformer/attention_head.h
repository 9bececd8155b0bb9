// One attention head, as one function of where queries come from, where keys and
// values come from, who may see whom (mask), how a query meets a key (scoring),
// and how scores become weights (weighting):
//
//     context = weighting(scoring(Q, K), mask) V
//
// Self-attention gives it one source; cross-attention two, with Tq != Tk. A
// causal mask or a local window is another Mask; another scoring or weighting is
// another small struct beside the ones below. Nothing else changes for them.
// Source: Vaswani et al. 2017, equation 1; Luong et al. 2015 for the scorings.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/arena.h"
#include "base/matrix.h"
#include "kernels/kernels.h"
#include "trace/trace.h"

namespace attnscope {

// Queries are taken this many at a time, so that their scores stay in the
// second-level cache (48 rows x 512 keys = 96 KB) and scratch grows with T, not
// with T^2.
inline constexpr std::size_t kQueryBlock = 48;

struct HeadInput {
  ConstMatrix queries;       // [Tq, d]
  ConstMatrix keys, values;  // [Tk, d]
};

// The keys that one query may see, [first, last), not empty. Keys outside get
// weight 0.
struct KeyRange {
  std::size_t first, last;
};

struct NoMask {
  KeyRange visible(std::size_t /*query*/, std::size_t keys) const { return {0, keys}; }
};

// scores = Q K^T, to be scaled by 1 / sqrt(d).
struct DotScoring {
  static float scale(std::size_t head_width) {
    return 1.0f / std::sqrt(static_cast<float>(head_width));
  }
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

// What attend() needs to work in; `floats` of it for Tk keys of width d.
struct HeadScratch {
  float* keys;     // packed K
  float* values;   // packed V
  float* weights;  // [kQueryBlock, Tk]

  static std::uint64_t floats(std::size_t keys, std::size_t head_width) {
    return arena_floats(kernels::packed_floats(keys, head_width)) +
           arena_floats(kernels::packed_floats(head_width, keys)) +
           arena_floats(static_cast<std::uint64_t>(kQueryBlock) * keys);
  }
  static HeadScratch take(Arena& arena, std::size_t keys, std::size_t head_width) {
    HeadScratch scratch{};
    scratch.keys = arena.take(kernels::packed_floats(keys, head_width));
    scratch.values = arena.take(kernels::packed_floats(head_width, keys));
    scratch.weights = arena.take(kQueryBlock * keys);
    return scratch;
  }
};

// Writes context [Tq, d] and, where `kept` has room for them, the scores, scaled
// scores and weights [Tq, Tk]: they are made where they are kept, not copied.
// The context is the same bit for bit whatever is kept.
template <class Mask = NoMask, class Scoring = DotScoring, class Weighting = SoftmaxWeighting>
void attend(const HeadInput& in, const HeadScratch& scratch, const HeadTrace& kept, Matrix context,
            const Mask& mask = {}) {
  const std::size_t keys = in.keys.rows;
  const float scale = Scoring::scale(in.queries.cols);
  const auto packed_keys = kernels::pack_rows(in.keys, scratch.keys);
  const auto packed_values = kernels::pack_columns(in.values, scratch.values);
  float factors[kQueryBlock];

  for (std::size_t first = 0; first < in.queries.rows; first += kQueryBlock) {
    const std::size_t count = std::min(kQueryBlock, in.queries.rows - first);
    const Matrix weights = kept.weights.data != nullptr ? kept.weights.row_block(first, count)
                                                        : Matrix(scratch.weights, count, keys);
    const Matrix scores =
        kept.scores.data != nullptr ? kept.scores.row_block(first, count) : weights;
    const Matrix block = context.row_block(first, count);

    Scoring::score(in.queries.row_block(first, count), packed_keys, scores);
    for (std::size_t r = 0; r < count; ++r) {
      if (kept.scaled.data != nullptr)
        kernels::scaled_copy(scores.row(r), scale, kept.scaled.row(first + r));
      const auto [begin, end] = mask.visible(first + r, keys);
      const auto row = weights.row(r);
      factors[r] = Weighting::weigh(scores.row(r).subspan(begin, end - begin), scale,
                                    row.subspan(begin, end - begin));
      std::fill(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(begin), 0.0f);
      std::fill(row.begin() + static_cast<std::ptrdiff_t>(end), row.end(), 0.0f);
    }
    // The division of the softmax waits until after the product: it is then d
    // multiplications a row instead of Tk.
    kernels::product(weights, packed_values, block);
    for (std::size_t r = 0; r < count; ++r) {
      kernels::scale_row(block.row(r), factors[r]);
      if (kept.weights.data != nullptr) kernels::scale_row(weights.row(r), factors[r]);
    }
  }
}

}  // namespace attnscope
