// Long and unfriendly texts. Nothing here is timed. That the work is linear is
// seen in what bounds it: a word of any length is held as 100 characters, so
// cutting it costs at most 100 searches of at most the longest piece; a token
// past the limit is counted and not kept; marks are sorted by counting, and
// moving them one by one would be 10^10 moves here, which no run would miss.
#include "support.h"

#include "text/model/word_piece.h"
#include "text/normalizer/normaliser.h"

namespace attnscope::test {
namespace {

constexpr std::size_t kMillion = 1'000'000;

std::string repeat(std::string_view part, std::size_t times) {
  std::string text;
  text.reserve(part.size() * times);
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}

TEST_CASE("a word of a million characters is held as its first 100 and its end", "[text]") {
  Word word(100);

  for (std::uint32_t i = 0; i < kMillion; ++i) word.put(U'a', i);

  CHECK(word.too_long());
  CHECK(word.bytes().size() == 100);
  CHECK(word.first_source() == 0);
  CHECK(word.last_source() == kMillion - 1);
}

TEST_CASE("a word of a million characters is one [UNK] over all of it", "[text]") {
  const Encoding encoding = must_encode(minilm_tokenizer(), std::string(kMillion, 'a'));

  CHECK(encoding.ids == std::vector<std::int32_t>{101, 100, 102});
  CHECK(offsets_of(encoding)[1] == std::pair(0u, static_cast<std::uint32_t>(kMillion)));
}

TEST_CASE("of a million words all are counted and only the limit is kept", "[text]") {
  const Encoding encoding =
      must_encode(minilm_tokenizer(), repeat("a ", kMillion), std::nullopt, 512);

  CHECK(encoding.total == kMillion + 2);
  CHECK(encoding.ids.size() == 512);
  CHECK(encoding.ids.capacity() < 2048);
}

TEST_CASE("a hundred thousand marks in the worst order are sorted, equal ones as they came",
          "[text]") {
  MarkRun run;
  constexpr std::uint32_t kMarks = 100'000;
  for (std::uint32_t i = 0; i < kMarks; ++i) {
    run.add({U'\u0300', i, static_cast<std::uint8_t>(i % 2 == 0 ? 230 : 220), false});
  }

  const auto& marks = run.ordered();

  REQUIRE(marks.size() == kMarks);
  bool is_sorted = true, places_stay = true;
  for (std::uint32_t i = 0; i < kMarks; ++i) {
    is_sorted = is_sorted && marks[i].combining_class == (i < kMarks / 2 ? 220 : 230);
    places_stay = places_stay && marks[i].source == i;
  }
  CHECK(is_sorted);
  CHECK(places_stay);
}

TEST_CASE("a letter under a hundred thousand marks is that letter", "[text]") {
  std::string text = "a";
  text += repeat("\u0301\u0323", 50'000);
  text += " b";

  const Encoding encoding = must_encode(minilm_tokenizer(), text);

  CHECK(encoding.ids == std::vector<std::int32_t>{101, 1037, 1038, 102});
  CHECK(offsets_of(encoding)[1] == std::pair(0u, 1u));
}

TEST_CASE("a million brackets open no added token", "[text]") {
  const Encoding encoding = must_encode(minilm_tokenizer(), repeat("[", kMillion), std::nullopt, 8);

  CHECK(encoding.total == kMillion + 2);
}

TEST_CASE("blanks before a token with lstrip are walked once", "[text]") {
  const auto tokenizer = must_load(small_file_with("\"lstrip\": false", "\"lstrip\": true"));
  const std::string text = repeat(std::string(1000, ' ') + "[MASK]", 1000);

  const Encoding encoding = must_encode(tokenizer, text);

  CHECK(encoding.total == 1002);
  CHECK(offsets_of(encoding)[1000] == std::pair(999u * 1006u, 1000u * 1006u));
}

}  // namespace
}  // namespace attnscope::test
