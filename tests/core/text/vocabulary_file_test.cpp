// A vocab.txt in place of tokenizer.json, against what BertTokenizerFast makes of it.
#include "support.h"

#include <algorithm>

namespace attnscope::test {
namespace {

// The default model's vocabulary as a vocab.txt.
std::string own_vocabulary() {
  const auto& tokenizer = minilm_tokenizer();
  std::string lines;
  for (std::size_t id = 0; id < tokenizer.vocabulary_size(); ++id) {
    lines += std::string(tokenizer.piece(static_cast<std::int32_t>(id))) + '\n';
  }
  return lines;
}

Tokenizer must_make(const VocabularyFiles& files) {
  auto tokenizer = Tokenizer::from_vocabulary(files);
  INFO((tokenizer ? "" : tokenizer.error().message));
  REQUIRE(tokenizer.has_value());
  return std::move(*tokenizer);
}

Error refusal(const VocabularyFiles& files) {
  const auto tokenizer = Tokenizer::from_vocabulary(files);
  REQUIRE_FALSE(tokenizer.has_value());
  return tokenizer.error();
}

constexpr std::string_view kSmall = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\ncat\n##s\n";

}  // namespace

TEST_CASE("a vocab.txt reads texts as BertTokenizerFast does, whatever stands beside it") {
  const Json reference = golden("vocab-txt/cases.json");
  const std::string own = own_vocabulary();
  for (const Json& setting : reference["settings"]) {
    INFO("with " << setting["name"].get<std::string>());
    const std::string vocabulary =
        setting["vocabulary"].is_null() ? own : setting["vocabulary"].get<std::string>();
    const auto config = setting["config"].get<std::string>();
    const auto special = setting["special"].get<std::string>();
    const auto added = setting["added"].get<std::string>();
    const Tokenizer tokenizer = must_make({vocabulary, config, special, added});
    for (std::size_t i = 0; i < reference["texts"].size(); ++i) {
      const auto text = reference["texts"][i].get<std::string>();
      INFO("text " << i << ": " << text);
      const Json& expected = setting["cases"][i];
      const Encoding encoding = must_encode(tokenizer, text, "the cat");
      CHECK(encoding.ids == expected["ids"].get<std::vector<std::int32_t>>());
      CHECK(encoding.types == expected["types"].get<std::vector<std::int32_t>>());
      Offsets offsets;
      for (std::size_t j = 0; j < expected["offsets"].size(); j += 2) {
        offsets.emplace_back(expected["offsets"][j].get<std::uint32_t>(),
                             expected["offsets"][j + 1].get<std::uint32_t>());
      }
      CHECK(offsets_of(encoding) == offsets);
    }
  }
}

TEST_CASE("a vocab.txt without settings is the default model's tokenizer on every stress text") {
  const std::string own = own_vocabulary();
  const Tokenizer tokenizer = must_make({own, {}, {}, {}});
  const std::string lines = must_read(data_dir() / "golden" / "minilm" / "stress.jsonl");
  std::size_t count = 0;
  for (std::size_t at = 0; at < lines.size(); ++count) {
    const std::size_t end = std::min(lines.find('\n', at), lines.size());
    const Json line = must_parse(std::string_view(lines).substr(at, end - at));
    CHECK(must_encode(tokenizer, line["t"].get<std::string>()).ids ==
          line["i"].get<std::vector<std::int32_t>>());
    at = end + 1;
  }
  CHECK(count == 1200);
}

TEST_CASE("a vocab.txt that cannot be read is refused by name") {
  const struct {
    VocabularyFiles files;
    ErrorCode code;
    std::string_view message;
  } wrong[] = {
      {{"[UNK]\n[CLS]\nthe", {}, {}, {}}, ErrorCode::kBadModel, "does not hold \"[SEP]\""},
      {{"", {}, {}, {}}, ErrorCode::kBadModel, "vocab.txt does not hold \"[UNK]\""},
      {{"[UNK]\n\xFF", {}, {}, {}}, ErrorCode::kBadModel, "not UTF-8 at byte 6"},
      {{kSmall, "[]", {}, {}}, ErrorCode::kBadModel, "tokenizer_config.json must be"},
      {{kSmall, "{", {}, {}}, ErrorCode::kBadModel, "tokenizer_config.json"},
      {{kSmall, {}, "[1", {}}, ErrorCode::kBadModel, "special_tokens_map.json"},
      {{kSmall, {}, {}, "7"}, ErrorCode::kBadModel, "added_tokens.json must be"},
      {{kSmall, {}, {}, R"({"x": "y"})"}, ErrorCode::kBadModel, "added_tokens.json: \"x\""},
      {{kSmall, R"({"do_lower_case": 1})", {}, {}}, ErrorCode::kBadModel, "\"do_lower_case\" is 1"},
      {{kSmall, R"({"unk_token": 3})", {}, {}}, ErrorCode::kBadModel, "unk_token: 3 is no token"},
      {{kSmall, R"({"unk_token": "<unk>"})", {}, {}}, ErrorCode::kBadModel, "\"<unk>\", the unk"},
      {{kSmall, R"({"added_tokens_decoder": {"x": {}}})", {}, {}}, ErrorCode::kBadModel, "by ids"},
      {{kSmall, R"({"added_tokens_decoder": [1]})", {}, {}}, ErrorCode::kBadModel, "by ids"},
      {{kSmall, R"({"tokenizer_class": "MPNetTokenizerFast"})", {}, {}},
       ErrorCode::kUnsupported,
       "\"MPNetTokenizer\""},
      {{kSmall, R"({"tokenizer_class": "BertJapaneseTokenizer"})", {}, {}},
       ErrorCode::kUnsupported,
       "\"BertJapaneseTokenizer\""},
      {{kSmall, R"({"do_basic_tokenize": false})", {}, {}},
       ErrorCode::kUnsupported,
       "\"do_basic_tokenize\" is false"},
      {{kSmall, R"({"never_split": ["cat"]})", {}, {}}, ErrorCode::kUnsupported, "\"never_split\""},
  };
  for (const auto& [files, code, message] : wrong) {
    INFO(message);
    const Error error = refusal(files);
    CHECK(error.code == code);
    INFO(error.message);
    CHECK(error.message.find(message) != std::string::npos);
  }
}

}  // namespace attnscope::test
