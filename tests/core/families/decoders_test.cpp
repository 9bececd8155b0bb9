// Tiny models with a decoder and random weights, family by family, against transformers: both
// attentions, hidden states and logits of given targets, the same numbers word by word, and what is
// written by every way of choosing.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "decoders.h"

namespace attnscope::test {
namespace {

std::filesystem::path folder_of(const std::string& name) {
  return data_dir() / "golden" / "families" / name;
}

std::string any_family() {
  return GENERATE(Catch::Generators::as<std::string>{}, "marian", "marian-relu-f16", "bart", "t5",
                  "t5-v1.1", "gpt2", "gpt2-inverse");
}

Json cases_of(const std::string& name) {
  const auto text = read_text(folder_of(name) / "cases.json");
  REQUIRE(text.has_value());
  return parse_json(*text, "cases.json").value();
}

// How far transformers' own float32 is from these numbers, which float64 computed: the largest of
// the parts whose names end so. Ours may be four times as far: twice, and twice that where multiply
// and add round one after the other (T5 1.1's logits on simd128: 6e-5, the reference 2e-5).
double noise_of(const Json& json, std::initializer_list<std::string_view> endings) {
  double noise = 0;
  for (const auto& [part, value] : json.at("about").at("float32_noise").items()) {
    for (const std::string_view ending : endings) {
      if (part.ends_with(ending)) noise = std::max(noise, value.get<double>());
    }
  }
  REQUIRE(noise > 0);
  return noise;
}

struct Maxima {
  double attention = 0, hidden = 0, vectors = 0, scores = 0, logits = 0;
};

void compare_stack(const Run& run, const Facts& facts, Stack stack, const TensorFile& golden,
                   const std::string& before, Maxima& maxima) {
  const auto raise = [](double& maximum, double value) { maximum = std::max(maximum, value); };
  const bool is_decoder = stack == Stack::kDecoder;
  const auto heads = [&](Site site, Part part, const std::string& name, bool unseen = false) {
    return of_heads(run.trace(), facts, {stack, 0, site, 0, part}, golden.floats(name), unseen);
  };
  raise(maxima.attention, heads(Site::kSelf, Part::kWeights, before + "attentions"));
  const auto states = golden.floats(before + "hidden_states");
  for (std::size_t i = 0; i <= facts.stack(stack).layers; ++i) {
    const ConstMatrix ours =
        run.trace().find({stack, static_cast<std::uint16_t>(i), Site::kSelf, 0, Part::kHidden});
    REQUIRE((i + 1) * ours.rows * ours.cols <= states.size());
    raise(maxima.hidden, distance(ours, states.data() + i * ours.rows * ours.cols));
  }
  if (is_decoder) {
    const ConstMatrix logits = run.trace().find({stack, 0, Site::kSelf, 0, Part::kLogits});
    const auto expected = golden.floats("logits");
    REQUIRE(logits.rows * logits.cols == expected.size());
    raise(maxima.logits, distance(logits, expected.data()));
  }
  const bool has_cross = is_decoder && facts.has_both();
  if (has_cross) raise(maxima.attention, heads(Site::kCross, Part::kWeights, "cross_attentions"));
  if (!golden.has(before + "scores")) return;
  const auto steps = [&](Site site, const std::string& prefix) {
    raise(maxima.vectors, heads(site, Part::kQueries, prefix + "queries"));
    raise(maxima.vectors, heads(site, Part::kKeys, prefix + "keys"));
    raise(maxima.vectors, heads(site, Part::kValues, prefix + "values"));
    const bool unseen = is_decoder && site == Site::kSelf;
    raise(maxima.scores, heads(site, Part::kScores, prefix + "scores", unseen));
  };
  steps(Site::kSelf, before);
  if (has_cross) steps(Site::kCross, "cross_");
}

TEST_CASE("a tiny model with a decoder equals transformers", "[parity][golden][decoder]") {
  const std::string name = any_family();
  const auto transformer = load_transformer(folder_of(name) / "model");
  REQUIRE(transformer.has_value());
  const Facts& facts = transformer->facts();
  Maxima maxima;
  const Json json = cases_of(name);
  for (const Json& entry : json.at("cases")) {
    INFO(name << " " << entry.at("id").get<std::string>());
    const TensorFile golden(folder_of(name) / entry.at("tensors").get<std::string>());
    const Ids ids = entry.at("ids").get<Ids>();
    if (!facts.has_both()) {
      const Run run = run_ids(*transformer, ids, everything(facts, Stack::kDecoder));
      compare_stack(run, facts, Stack::kDecoder, golden, "", maxima);
      continue;
    }
    const Run source = run_ids(*transformer, ids, everything(facts, Stack::kEncoder));
    compare_stack(source, facts, Stack::kEncoder, golden, "encoder_", maxima);
    const Ids target = entry.at("target_ids").get<Ids>();
    Decoding decoding = begin_decoding(*transformer, source.hidden(), target.size());
    const Run run = run_ids(*transformer, target, everything(facts, Stack::kDecoder), &decoding);
    compare_stack(run, facts, Stack::kDecoder, golden, "decoder_", maxima);
  }
  WARN("parity, tiny " << name << ": attention " << maxima.attention << ", hidden " << maxima.hidden
                       << ", logits " << maxima.logits << ", q k v " << maxima.vectors
                       << ", scores " << maxima.scores);
  CHECK(maxima.attention < 4 * noise_of(json, {"attentions"}));
  CHECK(maxima.hidden < 4 * noise_of(json, {"hidden_states"}));
  CHECK(maxima.logits < 4 * noise_of(json, {"logits"}));
  CHECK(maxima.vectors < 4 * noise_of(json, {"queries", "keys", "values"}));
  CHECK(maxima.scores < 4 * noise_of(json, {"scores"}));
}

std::vector<float> kept(const Run& run, Site site, std::uint16_t layer, std::uint16_t head,
                        std::size_t row) {
  const ConstMatrix weights =
      run.trace().find({Stack::kDecoder, layer, site, head, Part::kWeights});
  const auto of_row = weights.row(row);
  return {of_row.begin(), of_row.end()};
}

TEST_CASE("word by word gives the numbers of the whole target, to the last bit",
          "[golden][decoder]") {
  const std::string name = any_family();
  const auto precision = GENERATE(Precision::kFloat32, Precision::kInt8);
  const auto transformer = load_transformer(folder_of(name) / "model", precision);
  REQUIRE(transformer.has_value());
  const Facts& facts = transformer->facts();
  const Json json = cases_of(name);
  for (const Json& entry : json.at("cases")) {
    INFO(name << " " << entry.at("id").get<std::string>());
    const Ids source_ids = entry.at("ids").get<Ids>();
    const Ids target = facts.has_both() ? entry.at("target_ids").get<Ids>() : source_ids;
    std::optional<Run> source;
    if (facts.has_both()) source = run_ids(*transformer, source_ids);
    const ConstMatrix output = source ? source->hidden() : ConstMatrix();
    const TraceSelection selection = everything(facts, Stack::kDecoder);

    Decoding at_once = begin_decoding(*transformer, output, target.size());
    const Run whole = run_ids(*transformer, target, selection, &at_once);
    // Room for one row, so that it has to grow.
    Decoding by_word = begin_decoding(*transformer, output, 1);
    for (std::size_t t = 0; t < target.size(); ++t) {
      const Run step = run_ids(*transformer, {target[t]}, selection, &by_word);
      REQUIRE(std::ranges::equal(step.hidden().row(0), whole.hidden().row(t)));
      std::vector<float> ours(facts.target_vocabulary), expected(facts.target_vocabulary);
      REQUIRE(step.next_word_logits(0, Matrix(ours.data(), 1, ours.size())));
      REQUIRE(whole.next_word_logits(t, Matrix(expected.data(), 1, expected.size())));
      CHECK(ours == expected);
      for (std::uint16_t l = 0; l < facts.decoder.layers; ++l) {
        for (std::uint16_t h = 0; h < facts.decoder.heads; ++h) {
          auto row = kept(whole, Site::kSelf, l, h, t);
          row.resize(t + 1);
          CHECK(kept(step, Site::kSelf, l, h, 0) == row);
          if (facts.has_both())
            CHECK(kept(step, Site::kCross, l, h, 0) == kept(whole, Site::kCross, l, h, t));
        }
      }
    }
    // A row that was forgotten is read again.
    by_word.cut(target.size() - 1);
    const Run again = run_ids(*transformer, {target.back()}, {}, &by_word);
    CHECK(std::ranges::equal(again.hidden().row(0), whole.hidden().row(target.size() - 1)));
  }
}

TEST_CASE("what a tiny model writes equals transformers', token by token", "[golden][decoder]") {
  const std::string name = any_family();
  const auto transformer = load_transformer(folder_of(name) / "model");
  REQUIRE(transformer.has_value());
  const Json json = cases_of(name);
  REQUIRE(json.at("generations").size() > 5);
  for (const Json& entry : json.at("generations")) {
    INFO(name << " " << entry.at("id").get<std::string>() << ", "
              << entry.at("category").get<std::string>());
    const Written ours = write(*transformer, folder_of(name) / "model", entry);
    CHECK(ours.ids == entry.at("generated").get<Ids>());
    if (ours.beams > 1) CHECK(std::abs(ours.score - entry.at("score").get<double>()) < 1e-4);
  }
}

}  // namespace
}  // namespace attnscope::test
