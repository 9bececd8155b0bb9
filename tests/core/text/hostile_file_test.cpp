// Broken and hostile tokenizer.json files: each is a typed error that names the
// key, and the process and the next load are none the worse.
#include "support.h"

#include <unordered_map>

#include <catch2/matchers/catch_matchers_string.hpp>

namespace attnscope::test {
namespace {

using Catch::Matchers::ContainsSubstring;

struct Hostile {
  const char* from;  // in kSmallFile
  const char* to;
  ErrorCode code;
  const char* names;  // what the message must hold
};

constexpr auto kBad = ErrorCode::kBadModel;
constexpr auto kNo = ErrorCode::kUnsupported;

const Hostile kHostile[] = {
    // The vocabulary.
    {"\"un\": 5", "\"un\": 6", kBad, "model.vocab"},
    {"\"un\": 5", "\"un\": 1048589", kBad, "model.vocab[\"un\"] is 1048589"},
    {"\"un\": 5", "\"un\": -5", kBad, "model.vocab[\"un\"] is -5"},
    {"\"un\": 5", "\"un\": 5.0", kBad, "model.vocab[\"un\"] is 5.0"},
    {"\"un\": 5", "\"un\": \"5\"", kBad, "model.vocab[\"un\"]"},
    {"\"un\": 5", "\"un\": null", kBad, "model.vocab[\"un\"] is null"},
    {"\"un\": 5", "\"un\": [5]", kBad, "model.vocab[\"un\"] is an array"},
    {"\"un\": 5", "\"un\": 18446744073709551615", kBad, "model.vocab[\"un\"]"},
    {"\"un\": 5", "\"un\": 4294967301", kBad, "model.vocab[\"un\"]"},
    {"\"un\": 5", "\"un\": 1e400", kBad, "JSON"},
    {"\"un\": 5", "\"un\": 5, \"un\": 5", kBad, "\"un\""},
    {"\"vocab\": {", "\"vocab\": [], \"words\": {", kBad, "model.vocab is an array"},
    {"\"vocab\": {", "\"words\": {", kBad, "model.vocab is missing"},
    {"\"vocab\": {", "\"vocab\": {}, \"words\": {", kBad, "model.unk_token"},
    // The model's settings.
    {"\"[UNK]\": 1", "\"[unk]\": 1", kBad, "model.unk_token"},
    {"\"unk_token\": \"[UNK]\"", "\"unk_token\": 1", kBad, "model.unk_token is 1"},
    {"\"unk_token\": \"[UNK]\"", "\"unk_token\": \"<unk>\"", kBad, "\"<unk>\""},
    {"_subword_prefix\": \"##\"", "_subword_prefix\": null", kBad, "continuing_subword_prefix"},
    {"_per_word\": 100", "_per_word\": 1000000000000", kNo, "max_input_chars_per_word"},
    {"_per_word\": 100", "_per_word\": -1", kBad, "max_input_chars_per_word is -1"},
    {"_per_word\": 100", "_per_word\": 1.5", kBad, "max_input_chars_per_word"},
    {"_per_word\": 100", "_per_word\": \"100\"", kBad, "max_input_chars_per_word"},
    {"\"type\": \"WordPiece\"", "\"type\": \"WordLevel\"", kNo, "model.type is \"WordLevel\""},
    {"\"type\": \"WordPiece\"", "\"type\": \"BPE\"", kBad, "model.merges is missing"},
    {"\"type\": \"WordPiece\"", "\"type\": \"Unigram\"", kBad, "model.vocab is an object"},
    {"\"type\": \"WordPiece\"", "\"type\": 7", kBad, "model.type is 7"},
    {"\"model\": {", "\"model\": 3, \"other\": {", kBad, "model is 3"},
    {"\"model\": {", "\"model\": null, \"other\": {", kNo, "model is missing"},
    {"\"model\": {", "\"other\": {", kNo, "model is missing"},
    // The normaliser and the splitter.
    {"\"BertNormalizer\"", "\"Sequence\"", kBad, "normalizer.normalizers is missing"},
    {"\"BertNormalizer\"", "\"Sequence\", \"normalizers\": [5]", kBad,
     "normalizer.normalizers[0] is 5"},
    {"\"BertNormalizer\"", "\"Sequence\", \"normalizers\": [{\"type\": \"NFKC\"}]", kNo,
     "normalizer.normalizers[0].type is \"NFKC\""},
    {"\"BertNormalizer\"",
     "\"Sequence\", \"normalizers\": [{\"type\": \"StripAccents\"}, {\"type\": \"NFD\"}]", kNo,
     "normalizer.normalizers[1]"},
    {"\"BertNormalizer\"",
     "\"Sequence\", \"normalizers\": [{\"type\": \"NFD\"}, {\"type\": \"BertNormalizer\"}]", kNo,
     "normalizer.normalizers[1]"},
    {"\"BertNormalizer\"", "[]", kBad, "normalizer.type"},
    {"\"normalizer\": {", "\"normalizer\": null, \"other\": {", kNo, "normalizer is missing"},
    {"\"normalizer\": {", "\"normalizer\": \"bert\", \"other\": {", kBad, "normalizer"},
    {"\"lowercase\": true", "\"lowercase\": 1", kBad, "normalizer.lowercase is 1"},
    {"\"strip_accents\": null", "\"strip_accents\": \"no\"", kBad, "normalizer.strip_accents"},
    {"\"clean_text\": true", "\"clean_text\": {}", kBad, "normalizer.clean_text"},
    {"\"BertPreTokenizer\"", "\"Metaspace\"", kNo, "pre_tokenizer.type"},
    {"\"BertPreTokenizer\"", "\"Punctuation\"", kNo, "pre_tokenizer keeps blanks"},
    {"\"BertPreTokenizer\"", "\"Punctuation\", \"behavior\": \"Removed\"", kNo,
     "pre_tokenizer.behavior is \"Removed\""},
    {"\"BertPreTokenizer\"", "\"Sequence\", \"pretokenizers\": {}", kBad,
     "pre_tokenizer.pretokenizers is an object"},
    // Added tokens.
    {"\"added_tokens\": [", "\"added_tokens\": 5, \"other\": [", kBad, "added_tokens is 5"},
    {"\"added_tokens\": [", "\"added_tokens\": [null, ", kBad, "added_tokens[0] is null"},
    {"\"added_tokens\": [", "\"added_tokens\": [{}, ", kBad, "added_tokens[0].content"},
    {"\"id\": 4, \"content\": \"[MASK]\"", "\"id\": 4, \"content\": \"\"", kBad, ".content"},
    {"\"id\": 4, \"content\": \"[MASK]\"", "\"id\": 4, \"content\": 4", kBad, ".content is 4"},
    {"\"id\": 4, ", "\"id\": 5, ", kBad, "added_tokens[3].id is 5"},
    {"\"id\": 4, ", "\"id\": -4, ", kBad, "added_tokens[3].id is -4"},
    {"\"id\": 4, ", "\"id\": 99999999999, ", kBad, "added_tokens[3].id"},
    {"\"id\": 4, ", "", kBad, "added_tokens[3].id is missing"},
    {"\"added_tokens\": [", "\"added_tokens\": [{\"id\": 1, \"content\": \"[UNK]\"}, ", kBad,
     "\"[UNK]\" twice"},
    {"\"lstrip\": false", "\"lstrip\": \"yes\"", kBad, "added_tokens[3].lstrip"},
    {"\"lstrip\": false", "\"single_word\": 1", kBad, "added_tokens[3].single_word is 1"},
    {"\"added_tokens\": [",
     "\"added_tokens\": [{\"id\": 13, \"content\": \"\\u0301\", \"normalized\": true}, ", kNo,
     "normalized"},
    // The template.
    {"\"TemplateProcessing\"", "\"ByteLevel\"", kNo, "post_processor.type is \"ByteLevel\""},
    {"\"post_processor\": {", "\"post_processor\": [], \"other\": {", kBad, "post_processor"},
    {"\"single\": [", "\"single\": \"$A\", \"other\": [", kBad, "post_processor.single"},
    {"\"single\": [", "\"other\": [", kBad, "post_processor.single is missing"},
    {"\"single\": [", "\"single\": [{\"Sequence\": {\"id\": \"B\", \"type_id\": 0}}, ", kNo,
     "post_processor.single"},
    {"\"single\": [", "\"single\": [5, ", kBad, "post_processor.single[0] is 5"},
    {"\"single\": [", "\"single\": [{\"SpecialToken\": 5}, ", kBad, "post_processor.single[0]"},
    {"\"pair\": [", "\"pair\": [{\"Sequence\": {\"id\": \"A\", \"type_id\": 0}}, ", kNo,
     "post_processor.pair"},
    {"{\"id\": \"A\", \"type_id\": 0}", "{\"id\": \"C\", \"type_id\": 0}", kBad, "\"C\""},
    {"{\"id\": \"A\", \"type_id\": 0}", "{\"id\": \"A\", \"type_id\": -1}", kBad, "type_id is -1"},
    {"{\"id\": \"A\", \"type_id\": 0}", "{\"id\": \"A\"}", kBad, "type_id is missing"},
    {"{\"id\": \"A\", \"type_id\": 0}", "{\"id\": \"A\", \"type_id\": 1000}", kBad, "type_id"},
    {"\"[CLS]\": {\"id\": \"[CLS]\", \"ids\": [2]", "\"[CLX]\": {\"ids\": [2]", kBad, "\"[CLS]\""},
    {"\"ids\": [2]", "\"ids\": [13]", kBad, "special_tokens[\"[CLS]\"].ids holds 13"},
    {"\"ids\": [2]", "\"ids\": [-1]", kBad, "special_tokens[\"[CLS]\"].ids holds -1"},
    {"\"ids\": [2]", "\"ids\": 2", kBad, "special_tokens[\"[CLS]\"].ids is 2"},
    {"\"special_tokens\": {", "\"special_tokens\": [], \"other\": {", kBad, "special_tokens"},
    {"\"type\": \"TemplateProcessing\",", "\"type\": \"BertProcessing\", \"cls\": [\"[CLS]\", 99],",
     kBad, "post_processor.cls"},
};

TEST_CASE("a broken key is an error that names it", "[text][hostile]") {
  for (const Hostile& hostile : kHostile) {
    INFO(hostile.from << "  ->  " << hostile.to);
    const auto refused = Tokenizer::from_json(small_file_with(hostile.from, hostile.to));

    REQUIRE_FALSE(refused.has_value());
    CHECK_THAT(refused.error().message, ContainsSubstring(hostile.names));
    CHECK(code_name(refused.error().code) == code_name(hostile.code));
    CHECK(refused.error().message.size() < 400);
  }
}

TEST_CASE("a file that is no tokenizer.json at all is refused", "[text][hostile]") {
  const std::string deep(100'000, '[');
  const std::string_view files[] = {
      "",
      " ",
      "null",
      "[]",
      "42",
      "\"text\"",
      "{}",
      "{\"model\": {}}",
      deep,
      "<!DOCTYPE html><html><body>404 Not Found</body></html>",
      "version https://git-lfs.github.com/spec/v1\noid sha256:be50c\nsize 466247\n",
      "\xFF\xFE{\0}\0",
      "{\"model\": \"\xC3\x28\"}"};
  for (const auto file : files) {
    INFO("file: " << file.substr(0, 60));
    CHECK_FALSE(Tokenizer::from_json(file).has_value());
  }
}

TEST_CASE("a file cut at any byte is refused", "[text][hostile]") {
  std::size_t accepted = 0;
  for (std::size_t bytes = 0; bytes < kSmallFile.size(); ++bytes) {
    accepted += Tokenizer::from_json(kSmallFile.substr(0, bytes)).has_value();
  }

  CHECK(accepted == 0);
}

TEST_CASE("a file with any one byte changed is refused or still makes whole tokens",
          "[text][hostile]") {
  std::size_t broken = 0;
  for (std::size_t at = 0; at < kSmallFile.size(); ++at) {
    for (const char byte : {'0', '"', '}', '-', '\xFF'}) {
      std::string file(kSmallFile);
      file[at] = byte;
      const auto tokenizer = Tokenizer::from_json(file);
      if (!tokenizer) continue;
      const auto encoding = tokenizer->encode("Unaffable [MASK], the", "a", 512);
      if (!encoding) continue;
      for (std::size_t i = 0; i < encoding->ids.size(); ++i) {
        broken += encoding->starts[i] > encoding->ends[i] || encoding->ends[i] > 21;
        broken += encoding->ids[i] < 0 ||
                  static_cast<std::size_t>(encoding->ids[i]) >= tokenizer->vocabulary_size();
      }
    }
  }

  CHECK(broken == 0);
}

std::uint32_t fnv1a(std::uint32_t hash, std::string_view text) {
  for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * 16777619u;
  return hash;
}

// Two texts that lead from one state of the hash to another together. With 32
// bits a birthday is met after some 80,000 tries.
std::pair<std::string, std::string> colliding_pair(std::uint32_t state) {
  std::unordered_map<std::uint32_t, std::string> seen;
  for (std::uint32_t number = 0;; ++number) {
    const std::string text = std::to_string(number * 2654435769u);
    const auto [other, is_new] = seen.emplace(fnv1a(state, text), text);
    if (!is_new) return {other->second, text};
  }
}

TEST_CASE("pieces made to collide in the table are refused, not searched for ever",
          "[text][hostile]") {
  // Eleven pairs one after another: 2,048 words of one hash (Joux 2004).
  std::vector<std::string> words{""};
  std::uint32_t state = 2166136261u;
  for (int step = 0; step < 11; ++step) {
    const auto [one, other] = colliding_pair(state);
    state = fnv1a(state, one);
    std::vector<std::string> longer;
    for (const auto& word : words) longer.insert(longer.end(), {word + one, word + other});
    words = std::move(longer);
  }
  std::string vocab;
  for (std::size_t i = 0; i < words.size(); ++i) {
    vocab += ", \"" + words[i] + "\": " + std::to_string(13 + i);
  }
  REQUIRE(words.size() == 2048);

  const auto refused =
      Tokenizer::from_json(small_file_with(", \"the\": 11", ", \"the\": 11" + vocab));

  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().code == ErrorCode::kUnsupported);
  CHECK_THAT(refused.error().message, ContainsSubstring("model.vocab"));
}

TEST_CASE("a piece or an added token too long to be searched for is refused", "[text][hostile]") {
  const std::string piece = "\"" + std::string(1025, 'x') + "\": 5";
  const std::string content = "[MASK]" + std::string(251, 'x');

  const auto long_piece = Tokenizer::from_json(small_file_with("\"un\": 5", piece));
  const auto long_token = Tokenizer::from_json(
      small_file_with("\"content\": \"[MASK]\"", "\"content\": \"" + content + "\""));

  REQUIRE_FALSE(long_piece.has_value());
  CHECK(long_piece.error().code == ErrorCode::kUnsupported);
  REQUIRE_FALSE(long_token.has_value());
  CHECK(long_token.error().code == ErrorCode::kUnsupported);
}

TEST_CASE("a name that would steer a terminal is spelled out in the message", "[text][hostile]") {
  const auto refused =
      Tokenizer::from_json(small_file_with("\"un\": 5", "\"\\u001b[31mred\\u202e\": -1"));

  REQUIRE_FALSE(refused.has_value());
  for (const char byte : refused.error().message) CHECK((byte >= ' ' && byte <= '~'));
}

TEST_CASE("after every refusal the good file loads and works", "[text][hostile]") {
  REQUIRE_FALSE(Tokenizer::from_json("{").has_value());

  const auto tokenizer = must_load(kSmallFile);

  CHECK(must_encode(tokenizer, "the able").ids == std::vector<std::int32_t>{2, 11, 8, 3});
}

}  // namespace
}  // namespace attnscope::test
