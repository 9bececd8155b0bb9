// Work grows with the text and no faster. Each text is tokenized at a tenth of its length and at
// all of it, and the work is counted, not timed: ten times the text may take little more than ten
// times the work.
#include <catch2/catch_test_macros.hpp>

#include <cstdio>
#include <functional>
#include <string>

#include "counter.h"
#include "support/files.h"
#include "support/stage_files.h"
#include "support/tiny_model.h"
#include "text/tokenizer.h"

namespace attnscope::test {
namespace {

using Make = std::function<std::string(std::size_t)>;

std::string repeat(std::string_view part, std::size_t times) {
  std::string text;
  text.reserve(part.size() * times);
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}

const Tokenizer& tokenizer() {
  static const Tokenizer made = [] {
    const auto json = read_text(model_dir() / "tokenizer.json");
    REQUIRE(json.has_value());
    auto tokenizer = Tokenizer::from_json(*json);
    REQUIRE(tokenizer.has_value());
    return std::move(*tokenizer);
  }();
  return made;
}

std::uint64_t work_of(const Tokenizer& tokenizer, const std::string& text,
                      const std::string& pair) {
  work::reset();
  auto encoding = tokenizer.encode(text, pair, 512);
  REQUIRE(encoding.has_value());
  convert_offsets(*encoding, text, pair, OffsetUnit::kUtf16);
  return work::done();
}

// Work per unit at full size may be a tenth more than at a tenth of it: vectors double, so a last
// doubling may fall on one side or the other. Quadratic work would be ten times as much.
void check_growth(const Tokenizer& tokenizer, const char* name, std::size_t units, const Make& make,
                  bool as_pair = false, double most = 1.1) {
  const auto of = [&](std::size_t count) {
    const std::string text = make(count);
    return as_pair ? work_of(tokenizer, "a", text) : work_of(tokenizer, text, "");
  };
  const std::uint64_t part = of(units / 10), whole = of(units);
  std::printf("%-52s %9zu: %12llu steps, %6.1f each; at a tenth %6.1f\n", name, units,
              static_cast<unsigned long long>(whole), double(whole) / double(units),
              double(part) / double(units / 10));
  INFO(name);
  CHECK(part > units / 10);  // the counter counts
  CHECK(double(whole) < most * 10 * double(part));
}

void check_growth(const char* name, std::size_t units, const Make& make, bool as_pair = false) {
  check_growth(tokenizer(), name, units, make, as_pair);
}

constexpr std::size_t kMillion = 1'000'000, kHundredThousand = 100'000;

TEST_CASE("a million characters: work grows with their number", "[work]") {
  const auto same = [](std::string_view part) {
    return [part](std::size_t n) { return repeat(part, n); };
  };
  check_growth("one word of the letter a", kMillion, same("a"));
  check_growth("one word of a letter that decomposes", kMillion, same("\u00e9"));
  check_growth("ideographs", kMillion, same("\u732b"));
  check_growth("Hangul syllables, one word", kMillion, same("\uD55C"));
  check_growth("punctuation", kMillion, same("!"));
  check_growth("open brackets, as added tokens start", kMillion, same("["));
  check_growth("blanks", kMillion, same(" "));
  check_growth("control characters", kMillion, same("\x01"));
  check_growth("broken bytes", kMillion, same("\xff"));
  check_growth("emoji, one word", kMillion, same("\U0001f600"));
}

TEST_CASE("a million words: work grows with their number", "[work]") {
  const auto words = [](std::string_view word) {
    return [word](std::size_t n) { return repeat(word, n); };
  };
  check_growth("words of one letter", kMillion, words("a "));
  check_growth("words of several pieces", kMillion / 10, words("unaffableness "));
  check_growth("words of a hundred letters that fit nothing", kMillion / 100,
               [](std::size_t n) { return repeat(std::string(99, 'q') + "\u0f00 ", n); });
  check_growth("words of a hundred letters, each its own piece", kMillion / 100,
               [](std::size_t n) { return repeat(std::string(100, 'q') + ' ', n); });
  check_growth("words too long", kMillion / 100,
               [](std::size_t n) { return repeat(std::string(200, 'a') + ' ', n); });
  check_growth("added tokens", kMillion / 10, words("[MASK]"));
  check_growth("all but an added token", kMillion / 10, words("[MASK"));
  check_growth("a million words as the second text", kMillion, words("a "), true);
}

TEST_CASE("a hundred thousand combining marks: work grows with their number", "[work]") {
  check_growth("marks in order", kHundredThousand,
               [](std::size_t n) { return "a" + repeat("\u0301", n); });
  check_growth("marks in the worst order", kHundredThousand,
               [](std::size_t n) { return "a" + repeat("\u0301\u0323", n / 2); });
  check_growth("marks of every class, falling", kHundredThousand, [](std::size_t n) {
    return "a" + repeat("\u0345\u0301\u0316\u05b0\u0323\u0327\u093c\u0334", n / 8);
  });
  check_growth("marks that decompose into two", kHundredThousand,
               [](std::size_t n) { return "a" + repeat("\u0344\u0f73", n / 2); });
  check_growth("marks without a letter", kHundredThousand,
               [](std::size_t n) { return repeat("\u0323\u0301", n / 2); });
}

TEST_CASE("BPE and Unigram: work grows with the text, and n log n with one word", "[work]") {
  const auto load = [](std::string_view file) {
    auto made = Tokenizer::from_json(file);
    REQUIRE(made.has_value());
    return std::move(*made);
  };
  const Tokenizer bpe = load(kTinyBpe), unigram = load(kTinyUnigram);
  const Tokenizer one_word =
      load(replaced(kTinyBpe, "\"use_regex\": true", "\"use_regex\": false"));
  const auto same = [](std::string_view part) {
    return [part](std::size_t n) { return repeat(part, n); };
  };
  // The bytes of a generator that C and its library had for long.
  const auto bytes = [](std::size_t n) {
    std::string text;
    std::uint32_t state = 1;
    for (std::size_t i = 0; i < n; ++i) {
      state = state * 1103515245u + 12345u;
      text += static_cast<char>(state >> 24);
    }
    return text;
  };
  for (const auto& [name, part] :
       {std::pair("words", "ab abc "), std::pair("one word of the letter a", "a"),
        std::pair("one word of a letter that decomposes", "\u00e9"), std::pair("blanks", " "),
        std::pair("blanks that are no space", "\u3000"), std::pair("quotes that are replaced", "`"),
        std::pair("joiners, one grapheme", "\u200d"), std::pair("Hangul", "\uD55C"),
        std::pair("unknown letters, one token", "\u732b"), std::pair("added tokens", "<mask> ")}) {
    for (const Tokenizer* tokenizer : {&bpe, &unigram}) {
      // A heap of n: log2(2e5) / log2(2e4) = 1.23.
      check_growth(*tokenizer, name, kMillion / 5, same(part), false, 1.25);
    }
  }
  for (const Tokenizer* tokenizer : {&bpe, &one_word, &unigram}) {
    check_growth(*tokenizer, "any bytes", kMillion / 5, bytes, false, 1.25);
  }
  check_growth(one_word, "one word of many", kMillion / 5, same("ab abc "), false, 1.25);
}

TEST_CASE("a vocabulary: the work of reading it grows with its pieces", "[work]") {
  const auto file = [](std::size_t pieces) {
    std::string more = "\".\": 11";
    for (std::size_t i = 12; i < pieces; ++i)
      more += ", \"p" + std::to_string(i) + "\": " + std::to_string(i);
    std::string json(kTinyTokenizer);
    return json.replace(json.find("\".\": 11"), 7, more);
  };
  const auto work = [&](std::size_t pieces) {
    const std::string json = file(pieces);
    work::reset();
    REQUIRE(Tokenizer::from_json(json).has_value());
    return work::done();
  };
  const std::uint64_t part = work(10'000), whole = work(100'000);
  std::printf("%-52s %9d: %12llu steps, %6.1f each; at a tenth %6.1f\n", "pieces of a vocabulary",
              100'000, static_cast<unsigned long long>(whole), double(whole) / 1e5,
              double(part) / 1e4);

  // Tables double, so a last doubling may fall on one side or the other.
  CHECK(double(whole) < 1.4 * 10 * double(part));
}

}  // namespace
}  // namespace attnscope::test
