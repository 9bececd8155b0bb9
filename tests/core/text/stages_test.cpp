// Byte-level BPE and Unigram in every form that is read, against the reference:
// golden/generate/stages.py says how the texts are drawn, and draws them alike.
#include "support.h"

#include <cstdint>
#include <cstdio>

namespace attnscope::test {
namespace {

class Draws {
 public:
  explicit Draws(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t bound) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>((state_ >> 33) % bound);
  }

 private:
  std::uint64_t state_;
};

std::vector<std::string> drawn_texts(const Json& fragments, std::size_t count) {
  Draws draws(12);
  std::vector<std::string> texts(count);
  for (std::string& text : texts) {
    // The reference's generator asks for the number of fragments before the first of them.
    const std::size_t parts = draws.below(17);
    for (std::size_t i = 0; i < parts; ++i) {
      text += fragments[draws.below(fragments.size())].get_ref<const std::string&>();
    }
  }
  return texts;
}

struct Hash {
  std::uint64_t state = 0xCBF29CE484222325u;
  void add(std::uint32_t value) { state = (state ^ value) * 0x100000001B3u; }
  template <class T>
  void add_list(const std::vector<T>& list) {
    add(static_cast<std::uint32_t>(list.size()));
    for (const T value : list) add(static_cast<std::uint32_t>(value));
  }
  std::string text() const {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(state));
    return digits;
  }
};

std::vector<std::uint32_t> flat_offsets(const Encoding& encoding) {
  std::vector<std::uint32_t> flat;
  for (const auto& [start, end] : offsets_of(encoding)) flat.insert(flat.end(), {start, end});
  return flat;
}

// The file of a setting, as the generator put it together.
std::string file_of(const Json& setting, const Json& models) {
  Json file = setting["file"];
  Json model = models[setting["model"].get<std::string>()];
  for (const auto& [key, value] : setting["change"].items()) model[key] = value;
  if (setting["pairs"].get<bool>() && model.contains("merges")) {
    for (Json& merge : model["merges"]) {
      const auto text = merge.get<std::string>();
      const auto blank = text.find(' ');
      merge = Json::array({text.substr(0, blank), text.substr(blank + 1)});
    }
  }
  file["model"] = std::move(model);
  return file.dump();
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
