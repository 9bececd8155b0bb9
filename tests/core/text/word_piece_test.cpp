#include "support.h"

#include "text/model/word_piece.h"

namespace attnscope::test {
namespace {

using Pieces = std::vector<std::string>;

TEST_CASE("a word is cut into the longest pieces that fit, from its start", "[text]") {
  const auto tokenizer = must_load(kSmallFile);

  CHECK(cut(tokenizer, "unaffable") == Pieces{"un", "##aff", "##able"});
}

TEST_CASE("a word that cannot be cut to its end is one [UNK] with all its characters", "[text]") {
  const auto tokenizer = must_load(kSmallFile);

  const Encoding encoding = must_encode(tokenizer, "the unaffx a");

  CHECK(pieces_of(tokenizer, encoding) == Pieces{"[CLS]", "the", "[UNK]", "a", "[SEP]"});
  CHECK(offsets_of(encoding)[2] == std::pair(4u, 10u));
}

TEST_CASE("a word of 100 characters is cut, one of 101 is [UNK]", "[text]") {
  const auto tokenizer = must_load(kSmallFile);

  CHECK(cut(tokenizer, std::string(100, 'a')).size() == 100);
  CHECK(cut(tokenizer, std::string(101, 'a')) == Pieces{"[UNK]"});
}

TEST_CASE("the 100 characters are counted after normalisation", "[text]") {
  const auto tokenizer = must_load(kSmallFile);
  std::string accented;
  for (int i = 0; i < 100; ++i) accented += "a\u0301";  // 200 code points, 100 letters

  CHECK(cut(tokenizer, accented).size() == 100);
}

TEST_CASE("the limit of characters is the file's", "[text]") {
  const auto tokenizer = must_load(
      small_file_with("\"max_input_chars_per_word\": 100", "\"max_input_chars_per_word\": 3"));

  CHECK(cut(tokenizer, "the able") == Pieces{"the", "[UNK]"});
}

TEST_CASE("the continuing prefix is the file's", "[text]") {
  const auto tokenizer = must_load(small_file_with("\"continuing_subword_prefix\": \"##\"",
                                                   "\"continuing_subword_prefix\": \"\""));

  CHECK(cut(tokenizer, "unable") == Pieces{"un", "able"});
}

TEST_CASE("a mark is a word of its own, a symbol is not", "[text]") {
  CHECK(cut(minilm_tokenizer(), "a,b") == Pieces{"a", ",", "b"});
  CHECK(cut(minilm_tokenizer(), "thumbs\U0001F44D\U0001F3FDok") == Pieces{"[UNK]"});
}

TEST_CASE("pieces of a Hangul syllable share its offsets", "[text]") {
  const Encoding encoding = must_encode(minilm_tokenizer(), "\uD55C");

  CHECK(encoding.ids.size() == 5);
  CHECK(offsets_of(encoding) == Offsets{{0, 0}, {0, 1}, {0, 1}, {0, 1}, {0, 0}});
}

TEST_CASE("a mark deleted at a word's edge is outside its offsets", "[text]") {
  CHECK(offsets_of(must_encode(minilm_tokenizer(), "cafe\u0301 x"))[1] == std::pair(0u, 4u));
}

TEST_CASE("texts of nothing, spaces or a lone mark are [CLS] [SEP]", "[text]") {
  for (const char* text : {"", "   ", "\u0301", "\u200B\n"}) {
    CHECK(pieces_of(minilm_tokenizer(), must_encode(minilm_tokenizer(), text)) ==
          Pieces{"[CLS]", "[SEP]"});
  }
}

TEST_CASE("an id that is in no vocabulary has an empty spelling", "[text]") {
  CHECK(minilm_tokenizer().vocabulary_size() == 30522);
  CHECK(minilm_tokenizer().piece(30521) == "##\uFF5E");
  CHECK(minilm_tokenizer().piece(30522).empty());
  CHECK(minilm_tokenizer().piece(-1).empty());
}

}  // namespace
}  // namespace attnscope::test
