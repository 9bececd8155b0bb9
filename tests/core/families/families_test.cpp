// Tiny models with random weights, family by family, against transformers: every layer, head and
// token, and the words it expects where the mask stands.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <numeric>

#include "../run/golden.h"

namespace attnscope::test {
namespace {

// Beside each, how far the reference's own float32 is from these numbers, which float64 computed.
constexpr double kAttention = 3e-6;  // 8e-7
constexpr double kHidden = 1e-5;     // 4e-6
constexpr double kEmbedding = 1e-6;  // 2e-7
constexpr double kVectors = 2e-5;    // 5e-6: queries, keys, values
constexpr double kScores = 1e-4;     // 3e-5
constexpr double kLogits = 2e-5;     // 6e-6

struct Maxima {
  double attention = 0, hidden = 0, embedding = 0, vectors = 0, scores = 0, logits = 0;
};

// The largest difference in one part of all heads, which lie one after the other in the file.
double of_heads(const Run& run, const Facts& facts, Part part, const std::vector<float>& expected) {
  double largest = 0;
  const float* at = expected.data();
  for (std::size_t i = 0; i < facts.first().layers * facts.first().heads; ++i) {
    const ConstMatrix ours =
        run.trace().head(i / facts.first().heads, i % facts.first().heads, part);
    const std::size_t left = static_cast<std::size_t>(expected.data() + expected.size() - at);
    REQUIRE((ours.data != nullptr && ours.rows * ours.cols <= left));
    largest = std::max(largest, distance(ours, at));
    at += ours.rows * ours.cols;
  }
  REQUIRE(at == expected.data() + expected.size());
  return largest;
}

// The logits of these rows, which lie one after the other in the file.
double of_logits(const Run& run, const std::vector<std::size_t>& rows,
                 const std::vector<float>& expected) {
  double largest = 0;
  const std::size_t words = expected.size() / rows.size();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto logits = run.word_logits(rows[i]);
    REQUIRE(logits.has_value());
    REQUIRE(logits->size() == words);
    const ConstMatrix ours(logits->data(), 1, words);
    largest = std::max(largest, distance(ours, expected.data() + i * words));
  }
  return largest;
}

void compare(const Transformer& transformer, const std::filesystem::path& folder,
             const Sample& sample, Maxima& maxima) {
  INFO(folder.string() << " " << sample.id);
  const auto raise = [](double& maximum, double value) { maximum = std::max(maximum, value); };
  const Facts& facts = transformer.facts();
  const TensorFile golden(folder / sample.tensors);
  const Run run = run_sample(transformer, sample, select_everything(facts));
  const std::size_t tokens = sample.ids.size();

  raise(maxima.attention, of_heads(run, facts, Part::kWeights, golden.floats("attentions")));
  const auto states = golden.floats("hidden_states");
  REQUIRE(states.size() == (facts.first().layers + 1) * tokens * facts.width);
  for (std::size_t i = 0; i <= facts.first().layers; ++i) {
    const float* expected = states.data() + i * tokens * facts.width;
    raise(maxima.hidden, distance(run.trace().of_layer(i, Part::kHidden), expected));
  }
  const auto embedding = golden.floats("sentence_embedding");
  raise(maxima.embedding, distance(run.embeddings(), embedding.data()));
  if (golden.has("mask_logits"))
    raise(maxima.logits, of_logits(run, sample.masks, golden.floats("mask_logits")));
  // One case of the larger models has the steps too.
  if (!golden.has("scores")) return;
  raise(maxima.vectors, of_heads(run, facts, Part::kQueries, golden.floats("queries")));
  raise(maxima.vectors, of_heads(run, facts, Part::kKeys, golden.floats("keys")));
  raise(maxima.vectors, of_heads(run, facts, Part::kValues, golden.floats("values")));
  // A key's bias shows here alone: softmax forgets it.
  raise(maxima.scores, of_heads(run, facts, Part::kScores, golden.floats("scores")));
  std::vector<std::size_t> all(tokens);
  std::iota(all.begin(), all.end(), std::size_t{0});
  raise(maxima.logits, of_logits(run, all, golden.floats("logits")));
}

TEST_CASE("a family's tiny model equals transformers", "[parity][golden][family]") {
  const auto name = GENERATE(Catch::Generators::as<std::string>{}, "bert", "distilbert", "electra",
                             "roberta", "albert", "bert-f16", "bert-bf16", "bert-untied",
                             "bert-bare", "distilbert-relu", "electra-same-width", "roberta-silu");
  const auto folder = data_dir() / "golden" / "families" / name;
  const auto transformer = load_transformer(folder / "model");
  REQUIRE(transformer.has_value());
  Maxima maxima;
  for (const Sample& sample : samples(folder)) compare(*transformer, folder, sample, maxima);
  WARN("parity, tiny " << name << ": attention " << maxima.attention << ", hidden " << maxima.hidden
                       << ", embedding " << maxima.embedding << ", logits " << maxima.logits
                       << ", q k v " << maxima.vectors << ", scores " << maxima.scores);
  CHECK(maxima.attention < kAttention);
  CHECK(maxima.hidden < kHidden);
  CHECK(maxima.embedding < kEmbedding);
  CHECK(maxima.logits < kLogits);
  CHECK(maxima.vectors < kVectors);
  CHECK(maxima.scores < kScores);
}

// Positions, pooling and attention begin anew with every sequence, whatever a family counts from.
TEST_CASE("a family's texts in one batch give transformers' embeddings", "[golden][family]") {
  const auto name = GENERATE(Catch::Generators::as<std::string>{}, "bert", "distilbert", "electra",
                             "roberta", "albert");
  const auto folder = data_dir() / "golden" / "families" / name;
  const auto transformer = load_transformer(folder / "model");
  REQUIRE(transformer.has_value());
  const auto texts = samples(folder);
  std::vector<std::int32_t> ids, types;
  std::vector<std::size_t> lengths;
  for (const Sample& sample : texts) {
    ids.insert(ids.end(), sample.ids.begin(), sample.ids.end());
    types.insert(types.end(), sample.types.begin(), sample.types.end());
    lengths.push_back(sample.ids.size());
  }
  const Run run = run_to_end(*transformer, {ids, types, lengths});
  for (std::size_t i = 0; i < texts.size(); ++i) {
    INFO(name << " " << texts[i].id);
    const auto expected = TensorFile(folder / texts[i].tensors).floats("sentence_embedding");
    CHECK(distance(run.embeddings().row_block(i, 1), expected.data()) < kEmbedding);
  }
}

}  // namespace
}  // namespace attnscope::test
