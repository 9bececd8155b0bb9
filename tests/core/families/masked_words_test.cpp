// The words that masks stand for, family by family, against transformers; and what is held of
// layers that share their weights.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "../run/golden.h"
#include "base/json.h"
#include "blocks/masked_words.h"

namespace attnscope::test {
namespace {

// The reference's own float32 is at most 6e-6 away from these numbers, which float64 computed.
constexpr double kLogits = 2e-5;

std::filesystem::path folder_of(const std::string& name) {
  return data_dir() / "golden" / "families" / name;
}

struct MaskedCase {
  Sample sample;
  std::vector<std::size_t> masks;
  Json candidates;
};

std::vector<MaskedCase> masked_cases(const std::filesystem::path& folder) {
  std::vector<MaskedCase> found;
  const auto text = read_text(folder / "cases.json");
  REQUIRE(text.has_value());
  const Json json = parse_json(*text, "cases.json").value();
  for (const Sample& sample : samples(folder)) {
    for (const Json& entry : json.at("cases")) {
      if (entry.at("id") != sample.id || entry.at("masks").empty() || !entry.contains("candidates"))
        continue;
      found.push_back(
          {sample, entry.at("masks").get<std::vector<std::size_t>>(), entry.at("candidates")});
    }
  }
  return found;
}

TEST_CASE("the words that masks stand for equal transformers'", "[parity][golden][family]") {
  const auto name = GENERATE(Catch::Generators::as<std::string>{}, "bert", "bert-f16", "bert-bf16",
                             "bert-untied", "distilbert", "distilbert-relu", "electra",
                             "electra-same-width", "roberta", "roberta-silu", "albert");
  const auto folder = folder_of(name);
  const auto transformer = load_transformer(folder / "model");
  REQUIRE(transformer.has_value());
  double largest = 0, probability = 0;
  std::size_t masks = 0;
  for (const auto& [sample, places, candidates] : masked_cases(folder)) {
    INFO(name << " " << sample.id);
    const auto expected = TensorFile(folder / sample.tensors).floats("mask_logits");
    const Run run = run_sample(*transformer, sample);
    const std::size_t words = transformer->facts().vocabulary;
    REQUIRE(expected.size() == places.size() * words);
    for (std::size_t m = 0; m < places.size(); ++m, ++masks) {
      const auto logits = run.word_logits(places[m]);
      REQUIRE(logits.has_value());
      REQUIRE(logits->size() == words);
      largest = std::max(
          largest, distance(ConstMatrix(logits->data(), 1, words), expected.data() + m * words));
      const auto found = likeliest(logits->span(), candidates[m].size());
      REQUIRE(found.size() == candidates[m].size());
      for (std::size_t i = 0; i < found.size(); ++i) {
        CHECK(found[i].id == candidates[m][i].at("id").get<std::int32_t>());
        probability = std::max(
            probability,
            std::abs(found[i].probability - candidates[m][i].at("probability").get<double>()));
      }
    }
  }
  WARN("masked words, tiny " << name << ": logits " << largest << ", probabilities " << probability
                             << ", of " << masks << " masks");
  CHECK(masks > 0);
  CHECK(largest < kLogits);
  CHECK(probability < 1e-5);
}

TEST_CASE("as integers a tiny model's masks stand for nearly the same", "[int8][golden][family]") {
  const auto name = GENERATE(Catch::Generators::as<std::string>{}, "bert", "distilbert", "electra",
                             "roberta", "albert");
  const auto folder = folder_of(name);
  const auto plain = load_transformer(folder / "model");
  const auto integers = load_transformer(folder / "model", Precision::kInt8);
  REQUIRE((plain.has_value() && integers.has_value()));
  double largest = 0;
  for (const auto& [sample, places, candidates] : masked_cases(folder)) {
    const Run run = run_sample(*plain, sample), other = run_sample(*integers, sample);
    for (const std::size_t place : places) {
      const auto a = run.word_logits(place), b = other.word_logits(place);
      REQUIRE((a.has_value() && b.has_value()));
      largest = std::max(largest, distance(ConstMatrix(a->data(), 1, a->size()), b->data()));
    }
  }
  WARN("masked words as integers, tiny " << name << ": logits " << largest);
  CHECK(largest > 0);
  CHECK(largest < 0.25);  // of logits of up to 10
}

TEST_CASE("a model without the answer says so", "[family]") {
  const auto transformer = load_transformer(folder_of("bert-bare") / "model");
  REQUIRE(transformer.has_value());
  const auto sample = samples(folder_of("bert-bare")).front();
  const Run run = run_sample(*transformer, sample);
  const auto logits = run.word_logits(0);
  REQUIRE(!logits.has_value());
  CHECK(logits.error().code == ErrorCode::kUnsupported);
}

TEST_CASE("a word is asked of a finished run and of a token that is there", "[family]") {
  const auto transformer = load_transformer(folder_of("bert") / "model");
  REQUIRE(transformer.has_value());
  const auto sample = samples(folder_of("bert")).front();
  const std::size_t length = sample.ids.size();
  auto run = Run::begin(*transformer, {sample.ids, sample.types, {&length, 1}}, {});
  REQUIRE(run.has_value());
  CHECK(run->word_logits(0).error().code == ErrorCode::kInvalidState);
  while (run->step().value()) {
  }
  CHECK(run->word_logits(length).error().code == ErrorCode::kBadInput);
  CHECK(run->word_logits(length - 1).has_value());
}

TEST_CASE("layers that share their weights are held once, and each is found by its number",
          "[family]") {
  const auto transformer = load_transformer(folder_of("albert") / "model");
  REQUIRE(transformer.has_value());
  const Tensors& tensors = transformer->tensors();
  std::uint64_t first = 0, all = 0;
  for (const char* name : {"attention.query.weight", "feedForward.out.weight"}) {
    std::vector<std::vector<float>> values;
    for (const std::string layer : {"layers.0.", "layers.1.", "layers.2."}) {
      const auto found = tensors.parameter(layer + name, std::nullopt);
      REQUIRE(found.has_value());
      values.emplace_back(found->values.begin(), found->values.end());
    }
    CHECK(values[0] == values[1]);
    CHECK(values[0] == values[2]);
    first += values[0].size();
    all += 3 * values[0].size();
  }
  // Were layers counted each, these two matrices alone would add as much again.
  const std::uint64_t file =
      std::filesystem::file_size(folder_of("albert") / "model" / "model.safetensors");
  CHECK(tensors.bytes() < file);
  CHECK(all > first);
}

}  // namespace
}  // namespace attnscope::test
