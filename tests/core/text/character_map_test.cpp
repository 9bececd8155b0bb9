// Every code point there is, alone, against the reference's own answers.
#include "support.h"

#include <map>
#include <sstream>

#include "text/normalizer/normaliser.h"

namespace attnscope::test {
namespace {

// Calls visit(code point, third column) for one file of a charmap folder.
template <class Visit>
void each_point(const char* name, Visit visit, const char* folder = "golden/minilm/charmap") {
  std::istringstream lines(must_read(data_dir() / folder / name));
  std::string first, last, value;
  while (lines >> first >> last >> value) {
    const auto end = std::stoul(last, nullptr, 16);
    for (auto point = std::stoul(first, nullptr, 16); point <= end; ++point) {
      visit(static_cast<char32_t>(point), value);
    }
  }
}

std::string utf8(char32_t point) {
  char bytes[4];
  return {bytes, unicode::encode(point, bytes)};
}

// "61+300" as text.
std::string utf8_sequence(const std::string& hex) {
  std::istringstream parts(hex);
  std::string text, part;
  while (std::getline(parts, part, '+')) {
    text += utf8(static_cast<char32_t>(std::stoul(part, nullptr, 16)));
  }
  return text;
}

std::string decomposed(char32_t point, bool compatible = false) {
  std::array<char32_t, 3> hangul;
  std::string text;
  for (const char32_t part : unicode::decomposition(point, hangul, compatible)) {
    text += utf8(part);
  }
  return text;
}

std::string expected_text(char32_t point, const std::string& rule) {
  if (rule == "DEL") return "";
  if (rule == "CJK") return utf8(U' ').append(utf8(point)).append(" ");
  if (rule == "HANGUL-NFD") return decomposed(point);
  return utf8_sequence(rule);
}

template <class Check>
std::size_t count_wrong(Check is_right, char32_t& first_wrong) {
  std::size_t wrong = 0;
  for (char32_t point = 0; point < 0x110000; ++point) {
    const bool is_surrogate = point >= 0xD800 && point <= 0xDFFF;
    if (is_surrogate || is_right(point)) continue;
    if (wrong++ == 0) first_wrong = point;
  }
  return wrong;
}

TEST_CASE("each code point alone is normalised as the reference does", "[text][golden]") {
  std::map<char32_t, std::string> expected;
  each_point("norm.tsv", [&](char32_t point, const std::string& rule) {
    expected[point] = expected_text(point, rule);
  });
  NormalisedText sink;
  Normaliser normaliser(NormaliserOptions{}, sink);
  char32_t first_wrong = 0;

  const auto wrong = count_wrong(
      [&](char32_t point) {
        sink.clear();
        normaliser.put_piece(utf8(point), 0);
        const auto rule = expected.find(point);
        return sink.text() == (rule == expected.end() ? utf8(point) : rule->second);
      },
      first_wrong);

  INFO("first at U+" << std::hex << static_cast<std::uint32_t>(first_wrong));
  CHECK(wrong == 0);
}

TEST_CASE("each code point splits words as the reference does", "[text][golden]") {
  std::map<char32_t, std::string> expected;
  each_point("pretok.tsv",
             [&](char32_t point, const std::string& kind) { expected[point] = kind; });
  char32_t first_wrong = 0;

  const auto wrong = count_wrong(
      [&](char32_t point) {
        const auto flags = unicode::properties(point).flags;
        const auto kind = expected.find(point);
        const std::string want = kind == expected.end() ? "" : kind->second;
        return ((flags & unicode::kWhitespace) != 0) == (want == "WS") &&
               ((flags & unicode::kPunctuation) != 0) == (want == "P");
      },
      first_wrong);

  INFO("first at U+" << std::hex << static_cast<std::uint32_t>(first_wrong));
  CHECK(wrong == 0);
}

TEST_CASE("combining classes and decompositions are the reference's", "[text][golden]") {
  std::map<char32_t, int> classes;
  std::map<char32_t, std::string> decompositions;
  each_point("ccc.tsv",
             [&](char32_t point, const std::string& value) { classes[point] = std::stoi(value); });
  each_point("nfd.tsv", [&](char32_t point, const std::string& value) {
    decompositions[point] = utf8_sequence(value);
  });
  char32_t first_wrong = 0;

  const auto wrong = count_wrong(
      [&](char32_t point) {
        const bool is_syllable = point >= 0xAC00 && point <= 0xD7A3;
        const auto combining = classes.find(point);
        const auto parts = decompositions.find(point);
        return unicode::properties(point).combining_class ==
                   (combining == classes.end() ? 0 : combining->second) &&
               (is_syllable ||
                decomposed(point) == (parts == decompositions.end() ? "" : parts->second));
      },
      first_wrong);

  INFO("first at U+" << std::hex << static_cast<std::uint32_t>(first_wrong));
  CHECK(wrong == 0);
}

TEST_CASE("the marks that outlive normalisation keep their order of classes", "[text][golden]") {
  std::istringstream lines(must_read(data_dir() / "golden/minilm/charmap/survivors.tsv"));
  std::string point, combining, category;
  std::size_t count = 0, wrong = 0;
  NormalisedText sink;
  Normaliser normaliser(NormaliserOptions{}, sink);

  while (lines >> point >> combining >> category) {
    const auto mark = static_cast<char32_t>(std::stoul(point, nullptr, 16));
    // U+302E (class 224) after a mark of a higher class must come before it.
    const std::string low = utf8(0x302E), high = utf8(mark);
    sink.clear();
    normaliser.put_piece(high + low, 0);
    const bool swaps = std::stoi(combining) > 224;
    wrong += sink.text() != (swaps ? low + high : high + low);
    ++count;
  }

  CHECK(count == 83);
  CHECK(wrong == 0);
}

TEST_CASE("letters, numbers, compatible decompositions and graphemes are the reference's",
          "[text][golden]") {
  constexpr const char* kFolder = "golden/tokenizers/charmap";
  constexpr const char* kGraphemes[] = {"",         "control",    "extend",    "spacing",
                                        "prepend",  "lead",       "vowel",     "trail",
                                        "syllable", "pictograph", "consonant", "linker"};
  std::map<char32_t, std::string> letters, numbers, parts, graphemes;
  for (const auto& [name, to] :
       {std::pair("letter.tsv", &letters), std::pair("number.tsv", &numbers),
        std::pair("nfkd.tsv", &parts), std::pair("grapheme.tsv", &graphemes)}) {
    each_point(
        name, [&](char32_t point, const std::string& value) { (*to)[point] = value; }, kFolder);
    CHECK(to->size() > 1000);
  }
  char32_t first_wrong = 0;

  const auto wrong = count_wrong(
      [&](char32_t point) {
        const auto [flags, combining, grapheme] = unicode::properties(point);
        const auto kind = graphemes.find(point);
        const auto other = parts.find(point);
        const bool is_other = flags & unicode::kCompatible;
        return bool(flags & unicode::kLetter) == letters.contains(point) &&
               bool(flags & unicode::kNumber) == numbers.contains(point) &&
               is_other == (other != parts.end()) &&
               (!is_other || decomposed(point, true) == utf8_sequence(other->second)) &&
               kGraphemes[static_cast<int>(grapheme)] ==
                   (kind == graphemes.end() ? std::string() : kind->second);
      },
      first_wrong);

  INFO("first at U+" << std::hex << static_cast<std::uint32_t>(first_wrong));
  CHECK(wrong == 0);
}

}  // namespace
}  // namespace attnscope::test
