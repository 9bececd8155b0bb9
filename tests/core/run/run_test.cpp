// A run from begin to end on a tiny model: what it refuses, what it keeps, what
// memory it takes.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cstring>
#include <limits>

#include "golden.h"
#include "support/tiny_model.h"

namespace attnscope::test {
namespace {

Facts tiny_config() {
  const auto config = read_facts({kTinyConfig, kTinyModules, kTinyPooling});
  REQUIRE(config.has_value());
  return *config;
}

Transformer tiny_transformer(const Facts& facts = tiny_config(),
                             const std::vector<TensorSpec>& tensors = tiny_tensors()) {
  auto transformer = Transformer::load(facts, to_buffer(make_safetensors(tensors)));
  REQUIRE(transformer.has_value());
  return std::move(*transformer);
}

const std::vector<std::int32_t> kIds = {2, 5, 6, 7, 3};
const std::vector<std::int32_t> kTypes = {0, 0, 0, 1, 1};
const std::vector<std::size_t> kOne = {5};
const std::vector<std::size_t> kTwo = {2, 3};

Error refusal(const Batch& batch, const TraceSelection& selection = {}) {
  const auto run = Run::begin(tiny_transformer(), batch, selection);
  REQUIRE(!run.has_value());
  return run.error();
}

TEST_CASE("a run steps through its layers and then has an answer", "[run]") {
  const Transformer transformer = tiny_transformer();
  auto run = Run::begin(transformer, {kIds, kTypes, kOne}, {});
  REQUIRE(run.has_value());
  CHECK(run->embeddings().data == nullptr);
  CHECK(run->step().value() == true);
  CHECK(run->step().value() == false);
  CHECK(run->embeddings().rows == 1);
  CHECK(run->embeddings().cols == 8);
}

TEST_CASE("a step after the last is refused and changes nothing", "[run]") {
  const Transformer transformer = tiny_transformer();
  Run run = run_to_end(transformer, {kIds, kTypes, kOne});
  const auto again = run.step();
  REQUIRE(!again.has_value());
  CHECK(again.error().code == ErrorCode::kInvalidState);
  CHECK(run.embeddings().rows == 1);
}

TEST_CASE("an id or type without a row is refused, and named", "[run]") {
  for (const std::int32_t bad : {-1, 12, std::numeric_limits<std::int32_t>::max()}) {
    INFO("value " << bad);
    const std::vector<std::int32_t> spoiled = {2, 5, bad, 7, 3};
    const Error id = refusal({spoiled, kTypes, kOne});
    CHECK(id.code == ErrorCode::kBadInput);
    CHECK(id.message.find("id " + std::to_string(bad) + " of token 2") != std::string::npos);
    const Error type = refusal({kIds, spoiled, kOne});
    CHECK(type.code == ErrorCode::kBadInput);
  }
}

TEST_CASE("lengths that make no sense are refused", "[run]") {
  const auto most = std::numeric_limits<std::size_t>::max();
  const std::vector<std::vector<std::size_t>> wrong = {{},   {0},    {5, 0},    {4},   {6},
                                                       {17}, {most}, {most, 6}, {2, 2}};
  for (const auto& lengths : wrong) {
    INFO("first length " << (lengths.empty() ? 0 : lengths[0]) << " of " << lengths.size());
    CHECK(refusal({kIds, kTypes, lengths}).code == ErrorCode::kBadInput);
  }
  CHECK(refusal({kIds, std::span(kTypes).first(4), kOne}).code == ErrorCode::kBadInput);
}

TEST_CASE("a selection of the wrong size is refused, and one with several sequences", "[run]") {
  TraceSelection wrong_size;
  wrong_size.attention.assign(3, true);
  CHECK(refusal({kIds, kTypes, kOne}, wrong_size).code == ErrorCode::kBadInput);
  wrong_size = {};
  wrong_size.hidden.assign(2, true);
  CHECK(refusal({kIds, kTypes, kOne}, wrong_size).code == ErrorCode::kBadInput);
  CHECK(refusal({kIds, kTypes, kTwo}, select_everything(tiny_config())).code ==
        ErrorCode::kBadInput);
}

TEST_CASE("weights that overflow give an error, not NaN", "[run]") {
  auto tensors = tiny_tensors();
  const std::vector<float> large(64, 3e38f);
  std::ranges::find(tensors, "encoder.layer.0.attention.self.query.weight", &TensorSpec::name)
      ->data = encode_floats(large, "F32");
  const Transformer transformer = tiny_transformer(tiny_config(), tensors);
  auto run = Run::begin(transformer, {kIds, kTypes, kOne}, {});
  REQUIRE(run.has_value());
  REQUIRE(run->step().has_value());
  const auto last = run->step();
  REQUIRE(!last.has_value());
  CHECK(last.error().code == ErrorCode::kNonFinite);
  CHECK(run->embeddings().data == nullptr);
}

TEST_CASE("exactly what was asked for is kept", "[run]") {
  const Transformer transformer = tiny_transformer();
  TraceSelection selection;
  selection.attention = {false, true, false, false};
  selection.scores = {false, false, true, false};
  selection.vectors = {false, false, false, true};
  selection.hidden = {true, false, true};
  selection.layers = {false, true};
  const Run run = run_to_end(transformer, {kIds, kTypes, kOne}, selection);
  const Trace& trace = run.trace();
  for (std::size_t i = 0; i < 4; ++i) {
    INFO("head " << i);
    const auto is_kept = [&](Part part) { return trace.head(i / 2, i % 2, part).data != nullptr; };
    CHECK(is_kept(Part::kWeights) == (i == 1));
    CHECK(is_kept(Part::kScores) == (i == 2));
    CHECK(is_kept(Part::kScaled) == (i == 2));
    CHECK(is_kept(Part::kQueries) == (i == 3));
    CHECK(is_kept(Part::kContext) == (i == 3));
  }
  CHECK(trace.of_layer(0, Part::kHidden).data != nullptr);
  CHECK(trace.of_layer(1, Part::kHidden).data == nullptr);
  CHECK(trace.of_layer(2, Part::kHidden).data != nullptr);
  CHECK(trace.of_layer(0, Part::kInner).data == nullptr);
  CHECK(trace.of_layer(1, Part::kInner).data != nullptr);
  CHECK(trace.of_layer(1, Part::kFeedForwardOut).data != nullptr);
  CHECK(trace.of_layer(0, Part::kEmbeddingSum).data == nullptr);
  CHECK(trace.of_layer(1, Part::kEmbeddingSum).data == nullptr);
}

TEST_CASE("a run without a selection keeps no trace", "[run]") {
  const Transformer transformer = tiny_transformer();
  const Run run = run_to_end(transformer, {kIds, kTypes, kOne});
  CHECK(run.trace().kept().empty());
  CHECK(run.trace().memory().capacity() == 0);
}

TEST_CASE("the trace changes no embedding", "[run]") {
  const Transformer transformer = tiny_transformer();
  const Run plain = run_to_end(transformer, {kIds, kTypes, kOne});
  const Run traced =
      run_to_end(transformer, {kIds, kTypes, kOne}, select_everything(transformer.facts()));
  CHECK(std::memcmp(plain.embeddings().data, traced.embeddings().data, 8 * sizeof(float)) == 0);
}

TEST_CASE("stages are timed when asked for, with any number of sequences", "[run]") {
  const Transformer transformer = tiny_transformer();
  TraceSelection times;
  times.times = true;

  const StageTimes spent = run_to_end(transformer, {kIds, kTypes, kTwo}, times).trace().times;

  for (const double stage : {spent.embedding, spent.qkv, spent.attention, spent.output_projection,
                             spent.feed_forward, spent.layer_norm}) {
    CHECK(stage > 0);
  }
}

TEST_CASE("no stage is timed unasked", "[run]") {
  const Transformer transformer = tiny_transformer();
  const StageTimes spent = run_to_end(transformer, {kIds, kTypes, kOne}).trace().times;
  CHECK(spent.embedding + spent.qkv + spent.attention + spent.output_projection +
            spent.feed_forward + spent.layer_norm ==
        0);
}

TEST_CASE("context is weights times values, and scaled scores are scores over sqrt(d)", "[run]") {
  const Transformer transformer = tiny_transformer();
  const Run run =
      run_to_end(transformer, {kIds, kTypes, kOne}, select_everything(transformer.facts()));
  for (std::size_t i = 0; i < 4; ++i) {
    const auto part = [&](Part kind) { return run.trace().head(i / 2, i % 2, kind); };
    const ConstMatrix scores = part(Part::kScores), scaled = part(Part::kScaled),
                      weights = part(Part::kWeights), values = part(Part::kValues),
                      context = part(Part::kContext);
    for (std::size_t q = 0; q < 5; ++q) {
      for (std::size_t k = 0; k < 5; ++k) CHECK(scaled.at(q, k) == scores.at(q, k) * 0.5f);
      for (std::size_t c = 0; c < 4; ++c) {
        double sum = 0;
        for (std::size_t k = 0; k < 5; ++k)
          sum += static_cast<double>(weights.at(q, k)) * values.at(k, c);
        CHECK(std::abs(sum - static_cast<double>(context.at(q, c))) < 1e-6);
      }
    }
  }
}

TEST_CASE("a run holds exactly the memory that was foretold", "[run]") {
  const Transformer transformer = tiny_transformer();
  const Facts& config = transformer.facts();
  for (const bool everything : {false, true}) {
    INFO("everything " << everything);
    const auto selection = everything ? select_everything(config) : TraceSelection{};
    const auto foretold = run_memory(config, kOne, selection);
    REQUIRE(foretold.has_value());
    const Run run = run_to_end(transformer, {kIds, kTypes, kOne}, selection);
    CHECK(run.memory().scratch == foretold->scratch);
    CHECK(run.memory().trace == foretold->trace);
    CHECK((foretold->trace != 0) == everything);
  }
}

TEST_CASE("threads cost exactly the memory that was foretold", "[run][threads]") {
  const Transformer transformer = tiny_transformer();
  Threads threads(3);
  const Run run = run_to_end(transformer, {kIds, kTypes, kTwo}, {}, &threads);
  CHECK(run.memory().scratch == run_memory(transformer.facts(), kTwo, {}, 3).value().scratch);
}

TEST_CASE("the memory formula has no term in T squared but the trace", "[run]") {
  Facts config = tiny_config();
  config.position_rows = 1 << 12;
  const auto scratch = [&](std::size_t tokens) {
    return run_memory(config, std::vector<std::size_t>{tokens}, {}).value().scratch;
  };
  CHECK(scratch(4096) - scratch(2048) == 2 * (scratch(2048) - scratch(1024)));
}

TEST_CASE("each pooling is what it says", "[run]") {
  for (const Pooling pooling : {Pooling::kMean, Pooling::kCls, Pooling::kMax}) {
    Facts config = tiny_config();
    config.pooling = pooling;
    config.normalize = false;
    TraceSelection last_hidden;
    last_hidden.hidden = {false, false, true};
    const Transformer transformer = tiny_transformer(config);
    const Run run = run_to_end(transformer, {kIds, kTypes, kOne}, last_hidden);
    const ConstMatrix hidden = run.trace().of_layer(2, Part::kHidden);
    for (std::size_t c = 0; c < 8; ++c) {
      double mean = 0;
      float largest = hidden.at(0, c);
      for (std::size_t t = 0; t < 5; ++t) {
        mean += hidden.at(t, c) / 5.0;
        largest = std::max(largest, hidden.at(t, c));
      }
      const float expected = pooling == Pooling::kMean  ? static_cast<float>(mean)
                             : pooling == Pooling::kCls ? hidden.at(0, c)
                                                        : largest;
      CHECK(std::abs(run.embeddings().at(0, c) - expected) < 1e-6f);
    }
  }
}

TEST_CASE("sequences laid end to end equal one by one, bit for bit", "[run]") {
  const Transformer transformer = tiny_transformer();
  const Run together = run_to_end(transformer, {kIds, kTypes, kTwo});
  std::size_t first = 0;
  for (std::size_t s = 0; s < 2; ++s) {
    const Run alone = run_to_end(transformer, {std::span(kIds).subspan(first, kTwo[s]),
                                               std::span(kTypes).subspan(first, kTwo[s]),
                                               {&kTwo[s], 1}});
    CHECK(std::memcmp(alone.embeddings().data, together.embeddings().row(s).data(),
                      8 * sizeof(float)) == 0);
    first += kTwo[s];
  }
}

}  // namespace
}  // namespace attnscope::test
