// Broken and hostile files of BPE and Unigram, and texts made to cost much.
#include "support.h"

#include <catch2/matchers/catch_matchers_string.hpp>

#include "support/stage_files.h"
#include "text/normalizer/character_map.h"

namespace attnscope::test {
namespace {

using Catch::Matchers::ContainsSubstring;

struct Hostile {
  const char* from;
  const char* to;
  ErrorCode code;
  const char* names;  // what the message must hold
};

constexpr auto kBad = ErrorCode::kBadModel;
constexpr auto kNo = ErrorCode::kUnsupported;

void check_refused(std::string_view file, const Hostile& hostile) {
  INFO(hostile.from << "  ->  " << hostile.to);
  const std::string changed = replaced(file, hostile.from, hostile.to);
  REQUIRE_FALSE(changed.empty());
  const auto refused = Tokenizer::from_json(changed);

  REQUIRE_FALSE(refused.has_value());
  CHECK_THAT(refused.error().message, ContainsSubstring(hostile.names));
  CHECK(code_name(refused.error().code) == code_name(hostile.code));
  CHECK(refused.error().message.size() < 400);
}

TEST_CASE("a broken key of a BPE file is an error that names it", "[text][hostile]") {
  const Hostile list[] = {
      {"\"dropout\": null", "\"dropout\": 0.1", kNo, "model.dropout is 0.1"},
      {"\"continuing_subword_prefix\": \"\"", "\"continuing_subword_prefix\": \"##\"", kNo,
       "model.continuing_subword_prefix is \"##\""},
      {"\"end_of_word_suffix\": \"\"", "\"end_of_word_suffix\": \"</w>\"", kNo,
       "model.end_of_word_suffix"},
      {"\"ignore_merges\": false", "\"ignore_merges\": 1", kBad, "model.ignore_merges is 1"},
      {"\"fuse_unk\": false", "\"fuse_unk\": \"no\"", kBad, "model.fuse_unk"},
      {"\"unk_token\": null", "\"unk_token\": 3", kBad, "model.unk_token is 3"},
      {"\"unk_token\": null", "\"unk_token\": \"?\"", kBad, "model.unk_token is \"?\""},
      {"\"merges\": [", "\"merges\": {}, \"other\": [", kBad, "model.merges is an object"},
      {"\"merges\": [", "\"other\": [", kBad, "model.merges is missing"},
      {"[\"a\", \"b\"]", "[\"a\"]", kBad, "model.merges[0]"},
      {"[\"Ġ\", \"ab\"]]", "[\"Ġ\"]]", kBad, "model.merges[7]"},
      {"[\"a\", \"b\"]", "[\"a\", \"b\", \"c\"]", kBad, "model.merges[0]"},
      {"[\"a\", \"b\"]", "[\"a\", 1]", kBad, "model.merges[0] holds 1"},
      {"[\"a\", \"b\"]", "[\"a\", [\"b\"]]", kBad, "model.merges[0]"},
      {"[\"a\", \"b\"]", "\"ab\"", kBad, "model.merges[0] holds \"ab\""},
      {"[\"a\", \"b\"]", "\"a b c\"", kBad, "model.merges[0]"},
      {"[\"a\", \"b\"]", "5", kBad, "model.merges[0] holds 5"},
      {"[\"a\", \"b\"]", "[\"a\", \"x\"]", kBad, "does not hold \"x\""},
      {"[\"a\", \"b\"]", "[\"b\", \"a\"]", kBad, "does not hold \"ba\""},
      {"\"ab\": 11", "\"ab\": 12", kBad, "model.vocab"},
      {"\"ab\": 11", "\"ab\": 11, \"ab\": 19", kBad, "the key \"ab\" occurs twice"},
      {"\"ab\": 11", "\"ab\": {\"x\": 1}", kBad, "model.vocab[\"ab\"] is an object"},
      {"\"use_regex\": true", "\"use_regex\": 1", kBad, "pre_tokenizer.use_regex is 1"},
      {"{\"type\": \"ByteLevel\"", "{\"type\": \"Digits\"", kNo,
       "pre_tokenizer.type is \"Digits\""},
      {"{\"type\": \"ByteLevel\"", "{\"type\": \"Split\", \"pattern\": {\"Regex\": \"(a+)+$\"}",
       kNo, "pre_tokenizer.pattern is \"(a+)+$\""},
      {"\"normalizer\": null", "\"normalizer\": {\"type\": \"NFKC\"}", kNo,
       "normalizer.type is \"NFKC\""},
      {"\"RobertaProcessing\"", "\"Other\"", kNo, "post_processor.type is \"Other\""},
      {"\"cls\": [\"<s>\", 0]", "\"cls\": [\"<s>\", 99]", kBad, "post_processor.cls"},
      {"\"trim_offsets\": true, \"add_prefix_space\": false}",
       "\"trim_offsets\": 2, \"add_prefix_space\": false}", kBad,
       "post_processor.trim_offsets is 2"},
  };
  for (const Hostile& hostile : list) check_refused(kTinyBpe, hostile);
}

TEST_CASE("a broken key of a Unigram file is an error that names it", "[text][hostile]") {
  const Hostile list[] = {
      {"\"unk_id\": 0", "\"unk_id\": null", kNo, "model.unk_id is missing"},
      {"\"unk_id\": 0", "\"unk_id\": 14", kBad, "model.unk_id is 14"},
      {"\"unk_id\": 0", "\"unk_id\": -1", kBad, "model.unk_id is -1"},
      {"\"byte_fallback\": false", "\"byte_fallback\": 0", kBad, "model.byte_fallback is 0"},
      {"\"vocab\": [", "\"vocab\": [], \"other\": [", kBad, "model.vocab"},
      {"\"vocab\": [", "\"vocab\": {}, \"other\": [", kBad, "model.vocab is an object"},
      {"[\"a\", -2.0]", "[\"a\"]", kBad, "model.vocab[5] is no pair"},
      {"[\"a\", -2.0]", "[\"a\", \"b\"]", kBad, "model.vocab[5] holds \"b\""},
      {"[\"a\", -2.0]", "[1, -2.0]", kBad, "model.vocab[5] holds 1"},
      {"[\"a\", -2.0]", "[\"a\", -2.0, 1]", kBad, "model.vocab[5] holds 1"},
      {"[\"a\", -2.0]", "\"a\"", kBad, "model.vocab[5] holds \"a\""},
      {"[\"a\", -2.0]", "[[\"a\", -2.0]]", kBad, "model.vocab[5]"},
      {"\"replacement\": \"▁\"", "\"replacement\": \"ab\"", kBad, "pre_tokenizer.replacement"},
      {"\"replacement\": \"▁\"", "\"replacement\": \"\"", kBad, "pre_tokenizer.replacement"},
      {"\"always\"", "\"sometimes\"", kBad, "prepend_scheme is \"sometimes\""},
      {"\"always\"", "\"always\", \"add_prefix_space\": false", kBad,
       "as add_prefix_space is false"},
      {"\"String\": \"``\"", "\"String\": \"\"", kBad, "normalizer.normalizers[0].pattern"},
      {"\"String\": \"``\"", "\"Regex\": \"\\\\s+\"", kNo,
       "normalizer.normalizers[0].pattern.Regex"},
      {"\"content\": \"\\\"\"", "\"content\": 5", kBad, "normalizer.normalizers[0].content is 5"},
      {"CAAAAAAAAAAAAAAA", "CAAAAAAA*AAA", kBad, "normalizers[4].precompiled_charsmap"},
      {"CAAAAAAAAAAAAAAA", "", kBad, "normalizers[4].precompiled_charsmap"},
      {"CAAAAAAAAAAAAAAA", "/////wAAAAAA", kBad, "normalizers[4].precompiled_charsmap"},
      {"\"NFKD\"", "\"NFC\"", kNo, "normalizers[1].type is \"NFC\""},
  };
  for (const Hostile& hostile : list) check_refused(kTinyUnigram, hostile);
}

TEST_CASE("a BPE or Unigram file cut at any byte is refused", "[text][hostile]") {
  for (const std::string_view file : {kTinyBpe, kTinyUnigram}) {
    std::size_t accepted = 0;
    for (std::size_t bytes = 0; bytes < file.size(); ++bytes) {
      accepted += Tokenizer::from_json(file.substr(0, bytes)).has_value();
    }
    CHECK(accepted == 0);
  }
}

TEST_CASE("a file with any one byte changed is refused or still makes tokens of the text",
          "[text][hostile]") {
  for (const std::string_view original : {kTinyBpe, kTinyUnigram}) {
    std::size_t broken = 0;
    for (std::size_t at = 0; at < original.size(); ++at) {
      for (const char byte : {'0', '"', '}', '\xFF'}) {
        std::string file(original);
        file[at] = byte;
        const auto tokenizer = Tokenizer::from_json(file);
        if (!tokenizer) continue;
        const auto encoding = tokenizer->encode(" abc <mask>  ab\u00e9\u00e9 x", "aab", 512);
        if (!encoding) continue;
        for (std::size_t i = 0; i < encoding->ids.size(); ++i) {
          broken += encoding->starts[i] > encoding->ends[i] || encoding->ends[i] > 19;
          broken += encoding->ids[i] < 0 ||
                    static_cast<std::size_t>(encoding->ids[i]) >= tokenizer->vocabulary_size();
        }
      }
    }
    CHECK(broken == 0);
  }
}

TEST_CASE("a table of characters that leads anywhere is searched without harm", "[text][hostile]") {
  std::uint32_t state = 7;
  const auto draw = [&] { return state = state * 1664525u + 1013904223u; };
  for (int i = 0; i < 2000; ++i) {
    std::string table{static_cast<char>(64), 0, 0, 0};
    for (int byte = 0; byte < 64; ++byte) table += static_cast<char>(draw() >> 24);
    table += "x\xC3\xA9";
    const auto map = CharacterMap::make(table);
    REQUIRE(map.has_value());
    Characters text, out;
    for (std::uint32_t at = 0; at < 64; ++at) text.push_back({draw() >> 24, at});
    map->apply(text.span(), out);
    for (const Character& character : out) CHECK(character.source < 64);
  }
}

TEST_CASE("one word of a million letters and a million blanks are cut whole", "[text]") {
  const Tokenizer bpe = must_load(kTinyBpe), unigram = must_load(kTinyUnigram);
  const std::size_t million = 1'000'000;

  CHECK(must_encode(bpe, std::string(million, 'a')).total == million / 4 + 2);
  CHECK(must_encode(bpe, std::string(million, ' ')).total == million + 2);
  CHECK(must_encode(unigram, std::string(million, 'a')).total > million / 2);
  CHECK(must_encode(unigram, std::string(million, ' ')).total == 3);
  CHECK(must_encode(unigram, std::string(million, 'z')).total == 4);
}

}  // namespace
}  // namespace attnscope::test
