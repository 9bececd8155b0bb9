// Byte-level BPE and Unigram in every form that is read, against the reference:
// golden/generate/stages.py says how the texts are drawn, and draws them alike.
#include "draws.h"
#include "support.h"

namespace attnscope::test {
namespace {

std::vector<std::uint32_t> flat_offsets(const Encoding& encoding) {
  std::vector<std::uint32_t> flat;
  for (const auto& [start, end] : offsets_of(encoding)) flat.insert(flat.end(), {start, end});
  return flat;
}

TEST_CASE("byte-level BPE and Unigram give the reference's tokens on 5,000 texts a setting",
          "[text][golden]") {
  const Json models = golden("tokenizers/models.json"), cases = golden("tokenizers/stages.json");
  const auto count = cases["count"].get<std::size_t>(), block = cases["block"].get<std::size_t>();
  const auto texts = drawn_texts(cases["fragments"], count);
  REQUIRE(count >= 5000);
  REQUIRE(cases["settings"].size() >= 26);

  for (const Json& setting : cases["settings"]) {
    INFO(setting["name"].get<std::string>());
    const Tokenizer tokenizer = must_load(file_of(setting, models));
    Hash hash;
    std::size_t wrong = 0, first_wrong = 0;
    for (std::size_t at = 0; at < count; ++at) {
      const bool has_pair = at % 4 == 3 && at + 1 < count && !texts[at + 1].empty();
      const Encoding encoding =
          must_encode(tokenizer, texts[at],
                      has_pair ? std::optional<std::string_view>(texts[at + 1]) : std::nullopt);
      const auto offsets = flat_offsets(encoding);
      hash.add_list(encoding.ids);
      hash.add_list(offsets);
      hash.add_list(encoding.words);
      hash.add_list(encoding.types);
      if (at < setting["texts"].size()) {
        INFO("text " << at << ": " << Json(texts[at]).dump());
        const Json& expected = setting["texts"][at];
        CHECK(encoding.ids == expected["i"].get<std::vector<std::int32_t>>());
        CHECK(offsets == expected["o"].get<std::vector<std::uint32_t>>());
        CHECK(encoding.words == expected["w"].get<std::vector<std::int32_t>>());
        CHECK(encoding.types == expected["y"].get<std::vector<std::int32_t>>());
      }
      if (at % block != block - 1) continue;
      if (hash.text() != setting["blocks"][at / block].get<std::string>() && wrong++ == 0) {
        first_wrong = at / block;
      }
      hash = {};
    }
    INFO("the first wrong block of " << block << " texts is " << first_wrong);
    CHECK(wrong == 0);
  }
}

TEST_CASE("a class of tokenizer_config.json makes the stages anew by its settings",
          "[text][golden]") {
  const Json models = golden("tokenizers/models.json"), cases = golden("tokenizers/stages.json");
  const auto texts = drawn_texts(cases["fragments"], 40);
  const auto setting_of = [&](std::string_view name) -> const Json& {
    for (const Json& setting : cases["settings"]) {
      if (setting["name"] == name) return setting;
    }
    FAIL("there is no setting " << name);
    return cases;
  };
  const struct {
    const char* file;
    const char* config;
    const char* gives;
  } changes[] = {
      {"RoBERTa", R"({"tokenizer_class": "RobertaTokenizerFast", "add_prefix_space": true})",
       "RoBERTa, add_prefix_space"},
      {"RoBERTa, add_prefix_space", R"({"tokenizer_class": "RobertaTokenizer"})", "RoBERTa"},
      {"RoBERTa",
       R"({"tokenizer_class": "RobertaTokenizer", "add_prefix_space": true, "trim_offsets": false})",
       "RoBERTa, offsets with blanks"},
      {"RoBERTa", R"({"tokenizer_class": "GPT2Tokenizer", "add_prefix_space": true})",
       "RoBERTa, a prefix that the processor does not know"},
      {"XLM-R", R"({"tokenizer_class": "AlbertTokenizer"})", "ALBERT"},
      {"XLM-R",
       R"({"tokenizer_class": "PreTrainedTokenizerFast", "add_prefix_space": false, "do_lower_case": true})",
       "XLM-R"},
  };
  for (const auto& [file, config, gives] : changes) {
    INFO(file << " with " << config);
    const auto settings = read_tokenizer_settings(config);
    REQUIRE(settings.has_value());
    const auto tokenizer = Tokenizer::from_json(file_of(setting_of(file), models), *settings);
    REQUIRE(tokenizer.has_value());
    const Json& expected = setting_of(gives)["texts"];
    REQUIRE(expected.size() == 40);
    for (std::size_t at = 0; at < expected.size(); ++at) {
      const bool has_pair = at % 4 == 3 && at + 1 < texts.size() && !texts[at + 1].empty();
      if (at % 4 == 3 && !has_pair) continue;
      const Encoding encoding =
          must_encode(*tokenizer, texts[at],
                      has_pair ? std::optional<std::string_view>(texts[at + 1]) : std::nullopt);
      CHECK(encoding.ids == expected[at]["i"].get<std::vector<std::int32_t>>());
      CHECK(flat_offsets(encoding) == expected[at]["o"].get<std::vector<std::uint32_t>>());
    }
  }
}

}  // namespace
}  // namespace attnscope::test
