// The toy translator that the page shows, which really translates: its tokens, attentions and
// sentences against transformers.
#include <catch2/catch_test_macros.hpp>

#include "decoders.h"
#include "text/tokenizer.h"

namespace attnscope::test {
namespace {

std::filesystem::path model() {
  return data_dir().parent_path() / "web" / "public" / "translator" / "done";
}

Json golden() {
  const auto text = read_text(data_dir() / "golden" / "translator" / "cases.json");
  REQUIRE(text.has_value());
  return parse_json(*text, "cases.json").value();
}

TEST_CASE("the toy translator equals transformers", "[parity][golden][decoder]") {
  const auto transformer = load_transformer(model());
  REQUIRE(transformer.has_value());
  const Facts& facts = transformer->facts();
  double attention = 0, logits = 0;
  const Json json = golden();
  for (const Json& entry : json.at("cases")) {
    INFO(entry.at("id").get<std::string>());
    const TensorFile tensors(data_dir() / "golden" / "translator" /
                             entry.at("tensors").get<std::string>());
    const Run source =
        run_ids(*transformer, entry.at("ids").get<Ids>(), everything(facts, Stack::kEncoder));
    const Ids target = entry.at("target_ids").get<Ids>(), labels = entry.at("labels").get<Ids>();
    Decoding decoding = begin_decoding(*transformer, source.hidden(), target.size());
    const Run run = run_ids(*transformer, target, everything(facts, Stack::kDecoder), &decoding);
    const auto compare = [&](const Run& from, Stack stack, Site site, const char* name) {
      attention = std::max(
          attention,
          of_heads(from.trace(), facts, {stack, 0, site, 0, Part::kWeights}, tensors.floats(name)));
    };
    compare(source, Stack::kEncoder, Site::kSelf, "encoder_attentions");
    compare(run, Stack::kDecoder, Site::kSelf, "decoder_attentions");
    compare(run, Stack::kDecoder, Site::kCross, "cross_attentions");
    const ConstMatrix ours = run.trace().find({Stack::kDecoder, 0, Site::kSelf, 0, Part::kLogits});
    const auto expected = tensors.floats("label_logits");
    for (std::size_t t = 0; t < labels.size(); ++t) {
      const float logit = ours.at(t, static_cast<std::size_t>(labels[t]));
      logits =
          std::max(logits, std::abs(static_cast<double>(logit) - static_cast<double>(expected[t])));
    }
  }
  WARN("parity, toy translator: attention " << attention << ", logits " << logits);
  CHECK(attention < 2e-6);  // the reference's own float32: 7e-7
  CHECK(logits < 4e-5);     // 1e-5
}

TEST_CASE("the toy translator writes what transformers writes with it", "[golden][decoder]") {
  const auto transformer = load_transformer(model());
  REQUIRE(transformer.has_value());
  const Json json = golden();
  REQUIRE(json.at("generations").size() == 24);
  for (const Json& entry : json.at("generations")) {
    INFO(entry.at("id").get<std::string>() << ", " << entry.at("text").get<std::string>());
    CHECK(write(*transformer, model(), entry).ids == entry.at("generated").get<Ids>());
  }
}

TEST_CASE("the toy translator's sentences are cut as transformers cuts them", "[golden][decoder]") {
  const auto text = read_text(model() / "tokenizer.json");
  REQUIRE(text.has_value());
  const auto tokenizer = Tokenizer::from_json(*text);
  REQUIRE(tokenizer.has_value());
  const Json json = golden();
  for (const Json& entry : json.at("cases")) {
    const auto sentence = entry.at("text").get<std::string>();
    INFO(sentence);
    const auto encoding = tokenizer->encode(sentence, std::nullopt, 64);
    REQUIRE(encoding.has_value());
    CHECK(encoding->ids == entry.at("ids").get<Ids>());
  }
}

}  // namespace
}  // namespace attnscope::test
