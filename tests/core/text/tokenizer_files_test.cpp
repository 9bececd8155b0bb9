// Files that are not quite BERT's, against the reference: golden/tokenizer-files says how they were
// made.
#include "support.h"

namespace attnscope::test {
namespace {

template <class T>
std::vector<T> numbers(const Json& list) {
  std::vector<T> values;
  for (const Json& value : list) values.push_back(value.get<T>());
  return values;
}

TEST_CASE("files that are not quite BERT's give the reference's ids, offsets and words",
          "[text][golden]") {
  const Json golden_file = golden("tokenizer-files/cases.json");
  std::size_t texts = 0;

  for (const Json& expected : golden_file["cases"]) {
    INFO(expected["name"].get<std::string>());
    const Tokenizer tokenizer = must_load(expected["file"].dump());
    for (const Json& text : expected["texts"]) {
      INFO(text["t"].dump());
      const Encoding encoding = must_encode(tokenizer, text["t"].get<std::string>());
      std::vector<std::uint32_t> offsets;
      for (const auto& [start, end] : offsets_of(encoding))
        offsets.insert(offsets.end(), {start, end});

      CHECK(encoding.ids == numbers<std::int32_t>(text["i"]));
      CHECK(offsets == numbers<std::uint32_t>(text["o"]));
      CHECK(encoding.words == numbers<std::int32_t>(text["w"]));
      ++texts;
    }
  }

  CHECK(texts > 1700);
}

TEST_CASE("an id that nothing has is spelled with nothing, and counts among the ids", "[text]") {
  const Tokenizer tokenizer = must_load(small_file_with("\"un\": 5", "\"un\": 20"));

  CHECK(tokenizer.vocabulary_size() == 21);
  CHECK(tokenizer.piece(5) == "");
  CHECK(tokenizer.piece(20) == "un");
  CHECK(tokenizer.pieces().starts.size() == 22);
  CHECK(must_encode(tokenizer, "unaffable").ids == std::vector<std::int32_t>{2, 20, 6, 7, 3});
}

TEST_CASE("an added token that came to the id of a piece is what the id is spelled with",
          "[text]") {
  std::string file = small_file_with("\"un\": 5", "\"un\": 13");
  const std::string_view list = "\"added_tokens\": [";
  file.insert(file.find(list) + list.size(), "{\"id\": 13, \"content\": \"New\"},");
  const Tokenizer tokenizer = must_load(file);

  CHECK(tokenizer.piece(13) == "New");
  CHECK(must_encode(tokenizer, "un New").ids == std::vector<std::int32_t>{2, 13, 13, 3});
}

TEST_CASE("two added tokens that come to one id are refused, by their names", "[text]") {
  std::string file = small_file_with("\"[MASK]\": 4", "\"[MASK]\": 13");
  file.replace(file.find("\"id\": 4,"), 8, "\"id\": 13,");
  const std::string_view list = "\"added_tokens\": [";
  file.insert(file.find(list) + list.size(), "{\"id\": 14, \"content\": \"New\"},");
  const auto refused = Tokenizer::from_json(file);

  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().message ==
        "tokenizer.json: added_tokens holds \"New\" and \"[MASK]\", which both come to the id 13");
}

TEST_CASE("a long run of blanks beside added tokens takes linear work", "[text]") {
  const Tokenizer tokenizer = must_load(small_file_with(
      "\"added_tokens\": [",
      "\"added_tokens\": [{\"id\": 13, \"content\": \" \", \"rstrip\": true},"
      "{\"id\": 14, \"content\": \"\\t\", \"rstrip\": true}, {\"id\": 15, \"content\": \"\\n\"},"));
  std::string text;
  for (int i = 0; i < 300'000; ++i) text += i % 3 == 0 ? "\t" : i % 3 == 1 ? "\n" : "\u3000";

  // Each of these tokens could look at all that is behind it: 10^10 steps.
  const Encoding encoding = must_encode(tokenizer, text + std::string(300'000, ' '));

  CHECK(encoding.total == 500'002);
}

}  // namespace
}  // namespace attnscope::test
