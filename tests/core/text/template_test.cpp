#include "support.h"

#include "text/post_processor/template.h"

namespace attnscope::test {
namespace {

TEST_CASE("two texts share the room: the longest is cut first", "[text]") {
  using Kept = std::pair<std::size_t, std::size_t>;

  CHECK(cut_longest_first(3, 4, 7) == Kept{3, 4});  // nothing to cut
  CHECK(cut_longest_first(3, 9, 7) == Kept{3, 4});  // only the second
  CHECK(cut_longest_first(9, 3, 7) == Kept{4, 3});  // only the first
  CHECK(cut_longest_first(9, 9, 7) == Kept{3, 4});  // the odd one to the second
  CHECK(cut_longest_first(9, 8, 7) == Kept{4, 3});  // or to the one that was longer
  CHECK(cut_longest_first(9, 0, 7) == Kept{7, 0});  // one text alone
  CHECK(cut_longest_first(9, 9, 0) == Kept{0, 0});
}

TEST_CASE("a pair has its own template, with the second text's segment", "[text]") {
  const auto tokenizer = must_load(kSmallFile);

  const Encoding encoding = must_encode(tokenizer, "the", "a able");

  CHECK(encoding.ids == std::vector<std::int32_t>{2, 11, 3, 9, 8, 3});
  CHECK(encoding.types == std::vector<std::int32_t>{0, 0, 0, 1, 1, 1});
  CHECK(encoding.texts == std::vector<std::uint8_t>{0, 0, 0, 1, 1, 1});
  CHECK(encoding.words == std::vector<std::int32_t>{-1, 0, -1, 0, 1, -1});
}

TEST_CASE("an empty second text counts as none, one of blanks does not", "[text]") {
  const auto tokenizer = must_load(kSmallFile);

  CHECK(must_encode(tokenizer, "the", "").ids == std::vector<std::int32_t>{2, 11, 3});
  CHECK(must_encode(tokenizer, "the", " ").ids == std::vector<std::int32_t>{2, 11, 3, 3});
}

TEST_CASE("an added token counts to the text that it follows, tokens or none", "[text]") {
  const Encoding encoding = must_encode(must_load(kSmallFile), "the", " ");

  CHECK(encoding.texts == std::vector<std::uint8_t>{0, 0, 0, 1});
}

TEST_CASE("the template comes from the file", "[text]") {
  const auto tokenizer = must_load(small_file_with(
      R"("single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, )", R"("single": [)"));

  CHECK(must_encode(tokenizer, "the").ids == std::vector<std::int32_t>{11, 3});
}

TEST_CASE("the older BertProcessing means the same template", "[text]") {
  const auto tokenizer = must_load(
      small_file_with("\"type\": \"TemplateProcessing\",",
                      R"("type": "BertProcessing", "cls": ["[CLS]", 2], "sep": ["[SEP]", 3],)"));

  const Encoding encoding = must_encode(tokenizer, "the", "a");

  CHECK(encoding.ids == std::vector<std::int32_t>{2, 11, 3, 9, 3});
  CHECK(encoding.types == std::vector<std::int32_t>{0, 0, 0, 1, 1});
}

TEST_CASE("a cut text says how many tokens it asked for", "[text]") {
  const auto tokenizer = must_load(kSmallFile);

  const Encoding encoding = must_encode(tokenizer, "the the the the", std::nullopt, 4);

  CHECK(encoding.ids == std::vector<std::int32_t>{2, 11, 11, 3});
  CHECK(encoding.total == 6);
}

TEST_CASE("a limit without room for the added tokens is refused", "[text]") {
  const auto tokenizer = must_load(kSmallFile);

  const auto refused = tokenizer.encode("the", "a", 2);

  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().code == ErrorCode::kBadInput);
  CHECK(must_encode(tokenizer, "the", "a", 3).ids == std::vector<std::int32_t>{2, 3, 3});
}

}  // namespace
}  // namespace attnscope::test
