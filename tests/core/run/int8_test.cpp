// Precision int8 on the real model: how far from the reference, in how many bytes.
#include <catch2/catch_test_macros.hpp>

#include "golden.h"

namespace attnscope::test {
namespace {

constexpr double kAttention = 0.02;
constexpr double kCosine = 1e-4;
constexpr std::uint64_t kBytes = 27'000'000;

std::filesystem::path goldens() { return data_dir() / "golden" / "minilm"; }

// 1 - cosine of two unit vectors, from their difference: 1 - a.b would cancel.
double cosine_distance(std::span<const float> a, std::span<const float> b) {
  double squares = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    squares += std::pow(static_cast<double>(a[i]) - b[i], 2);
  return std::isnan(squares) ? HUGE_VAL : squares / 2;
}

// max |weights - reference| over every row of every head that the golden file has.
double attention_distance(const Trace& trace, const TensorFile& golden, const Sample& sample) {
  const Facts& facts = minilm_int8().facts();
  const std::size_t heads = facts.first().layers * facts.first().heads;
  const std::size_t tokens = sample.ids.size();
  const bool whole = sample.kind == "full";
  const auto expected = golden.floats(whole ? "attentions" : "attention_rows");
  std::vector<std::int32_t> positions;
  if (!whole) positions = golden.ints("positions");
  const std::size_t rows = whole ? tokens : positions.size();
  REQUIRE(expected.size() == heads * rows * tokens);
  double largest = 0;
  for (std::size_t i = 0; i < heads; ++i) {
    for (std::size_t r = 0; r < rows; ++r) {
      const std::size_t row = whole ? r : static_cast<std::size_t>(positions[r]);
      const float* at = expected.data() + (i * rows + r) * tokens;
      largest = std::max(
          largest,
          distance(trace.head(i / facts.first().heads, i % facts.first().heads, Part::kWeights)
                       .row_block(row, 1),
                   at));
    }
  }
  return largest;
}

TEST_CASE("int8: attention and embeddings of every case stay near the reference",
          "[int8][golden]") {
  double attention = 0, cosine = 0;
  std::size_t count = 0;
  for (const Sample& sample : samples(goldens())) {
    INFO(sample.id);
    const TensorFile golden(goldens() / sample.tensors);
    const Run run = run_sample(minilm_int8(), sample, select_everything(minilm_int8().facts()));
    attention = std::max(attention, attention_distance(run.trace(), golden, sample));
    cosine = std::max(
        cosine, cosine_distance(run.embeddings().row(0), golden.floats("sentence_embedding")));
    ++count;
  }
  WARN("int8, " << count << " cases: attention " << attention << ", 1 - cosine " << cosine);
  CHECK(count == 15);
  CHECK(attention < kAttention);
  CHECK(cosine < kCosine);
}

TEST_CASE("int8: the weights take at most 27 MB, and the floats are given back", "[int8][golden]") {
  CHECK(minilm_int8().tensors().bytes() < kBytes);
  CHECK(minilm_int8().tensors().bytes() * 3 < minilm().tensors().bytes());
}

TEST_CASE("int8: a batch equals its sequences one by one, bit for bit", "[int8][golden]") {
  const auto all = samples(goldens());
  std::vector<std::int32_t> ids, types;
  std::vector<std::size_t> lengths;
  for (const Sample& sample : all) {
    ids.insert(ids.end(), sample.ids.begin(), sample.ids.end());
    types.insert(types.end(), sample.types.begin(), sample.types.end());
    lengths.push_back(sample.ids.size());
  }
  const Run together = run_to_end(minilm_int8(), {ids, types, lengths});
  for (std::size_t s = 0; s < all.size(); ++s) {
    INFO(all[s].id);
    const Run alone = run_sample(minilm_int8(), all[s]);
    CHECK(std::memcmp(alone.embeddings().data, together.embeddings().row(s).data(),
                      alone.embeddings().cols * sizeof(float)) == 0);
  }
}

TEST_CASE("int8: keeping everything changes no number", "[int8][golden]") {
  const Sample sample = samples(goldens()).front();
  const Run plain = run_sample(minilm_int8(), sample);
  const Run traced = run_sample(minilm_int8(), sample, select_everything(minilm_int8().facts()));
  CHECK(std::memcmp(plain.embeddings().data, traced.embeddings().data,
                    plain.embeddings().cols * sizeof(float)) == 0);
}

TEST_CASE("int8: a run holds exactly the memory that was foretold", "[int8][golden]") {
  const Sample sample = samples(goldens()).front();
  const std::size_t length = sample.ids.size();
  const auto foretold = run_memory(minilm_int8().facts(), {&length, 1}, {});
  REQUIRE(foretold.has_value());
  const Run run = run_sample(minilm_int8(), sample);
  CHECK(run.memory().scratch == foretold->scratch);
}

}  // namespace
}  // namespace attnscope::test
