// The numbers of the reference implementation, for every case that has tensors:
// attention within 1e-5, hidden states within 3e-5, embeddings within 1e-6.
#include <catch2/catch_test_macros.hpp>

#include "golden.h"

namespace attnscope::test {
namespace {

constexpr double kAttention = 1e-5;
constexpr double kHidden = 3e-5;
constexpr double kEmbedding = 1e-6;

struct Maxima {
  double attention = 0, hidden = 0, embedding = 0;
};

std::filesystem::path minilm_goldens() { return data_dir() / "golden" / "minilm"; }

void compare_full(const Transformer& transformer, const std::filesystem::path& folder,
                  const Sample& sample, Maxima& maxima) {
  INFO(sample.id);
  const Facts& config = transformer.facts();
  const TensorFile golden(folder / sample.tensors);
  const Run run = run_sample(transformer, sample, select_everything(config));
  const std::size_t tokens = sample.ids.size();

  const auto attentions = golden.floats("attentions");
  REQUIRE(attentions.size() == config.first().layers * config.first().heads * tokens * tokens);
  for (std::size_t i = 0; i < config.first().layers * config.first().heads; ++i) {
    const double d = distance(
        run.trace().head(i / config.first().heads, i % config.first().heads, Part::kWeights),
        attentions.data() + i * tokens * tokens);
    maxima.attention = std::max(maxima.attention, d);
  }
  const auto hidden = golden.floats("hidden_states");
  REQUIRE(hidden.size() == (config.first().layers + 1) * tokens * config.width);
  for (std::size_t i = 0; i <= config.first().layers; ++i) {
    const double d =
        distance(run.trace().of_layer(i, Part::kHidden), hidden.data() + i * tokens * config.width);
    maxima.hidden = std::max(maxima.hidden, d);
  }
  const auto embedding = golden.floats("sentence_embedding");
  maxima.embedding = std::max(maxima.embedding, distance(run.embeddings(), embedding.data()));
}

TEST_CASE("every full case of all-MiniLM-L6-v2 equals the reference", "[parity][golden]") {
  Maxima maxima;
  std::size_t count = 0;
  for (const Sample& sample : samples(minilm_goldens())) {
    if (sample.kind != "full") continue;
    compare_full(minilm(), minilm_goldens(), sample, maxima);
    ++count;
  }
  WARN("parity, " << count << " cases of all-MiniLM-L6-v2: attention " << maxima.attention
                  << ", hidden " << maxima.hidden << ", embedding " << maxima.embedding);
  CHECK(count == 13);
  CHECK(maxima.attention < kAttention);
  CHECK(maxima.hidden < kHidden);
  CHECK(maxima.embedding < kEmbedding);
}

TEST_CASE("the long cases of all-MiniLM-L6-v2 equal the reference where it was kept",
          "[parity][golden]") {
  const Facts& config = minilm().facts();
  Maxima maxima;
  std::size_t count = 0;
  for (const Sample& sample : samples(minilm_goldens())) {
    if (sample.kind == "full") continue;
    ++count;
    INFO(sample.id);
    const TensorFile golden(minilm_goldens() / sample.tensors);
    const Run run = run_sample(minilm(), sample, select_everything(config));
    const std::size_t tokens = sample.ids.size();
    const auto positions = golden.ints("positions");
    const auto attention_rows = golden.floats("attention_rows");
    const auto column_means = golden.floats("attention_column_mean");
    const auto hidden_rows = golden.floats("hidden_rows");

    for (std::size_t i = 0; i < config.first().layers * config.first().heads; ++i) {
      const ConstMatrix weights =
          run.trace().head(i / config.first().heads, i % config.first().heads, Part::kWeights);
      for (std::size_t p = 0; p < positions.size(); ++p) {
        const ConstMatrix row = weights.row_block(static_cast<std::size_t>(positions[p]), 1);
        const double d = distance(row, attention_rows.data() + (i * positions.size() + p) * tokens);
        maxima.attention = std::max(maxima.attention, d);
      }
      for (std::size_t key = 0; key < tokens; ++key) {
        double mean = 0;
        for (std::size_t query = 0; query < tokens; ++query) {
          mean += weights.at(query, key) / static_cast<double>(tokens);
        }
        maxima.attention =
            std::max(maxima.attention, std::abs(mean - column_means[i * tokens + key]));
      }
    }
    for (std::size_t i = 0; i <= config.first().layers; ++i) {
      for (std::size_t p = 0; p < positions.size(); ++p) {
        const ConstMatrix row = run.trace()
                                    .of_layer(i, Part::kHidden)
                                    .row_block(static_cast<std::size_t>(positions[p]), 1);
        const double d =
            distance(row, hidden_rows.data() + (i * positions.size() + p) * config.width);
        maxima.hidden = std::max(maxima.hidden, d);
      }
    }
    const auto embedding = golden.floats("sentence_embedding");
    maxima.embedding = std::max(maxima.embedding, distance(run.embeddings(), embedding.data()));
  }
  WARN("parity, " << count << " long cases: attention " << maxima.attention << ", hidden "
                  << maxima.hidden << ", embedding " << maxima.embedding);
  CHECK(count == 2);
  CHECK(maxima.attention < kAttention);
  CHECK(maxima.hidden < kHidden);
  CHECK(maxima.embedding < kEmbedding);
}

TEST_CASE("every step of every layer equals the reference's", "[parity][golden]") {
  const Facts& config = minilm().facts();
  const auto all = samples(minilm_goldens());
  const auto sample = std::ranges::find(all, "p01", &Sample::id);
  REQUIRE(sample != all.end());
  const TensorFile golden(minilm_goldens() / "steps" / "p01.safetensors");
  const Run run = run_sample(minilm(), *sample, select_everything(config));
  const std::size_t tokens = sample->ids.size();

  double vectors = 0, scores = 0, scaled = 0, weights = 0;
  for (std::size_t layer = 0; layer < config.first().layers; ++layer) {
    const std::string prefix = "layer" + std::to_string(layer) + ".";
    const auto compare = [&](const char* name, Part part, double& largest) {
      const auto expected = golden.floats(prefix + name);
      for (std::size_t head = 0; head < config.first().heads; ++head) {
        const ConstMatrix ours = run.trace().head(layer, head, part);
        REQUIRE(expected.size() == config.first().heads * ours.rows * ours.cols);
        largest = std::max(largest, distance(ours, expected.data() + head * ours.rows * ours.cols));
      }
    };
    compare("q", Part::kQueries, vectors);
    compare("k", Part::kKeys, vectors);
    compare("v", Part::kValues, vectors);
    compare("z_heads", Part::kContext, vectors);
    compare("scores_raw", Part::kScores, scores);
    compare("scores_scaled", Part::kScaled, scaled);
    compare("probs", Part::kWeights, weights);
    REQUIRE(distance(run.trace().of_layer(layer + 1, Part::kHidden),
                     golden.floats(prefix + "out").data()) < kHidden);
  }
  const double embedded =
      distance(run.trace().of_layer(0, Part::kHidden), golden.floats("emb.ln").data());
  WARN("parity, steps of p01: embedding output " << embedded << ", q k v context " << vectors
                                                 << ", scores " << scores << ", scaled " << scaled
                                                 << ", weights " << weights);
  CHECK(tokens == 15);
  CHECK(embedded < 5e-6);
  CHECK(vectors < kHidden);
  // A score sums d products of numbers up to 10, so it carries d times their error.
  CHECK(scores < 32 * kHidden);
  CHECK(scaled < 32 * kHidden / std::sqrt(32.0));
  CHECK(weights < kAttention);
}

// Rows of the weights are queries: the reference's p01 has "it" (10) looking at
// "animal" (2) with 0.64 in layer 3, head 1, and the transposed pair far lower.
TEST_CASE("the coreference head is where the reference has it, row = query", "[parity][golden]") {
  const auto all = samples(minilm_goldens());
  const auto sample = std::ranges::find(all, "p01", &Sample::id);
  REQUIRE(sample != all.end());
  const Run run = run_sample(minilm(), *sample, select_everything(minilm().facts()));
  const ConstMatrix weights = run.trace().head(3, 1, Part::kWeights);
  CHECK(std::abs(weights.at(10, 2) - 0.640f) < 0.001f);
  CHECK(weights.at(2, 10) < 0.3f);
}

TEST_CASE(
    "a batch without padding equals the padded reference, and its sequences one by one bit for bit",
    "[parity][golden]") {
  const Facts& config = minilm().facts();
  const TensorFile golden(minilm_goldens() / "batch.safetensors");
  const auto padded_ids = golden.ints("input_ids");
  const auto mask = golden.ints("attention_mask");
  const auto last_hidden = golden.floats("sentence_embedding");
  constexpr std::size_t kSequences = 5;
  const std::size_t columns = padded_ids.size() / kSequences;

  std::vector<std::int32_t> ids;
  std::vector<std::size_t> lengths(kSequences, 0);
  for (std::size_t i = 0; i < padded_ids.size(); ++i) {
    if (mask[i] == 0) continue;
    ids.push_back(padded_ids[i]);
    ++lengths[i / columns];
  }
  const std::vector<std::int32_t> types(ids.size(), 0);
  const Run together = run_to_end(minilm(), {ids, types, lengths});

  CHECK(distance(together.embeddings(), last_hidden.data()) < kEmbedding);
  std::size_t first = 0;
  for (std::size_t s = 0; s < kSequences; ++s) {
    const auto part = std::span(ids).subspan(first, lengths[s]);
    const Run alone =
        run_to_end(minilm(), {part, std::span(types).first(lengths[s]), {&lengths[s], 1}});
    CHECK(std::memcmp(alone.embeddings().data, together.embeddings().row(s).data(),
                      config.width * sizeof(float)) == 0);
    first += lengths[s];
  }
}

TEST_CASE("other models equal the reference", "[parity][golden]") {
  const auto folder = data_dir() / "golden" / "more-models" / "bge-small-zh-v1.5";
  const auto transformer = load_transformer(model_dir().parent_path() / "bge-small-zh-v1.5");
  if (!transformer) {
    WARN("not compared: the weights of bge-small-zh-v1.5 are not beside the default model");
    return;
  }
  Maxima maxima;
  for (const Sample& sample : samples(folder)) compare_full(*transformer, folder, sample, maxima);
  WARN("parity, bge-small-zh-v1.5: attention " << maxima.attention << ", hidden " << maxima.hidden
                                               << ", embedding " << maxima.embedding);
  CHECK(maxima.attention < kAttention);
  CHECK(maxima.hidden < kHidden);
  CHECK(maxima.embedding < kEmbedding);
}

}  // namespace
}  // namespace attnscope::test
