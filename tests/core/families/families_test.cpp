// Tiny models with random weights, family by family, against transformers: every layer, head and
// token.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "../run/golden.h"

namespace attnscope::test {
namespace {

// The reference's own float32 is at most 7e-7, 2e-6 and 2e-7 away from these numbers, which float64
// computed.
constexpr double kAttention = 3e-6;
constexpr double kHidden = 1e-5;
constexpr double kEmbedding = 1e-6;
constexpr double kVectors = 2e-5;  // q, k, v: 5e-6
constexpr double kScores = 1e-4;   // 3e-5

// Queries, keys, values and raw scores: a key's bias shows in the scores alone.
void compare_steps(const Trace& trace, const TensorFile& golden) {
  const auto compare = [&](const char* name, Matrix HeadTrace::* member, double tolerance) {
    INFO(name);
    const auto expected = golden.floats(name);
    const float* at = expected.data();
    for (const HeadTrace& head : trace.head) {
      const ConstMatrix ours = head.*member;
      REQUIRE(static_cast<std::size_t>(at - expected.data()) + ours.rows * ours.cols <=
              expected.size());
      CHECK(distance(ours, at) < tolerance);
      at += ours.rows * ours.cols;
    }
    CHECK(at == expected.data() + expected.size());
  };
  compare("queries", &HeadTrace::queries, kVectors);
  compare("keys", &HeadTrace::keys, kVectors);
  compare("values", &HeadTrace::values, kVectors);
  compare("scores", &HeadTrace::scores, kScores);
}

TEST_CASE("a family's tiny model equals transformers", "[parity][golden][family]") {
  const auto name = GENERATE(Catch::Generators::as<std::string>{}, "bert", "bert-f16", "bert-bf16");
  const auto folder = data_dir() / "golden" / "families" / name;
  const auto transformer = load_transformer(folder / "model");
  REQUIRE(transformer.has_value());
  const Facts& config = transformer->facts();
  double attention = 0, hidden = 0, embedding = 0;
  for (const Sample& sample : samples(folder)) {
    INFO(name << " " << sample.id);
    const TensorFile golden(folder / sample.tensors);
    const Run run = run_sample(*transformer, sample, select_everything(config));
    const std::size_t tokens = sample.ids.size();
    const auto attentions = golden.floats("attentions");
    REQUIRE(attentions.size() == config.layers * config.heads * tokens * tokens);
    for (std::size_t i = 0; i < config.layers * config.heads; ++i) {
      const float* expected = attentions.data() + i * tokens * tokens;
      attention = std::max(attention, distance(run.trace().head(i / config.heads, i % config.heads, Part::kWeights), expected));
    }
    if (golden.has("scores")) compare_steps(run.trace(), golden);
    const auto states = golden.floats("hidden_states");
    REQUIRE(states.size() == (config.layers + 1) * tokens * config.width);
    for (std::size_t i = 0; i <= config.layers; ++i) {
      const float* expected = states.data() + i * tokens * config.width;
      hidden = std::max(hidden, distance(run.trace().of_layer(i, Part::kHidden), expected));
    }
    embedding =
        std::max(embedding, distance(run.embeddings(), golden.floats("sentence_embedding").data()));
  }
  WARN("parity, tiny " << name << ": attention " << attention << ", hidden " << hidden
                       << ", embedding " << embedding);
  CHECK(attention < kAttention);
  CHECK(hidden < kHidden);
  CHECK(embedding < kEmbedding);
}

}  // namespace
}  // namespace attnscope::test
