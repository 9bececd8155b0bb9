// generation_config.json and config.json's own keys: what is obeyed, and what is refused by name.
#include "model/generation_settings.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

using namespace attnscope;
using Catch::Matchers::ContainsSubstring;

namespace {

Result<GenerationSettings> read(std::string_view generation, std::string_view config = "{}") {
  return read_generation_settings(generation, parse_json(config, "config.json").value());
}

}  // namespace

TEST_CASE("generation: the keys of a published translator are read", "[model][generation]") {
  const auto settings = read(R"({
    "_from_model_config": true, "bad_words_ids": [[65000]], "bos_token_id": 0,
    "decoder_start_token_id": 65000, "eos_token_id": 0, "forced_eos_token_id": 0,
    "max_length": 512, "num_beams": 4, "pad_token_id": 65000, "renormalize_logits": true,
    "transformers_version": "4.32.0.dev0", "use_cache": true, "early_stopping": null})");
  REQUIRE(settings);
  CHECK(settings->bad_words == std::vector<Ids>{{65000}});
  CHECK(settings->start == Ids{65000});
  CHECK(settings->ends == Ids{0});
  CHECK(settings->forced_last == Ids{0});
  CHECK(settings->max_length == 512);
  CHECK(settings->beams == 4);
  CHECK(settings->renormalizes);
  CHECK(settings->early_stopping == GenerationSettings::EarlyStopping::kNo);
  CHECK(settings->check(65001));
  CHECK(settings->check(65000).error().code == ErrorCode::kBadInput);
}

TEST_CASE("generation: its own file comes before config.json", "[model][generation]") {
  const auto settings = read(R"({"num_beams": 2, "eos_token_id": [1, 2]})",
                             R"({"num_beams": 5, "max_length": 40, "early_stopping": "never"})");
  REQUIRE(settings);
  CHECK(settings->beams == 2);
  CHECK(settings->max_length == 40);
  CHECK(settings->ends == Ids{1, 2});
  CHECK(settings->early_stopping == GenerationSettings::EarlyStopping::kNever);
  CHECK(read("", R"({"num_beams": 5})")->beams == 5);
}

TEST_CASE("generation: what would change the text and is not done is refused by name",
          "[model][generation]") {
  const std::string entry =
      GENERATE(as<std::string>{}, R"("num_beam_groups": 2)", R"("typical_p": 0.9)",
               R"("min_p": 0.1)", R"("penalty_alpha": 0.6)", R"("force_words_ids": [[3]])",
               R"("guidance_scale": 2.5)", R"("stop_strings": ["x"])",
               R"("watermarking_config": {"a": 1})", R"("num_return_sequences": 3)");
  const auto settings = read("{" + entry + "}");
  REQUIRE(!settings);
  CHECK(settings.error().code == ErrorCode::kUnsupported);
  CHECK_THAT(settings.error().message, ContainsSubstring("generation_config.json") &&
                                           ContainsSubstring(entry.substr(0, entry.find(':'))));
}

TEST_CASE("generation: the same keys at rest are passed over", "[model][generation]") {
  CHECK(read(R"({"num_beam_groups": 1, "diversity_penalty": 0.0, "typical_p": 1.0,
                 "encoder_no_repeat_ngram_size": 0, "guidance_scale": null, "min_p": null,
                 "constraints": null, "stop_strings": [], "remove_invalid_values": false,
                 "num_return_sequences": 1, "output_scores": true, "anything_else": 7})"));
}

TEST_CASE("generation: values of a wrong type are refused, and say what was expected",
          "[model][generation]") {
  const std::string entry =
      GENERATE(as<std::string>{}, R"("num_beams": -1)", R"("num_beams": 2.5)",
               R"("num_beams": 100000)", R"("max_length": "long")", R"("temperature": "hot")",
               R"("do_sample": 1)", R"("eos_token_id": [[1]])", R"("eos_token_id": -1)",
               R"("bad_words_ids": [1])", R"("bad_words_ids": [[]])", R"("bad_words_ids": 3)",
               R"("early_stopping": "maybe")", R"("suppress_tokens": [1e30])", R"("seed": 1e300)");
  const auto settings = read("{" + entry + "}");
  REQUIRE(!settings);
  CHECK(settings.error().code == ErrorCode::kBadModel);
  CHECK_THAT(settings.error().message, ContainsSubstring("expected"));
}

TEST_CASE("generation: what is out of bounds is refused before it is used", "[model][generation]") {
  const std::string entry = GENERATE(
      as<std::string>{}, R"("num_beams": 0)", R"("num_beams": 11)", R"("temperature": 0)",
      R"("temperature": -1)", R"("top_p": 0)", R"("top_p": 1.5)", R"("repetition_penalty": 0)",
      R"("num_beams": 2, "do_sample": true)", R"("eos_token_id": 10)",
      R"("bad_words_ids": [[1, 10]])", R"("forced_bos_token_id": [1, 2])");
  const auto settings = read("{" + entry + "}");
  REQUIRE(settings);
  const auto checked = settings->check(10);
  REQUIRE(!checked);
  CHECK(checked.error().code == ErrorCode::kBadInput);
}

TEST_CASE("generation: a file that is no JSON object is refused", "[model][generation]") {
  for (const char* text : {"[]", "3", "{", "\xff"}) CHECK(!read(text));
}
