#include "support.h"

namespace attnscope::test {
namespace {

TEST_CASE("offsets are counted in the unit asked for", "[text]") {
  const std::string text = "\U0001F600 na\u00EFve";
  Encoding utf16 = must_encode(minilm_tokenizer(), text);
  Encoding utf8 = utf16;
  REQUIRE(offsets_of(utf16) == Offsets{{0, 0}, {0, 1}, {2, 7}, {0, 0}});

  convert_offsets(utf16, text, std::nullopt, OffsetUnit::kUtf16);
  convert_offsets(utf8, text, std::nullopt, OffsetUnit::kUtf8);

  CHECK(offsets_of(utf16) == Offsets{{0, 0}, {0, 2}, {3, 8}, {0, 0}});
  CHECK(offsets_of(utf8) == Offsets{{0, 0}, {0, 4}, {5, 11}, {0, 0}});
}

TEST_CASE("each text of a pair is counted on its own", "[text]") {
  Encoding encoding = must_encode(minilm_tokenizer(), "\U0001F600 a", "b \U0001F600 c");

  convert_offsets(encoding, "\U0001F600 a", "b \U0001F600 c", OffsetUnit::kUtf16);

  CHECK(offsets_of(encoding) ==
        Offsets{{0, 0}, {0, 2}, {3, 4}, {0, 0}, {0, 1}, {2, 4}, {5, 6}, {0, 0}});
}

TEST_CASE("a pair whose file gives both texts one segment is still counted apart", "[text]") {
  const auto tokenizer = must_load(small_file_with(R"({"Sequence": {"id": "B", "type_id": 1}})",
                                                   R"({"Sequence": {"id": "B", "type_id": 0}})"));
  Encoding encoding = must_encode(tokenizer, "\u00E1 a", "a a");
  REQUIRE(encoding.types[4] == 0);

  convert_offsets(encoding, "\u00E1 a", "a a", OffsetUnit::kUtf8);

  CHECK(offsets_of(encoding) == Offsets{{0, 0}, {0, 2}, {3, 4}, {0, 0}, {0, 1}, {2, 3}, {0, 0}});
}

TEST_CASE("a byte that is no UTF-8 is one unit of UTF-16 and one byte", "[text]") {
  const std::string text = "\xFF a";
  Encoding utf16 = must_encode(minilm_tokenizer(), text);
  Encoding utf8 = utf16;

  convert_offsets(utf16, text, std::nullopt, OffsetUnit::kUtf16);
  convert_offsets(utf8, text, std::nullopt, OffsetUnit::kUtf8);

  CHECK(offsets_of(utf16) == Offsets{{0, 0}, {2, 3}, {0, 0}});
  CHECK(offsets_of(utf8) == Offsets{{0, 0}, {2, 3}, {0, 0}});
}

TEST_CASE("offsets of another, shorter text stay inside it", "[text]") {
  Encoding encoding = must_encode(minilm_tokenizer(), "a long text");

  convert_offsets(encoding, "a", std::nullopt, OffsetUnit::kUtf16);

  for (const auto end : encoding.ends) CHECK(end <= 1);
}

}  // namespace
}  // namespace attnscope::test
