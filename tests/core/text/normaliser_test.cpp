#include "support.h"

#include "text/normalizer/normaliser.h"

namespace attnscope::test {
namespace {

NormalisedText normalise(std::string_view text, NormaliserOptions options = {}) {
  NormalisedText sink;
  Normaliser(options, sink).put_piece(text, 0);
  return sink;
}

// The source of each character (not byte).
std::vector<std::uint32_t> sources_of(const NormalisedText& text) {
  std::vector<std::uint32_t> sources;
  for (std::size_t i = 0; i < text.text().size(); ++i) {
    if ((text.text()[i] & 0xC0) != 0x80) sources.push_back(text.sources()[i]);
  }
  return sources;
}

TEST_CASE("accents go, letters stay, each with its source", "[text]") {
  const auto done = normalise("Cafe\u0301 \u00C9t\u00E9");

  CHECK(done.text() == "cafe ete");
  CHECK(sources_of(done) == std::vector<std::uint32_t>{0, 1, 2, 3, 5, 6, 7, 8});
}

TEST_CASE("kana lose their voicing marks and Cyrillic its breve", "[text]") {
  CHECK(normalise("\u304C\u0439").text() == "\u304B\u0438");
}

TEST_CASE("sharp s and dotless i stay, the capital sharp s becomes small", "[text]") {
  CHECK(normalise("\u00DF\u0131\u1E9E").text() == "\u00DF\u0131\u00DF");
}

TEST_CASE("a final capital sigma becomes the sigma of any place", "[text]") {
  CHECK(normalise("\u039F\u03A3").text() == "\u03BF\u03C3");
}

TEST_CASE("a Hangul syllable becomes three characters of one source", "[text]") {
  const auto done = normalise("\uD55C");

  CHECK(done.text() == "\u1112\u1161\u11AB");
  CHECK(sources_of(done) == std::vector<std::uint32_t>{0, 0, 0});
}

TEST_CASE("control, format and private-use characters go; line separators are spaces", "[text]") {
  CHECK(normalise(std::string_view("a\0b\x0B\x0C\xC2\x85", 6)).text() == "ab");
  CHECK(normalise("c\u200Bd\uE000e\uFFFDf\u2028g\th").text() == "cdef g h");
}

TEST_CASE("ideographs stand between spaces, but not U+2B820", "[text]") {
  CHECK(normalise("a\u732Bb").text() == "a \u732B b");
  CHECK(normalise("a\U0002B820b").text() == "a\U0002B820b");
}

TEST_CASE("marks move into the order of their classes and sources stay in place", "[text]") {
  // Both marks outlive stripping: U+1D16D has class 226, U+302E class 224.
  const auto done = normalise("x\U0001D16D\u302E");

  CHECK(done.text() == "x\u302E\U0001D16D");
  CHECK(sources_of(done) == std::vector<std::uint32_t>{0, 1, 2});
}

TEST_CASE("marks of one class keep their order", "[text]") {
  CHECK(normalise("x\U0001E000\U0001E001").text() == "x\U0001E000\U0001E001");
}

TEST_CASE("what strip_accents and lowercase do is theirs alone", "[text]") {
  CHECK(normalise("\u00C9", {.strip_accents = false, .lowercase = false}).text() == "\u00C9");
  CHECK(normalise("\u00C9", {.strip_accents = true, .lowercase = false}).text() == "E");
  CHECK(normalise("\u00C9", {.strip_accents = false, .lowercase = true}).text() == "\u00E9");
}

TEST_CASE("the dotted capital I is two small characters where accents stay", "[text]") {
  const auto done = normalise("\u0130", {.strip_accents = false, .lowercase = true});

  CHECK(done.text() == "i\u0307");
  CHECK(sources_of(done) == std::vector<std::uint32_t>{0, 0});
}

TEST_CASE("without clean_text nothing is deleted", "[text]") {
  CHECK(normalise("a\tb\u200B", {.clean_text = false}).text() == "a\tb\u200B");
}

TEST_CASE("bytes that are not UTF-8 read as U+FFFD, one for each broken character", "[text]") {
  const NormaliserOptions keep{.clean_text = false};

  CHECK(normalise("a\xFF"
                  "b",
                  keep)
            .text() ==
        "a\uFFFD"
        "b");
  CHECK(normalise("\xE2\x82", keep).text() == "\uFFFD");                  // cut short
  CHECK(normalise("\xED\xA0\x80", keep).text() == "\uFFFD\uFFFD\uFFFD");  // a surrogate
  CHECK(normalise("\xC0\xAF", keep).text() == "\uFFFD\uFFFD");            // overlong
  CHECK(normalise("\xF4\x90\x80\x80", keep).text() == "\uFFFD\uFFFD\uFFFD\uFFFD");
  CHECK(normalise("\xF0\x9F\x98[", keep).text() == "\uFFFD[");
}

}  // namespace
}  // namespace attnscope::test
