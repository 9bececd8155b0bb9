#include "support.h"

namespace attnscope::test {
namespace {

using Pieces = std::vector<std::string>;

constexpr std::string_view kMaskFlags = "\"normalized\": false, \"lstrip\": false";

TEST_CASE("an added token is found inside a word, by its exact spelling", "[text]") {
  CHECK(cut(minilm_tokenizer(), "x[MASK]y") == Pieces{"x", "[MASK]", "y"});
  CHECK(cut(minilm_tokenizer(), "[mask]") == Pieces{"[", "mask", "]"});
  CHECK(cut(minilm_tokenizer(), "[ MASK ]") == Pieces{"[", "mask", "]"});
}

TEST_CASE("a typed [SEP] is a word of the text, not a token that the tokenizer added", "[text]") {
  const Encoding encoding = must_encode(minilm_tokenizer(), "a [SEP]");

  CHECK(encoding.special == std::vector<std::uint8_t>{1, 0, 0, 1});
  CHECK(encoding.words == std::vector<std::int32_t>{-1, 0, 1, -1});
  CHECK(offsets_of(encoding)[2] == std::pair(2u, 7u));
}

TEST_CASE("a token with lstrip and rstrip takes the blanks around it along", "[text]") {
  const auto tokenizer = must_load(
      small_file_with(kMaskFlags, "\"normalized\": false, \"lstrip\": true, \"rstrip\": true"));

  const Encoding encoding = must_encode(tokenizer, "a \u2003[MASK]\t the");

  CHECK(pieces_of(tokenizer, encoding) == Pieces{"[CLS]", "a", "[MASK]", "the", "[SEP]"});
  CHECK(offsets_of(encoding) == Offsets{{0, 0}, {0, 1}, {1, 11}, {11, 14}, {0, 0}});
}

TEST_CASE("lstrip does not take what the match before it took", "[text]") {
  const auto tokenizer = must_load(
      small_file_with(kMaskFlags, "\"normalized\": false, \"lstrip\": true, \"rstrip\": true"));

  CHECK(offsets_of(must_encode(tokenizer, "[MASK] [MASK]")) ==
        Offsets{{0, 0}, {0, 7}, {7, 13}, {0, 0}});
}

TEST_CASE("a token with normalized is found in any case", "[text]") {
  const auto tokenizer = must_load(small_file_with(kMaskFlags, "\"normalized\": true"));

  const Encoding encoding = must_encode(tokenizer, "The [m\u00C1sk]");

  CHECK(pieces_of(tokenizer, encoding) == Pieces{"[CLS]", "the", "[MASK]", "[SEP]"});
  CHECK(offsets_of(encoding)[2] == std::pair(4u, 10u));
}

TEST_CASE("of two tokens that begin at one place the longer is taken", "[text]") {
  const auto tokenizer = must_load(small_file_with(
      "\"added_tokens\": [", "\"added_tokens\": [{\"id\": 13, \"content\": \"[MASK]er\"},"));

  CHECK(cut(tokenizer, "[MASK]er [MASK]") == Pieces{"[MASK]er", "[MASK]"});
}

TEST_CASE("an added token that the vocabulary lacks is never cut from a word", "[text]") {
  const auto tokenizer = must_load(small_file_with(
      "\"added_tokens\": [", "\"added_tokens\": [{\"id\": 13, \"content\": \"THE\"},"));

  CHECK(tokenizer.vocabulary_size() == 14);
  CHECK(cut(tokenizer, "THE the") == Pieces{"THE", "the"});
  CHECK(must_encode(tokenizer, "the").ids == std::vector<std::int32_t>{2, 11, 3});
}

}  // namespace
}  // namespace attnscope::test
