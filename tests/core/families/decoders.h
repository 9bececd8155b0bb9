// Models with a decoder, as their tests run them.
#pragma once

#include "../run/golden.h"
#include "run/generation.h"

namespace attnscope::test {

inline TraceSelection everything(const Facts& facts, Stack stack) {
  const StackFacts& sizes = facts.stack(stack);
  const std::size_t maps = sizes.layers * sizes.heads;
  TraceSelection all{HeadMask(maps, true), HeadMask(maps, true), HeadMask(maps, true),
                     std::vector<bool>(sizes.layers + 1, true),
                     std::vector<bool>(sizes.layers, true)};
  all.logits = stack == Stack::kDecoder;
  if (facts.has_both() && stack == Stack::kDecoder) all.cross.assign(maps, true);
  return all;
}

inline Run run_ids(const Transformer& transformer, const Ids& ids,
                   const TraceSelection& selection = {}, Decoding* decoding = nullptr) {
  const std::size_t length = ids.size();
  auto run = Run::begin(transformer, {ids, {}, {&length, 1}}, selection, nullptr, decoding);
  REQUIRE(run.has_value());
  Result<bool> more = true;
  while (more.has_value() && *more) more = run->step();
  REQUIRE(more.has_value());
  return std::move(*run);
}

inline Decoding begin_decoding(const Transformer& transformer, ConstMatrix source,
                               std::size_t capacity) {
  auto decoding = Decoding::begin(transformer, source, 1, capacity);
  REQUIRE(decoding.has_value());
  return std::move(*decoding);
}

// The largest difference in one part of all heads, which lie one after the other in the file.
inline double of_heads(const Trace& trace, const Facts& facts, TraceKey key,
                       const std::vector<float>& expected, bool skips_unseen = false) {
  double largest = 0;
  bool unseen_are_out = true;
  const float* at = expected.data();
  const StackFacts& sizes = facts.stack(key.stack);
  for (std::size_t i = 0; i < sizes.layers * sizes.heads; ++i) {
    key.layer = static_cast<std::uint16_t>(i / sizes.heads);
    key.head = static_cast<std::uint16_t>(i % sizes.heads);
    const ConstMatrix ours = trace.find(key);
    REQUIRE(ours.data != nullptr);
    for (std::size_t r = 0; r < ours.rows; ++r) {
      const std::size_t seen = skips_unseen ? r + 1 : ours.cols;
      largest = std::max(largest, distance(ours.row_block(r, 1).col_block(0, seen), at));
      for (std::size_t k = seen; k < ours.cols; ++k)
        unseen_are_out = unseen_are_out && ours.at(r, k) == -HUGE_VALF;
      at += ours.cols;
    }
  }
  REQUIRE(at == expected.data() + expected.size());
  CHECK(unseen_are_out);
  return largest;
}

// What was written of a golden file's generation.
struct Written {
  Ids ids;
  std::size_t beams = 1;
  double score = 0;  // of beams
};

// As the model's own files say and `entry` changes.
inline Written write(const Transformer& transformer, const std::filesystem::path& model,
                     const Json& entry) {
  const Ids ids = entry.at("ids").get<Ids>();
  const auto config = parse_json(*read_text(model / "config.json"), "config.json");
  auto settings =
      read_generation_settings(read_text(model / "generation_config.json").value_or(""), *config)
          .value();
  REQUIRE(settings.read(entry.at("options"), "options", ErrorCode::kBadInput));
  const bool has_both = transformer.facts().has_both();
  std::optional<Run> source;
  if (has_both) source = run_ids(transformer, ids);
  auto generation = Generation::begin(transformer, source ? source->hidden() : ConstMatrix(),
                                      has_both ? settings.start : ids, settings, {});
  REQUIRE(generation.has_value());
  Result<Generation::Step> step = Generation::Step::kLayer;
  while (step.has_value() && *step != Generation::Step::kEnd) step = generation->step();
  REQUIRE(step.has_value());
  CHECK(generation->step().error().code == ErrorCode::kInvalidState);
  const auto written = generation->written();
  return {{written.begin(), written.end()}, settings.beams, generation->score()};
}

}  // namespace attnscope::test
