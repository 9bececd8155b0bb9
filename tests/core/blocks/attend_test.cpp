// One head of attention against the formula in plain loops, for self- and
// cross-attention, with and without a mask; and what is kept on the way.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "../kernels/random.h"
#include "../run/golden.h"
#include "blocks/attend.h"
#include "kernels/reference.h"

namespace attnscope::test {
namespace {

struct WindowMask {
  std::size_t reach;
  KeyRange visible(std::size_t query, std::size_t keys) const {
    return {query > reach ? query - reach : 0, std::min(query + reach + 1, keys)};
  }
};

// What attend works in.
struct Room {
  Room(std::size_t keys, std::size_t width) {
    HeadScratch::take(workspace, keys, width);
    REQUIRE(workspace.allocate("a test").has_value());
    scratch = HeadScratch::take(workspace, keys, width);
  }
  Workspace workspace;
  HeadScratch scratch{};
};

// As they come, before keys and values are packed.
struct Sources {
  ConstMatrix queries;       // [Tq, d]
  ConstMatrix keys, values;  // [Tk, d]

  HeadInput packed(const Room& room) const {
    return pack_head(queries, keys, values, room.scratch);
  }
};

// Everything one head can give, in memory of its own.
struct Head {
  Head(std::size_t queries, std::size_t keys, std::size_t width)
      : scores(queries, keys, 0),
        scaled(queries, keys, 0),
        weights(queries, keys, 0),
        context(queries, width, 3) {}
  HeadPlaces kept() const {
    HeadPlaces trace;
    trace.scores = scores.view;
    trace.scaled = scaled.view;
    trace.weights = weights.view;
    return trace;
  }
  Guarded scores, scaled, weights, context;
};

// softmax(Q K^T / sqrt(d)) V by the reference kernels, key ranges by `mask`.
template <class Mask>
void attend_by_reference(const Sources& in, const Mask& mask, Head& out) {
  reference::linear(in.queries, in.keys, {}, out.scores.view);
  const double scale = 1 / std::sqrt(static_cast<double>(in.queries.cols));
  for (std::size_t q = 0; q < in.queries.rows; ++q) {
    for (std::size_t k = 0; k < in.keys.rows; ++k) {
      out.scaled.view.at(q, k) = static_cast<float>(out.scores.view.at(q, k) * scale);
      out.weights.view.at(q, k) = 0;
    }
    const auto [first, last] = mask.visible(q, in.keys.rows);
    for (std::size_t k = 0; k < in.keys.rows; ++k) {
      if (k >= first && k < last) continue;
      out.scores.view.at(q, k) = out.scaled.view.at(q, k) = -HUGE_VALF;
    }
    reference::softmax(out.scores.view.row(q).subspan(first, last - first), scale,
                       out.weights.view.row(q).subspan(first, last - first));
    for (std::size_t c = 0; c < in.values.cols; ++c) {
      double sum = 0;
      for (std::size_t k = 0; k < in.keys.rows; ++k)
        sum += out.weights.view.at(q, k) * in.values.at(k, c);
      out.context.view.at(q, c) = static_cast<float>(sum);
    }
  }
}

template <class Mask>
void check_head(std::size_t queries, std::size_t keys, std::size_t width, const Mask& mask) {
  INFO("queries " << queries << ", keys " << keys << ", width " << width);
  Random random(queries * 1000 + keys);
  const auto q = Guarded::random(queries, width, 4, random);
  const auto k = Guarded::random(keys, width, 2, random);
  const auto v = Guarded::random(keys, width, 2, random);
  const Sources in{q.view, k.view, v.view};
  Head ours(queries, keys, width), expected(queries, keys, width);
  const Room room(keys, width);

  attend(in.packed(room), attention_scale(width), room.scratch, ours.kept(), ours.context.view,
         mask);
  attend_by_reference(in, mask, expected);

  const auto seen = [](Matrix scores) {  // infinities compare as equal
    for (std::size_t r = 0; r < scores.rows; ++r) {
      for (float& score : scores.row(r)) score = score == -HUGE_VALF ? -1e9f : score;
    }
  };
  for (const Head* head : {&ours, &expected}) {
    seen(head->scores.view);
    seen(head->scaled.view);
  }
  REQUIRE(distance(ours.scores.view, expected.scores.view.data) < 2e-5);
  REQUIRE(distance(ours.scaled.view, expected.scaled.view.data) < 1e-5);
  REQUIRE(distance(ours.weights.view, expected.weights.view.data) < 2e-6);
  for (std::size_t r = 0; r < queries; ++r) {
    REQUIRE(distance(ours.context.view.row_block(r, 1), expected.context.view.row(r).data()) <
            5e-6);
  }
  REQUIRE(ours.context.guards_untouched());
  REQUIRE(ours.weights.guards_untouched());
}

TEST_CASE("self-attention equals the formula at every length around the block of queries",
          "[attention]") {
  for (const std::size_t tokens : {1, 2, 5, 6, 7, 15, 16, 17, 47, 48, 49, 96, 97, 145}) {
    check_head(tokens, tokens, 32, AllVisible{});
  }
}

TEST_CASE("head widths that fill no panel are right", "[attention]") {
  for (const std::size_t width : {1, 3, 8, 20, 33}) check_head(9, 9, width, AllVisible{});
}

TEST_CASE("cross-attention: queries and keys of different sources and lengths", "[attention]") {
  check_head(3, 50, 16, AllVisible{});
  check_head(50, 3, 16, AllVisible{});
}

TEST_CASE("masks: keys out of sight get weight 0 and move nothing", "[attention]") {
  check_head(20, 20, 8, Causal{});
  check_head(60, 60, 8, WindowMask{4});
}

// Each head of a relative position has its own slope.
struct SlopeBias {
  float slope;
  void add(std::size_t query, std::span<float> scaled) const {
    for (std::size_t k = 0; k < scaled.size(); ++k)
      scaled[k] -= slope * std::abs(static_cast<float>(k) - static_cast<float>(query));
  }
};

TEST_CASE("a bias is added to the scaled scores, and kept in them", "[attention]") {
  constexpr std::size_t kTokens = 60, kWidth = 8;
  Random random(7);
  const auto q = Guarded::random(kTokens, kWidth, 4, random);
  const auto k = Guarded::random(kTokens, kWidth, 2, random);
  const auto v = Guarded::random(kTokens, kWidth, 2, random);
  const Sources in{q.view, k.view, v.view};
  const SlopeBias bias{0.3f};
  const Room room(kTokens, kWidth);
  Head plain(kTokens, kTokens, kWidth), ours(kTokens, kTokens, kWidth);

  attend(in.packed(room), attention_scale(kWidth), room.scratch, plain.kept(), plain.context.view);
  attend(in.packed(room), attention_scale(kWidth), room.scratch, ours.kept(), ours.context.view,
         AllVisible{}, bias);

  Matrix expected = plain.scaled.view;
  for (std::size_t r = 0; r < kTokens; ++r) {
    bias.add(r, expected.row(r));
    reference::softmax(expected.row(r), 1, plain.weights.view.row(r));
  }
  CHECK(distance(ours.scores.view, plain.scores.view.data) == 0);
  CHECK(distance(ours.scaled.view, expected.data) == 0);
  CHECK(distance(ours.weights.view, plain.weights.view.data) < 2e-6);
  Head unkept(kTokens, kTokens, kWidth);
  attend(in.packed(room), attention_scale(kWidth), room.scratch, {}, unkept.context.view,
         AllVisible{}, bias);
  CHECK(unkept.context.memory == ours.context.memory);
}

TEST_CASE("the context is the same bit for bit whatever is kept", "[attention]") {
  Random random(3);
  constexpr std::size_t kTokens = 53;
  const auto q = Guarded::random(kTokens, 32, 0, random);
  const auto k = Guarded::random(kTokens, 32, 0, random);
  const auto v = Guarded::random(kTokens, 32, 0, random);
  const Room room(kTokens, 32);
  Head everything(kTokens, kTokens, 32), nothing(kTokens, kTokens, 32);

  const Sources in{q.view, k.view, v.view};
  attend(in.packed(room), attention_scale(32), room.scratch, everything.kept(),
         everything.context.view);
  attend(in.packed(room), attention_scale(32), room.scratch, {}, nothing.context.view);

  CHECK(everything.context.memory == nothing.context.memory);
}

// Rows [first, first + count) of the queries, with the keys up to the last of them in memory that
// grows, against all at once.
TEST_CASE("causal rows are the same bit for bit, however many come at once", "[attention]") {
  constexpr std::size_t kTokens = 131, kCapacity = 140;
  for (const std::size_t width : {8, 16, 20, 33}) {
    for (const std::size_t step : {1, 2, 7, 50}) {
      INFO("width " << width << ", " << step << " at once");
      Random random(width);
      const auto q = Guarded::random(kTokens, width, 4, random);
      const auto k = Guarded::random(kTokens, width, 2, random);
      const auto v = Guarded::random(kTokens, width, 2, random);
      const Room room(kTokens, width);
      Head whole(kTokens, kTokens, width), parts(kTokens, kTokens, width);
      attend(Sources{q.view, k.view, v.view}.packed(room), attention_scale(width), room.scratch,
             whole.kept(), whole.context.view, Causal{});

      std::vector<float> keys(kernels::packed_floats(kCapacity, width), 1e30f);
      std::vector<float> values(kernels::packed_floats(width, kCapacity), 1e30f);
      for (std::size_t first = 0; first < kTokens; first += step) {
        const std::size_t count = std::min(step, kTokens - first);
        const ConstMatrix queries = q.view, new_keys = k.view, new_values = v.view;
        const HeadInput in{
            queries.row_block(first, count),
            kernels::append_rows(new_keys.row_block(first, count), first, keys.data()),
            kernels::append_columns(new_values.row_block(first, count), first, kCapacity,
                                    values.data())};
        HeadPlaces kept;
        kept.weights = parts.weights.view.row_block(first, count).col_block(0, first + count);
        attend(in, attention_scale(width), room.scratch, kept,
               parts.context.view.row_block(first, count), Causal{first});
      }
      CHECK(parts.context.memory == whole.context.memory);
      for (std::size_t r = 0; r < kTokens; ++r) {
        const auto ours = parts.weights.view.row(r).first(r + 1);
        CHECK(std::ranges::equal(ours, whole.weights.view.row(r).first(r + 1)));
      }
    }
  }
}

}  // namespace
}  // namespace attnscope::test
