// Core tokenizes in one stream; the plain rules go over the text pass by pass. On random texts both
// give the same.
#include "support.h"

#include <algorithm>
#include <random>

#include "support/plain_tokenizer.h"

namespace attnscope::test {
namespace {

// kSmallFile's vocabulary, with its settings.
PlainTokenizer plain_tokenizer() {
  PlainTokenizer plain;
  const Json file = must_parse(kSmallFile);
  for (const auto& [piece, id] : file["model"]["vocab"].items()) {
    plain.vocabulary[piece] = id.get<std::int32_t>();
  }
  for (const Json& token : file["added_tokens"]) {
    plain.added[token["content"].get<std::string>()] = token["id"].get<std::int32_t>();
  }
  plain.unknown = 1;
  return plain;
}

std::string random_text(std::mt19937& random) {
  static const std::vector<std::string> parts = {
      "a",        "un",           "aff",    "able",      "the",    "A",          " ",
      ",",        "[MASK]",       "[SEP",   "]",         "\u00E1", "a\u0301",    "\u0323",
      "\u0301",   "\u0316",       "\u0344", "\u0F73",    "\u302E", "\U0001D16D", "\uD55C",
      "\u732B",   "\u0130",       "\u200D", "\u00A0",    "\u2028", "\xFF",       "\xE2\x82",
      "\xF0\x9F", "\xED\xA0\x80", "\u0958", "\U0001F600"};
  std::string text;
  for (auto count = random() % 24; count > 0; --count) text += parts[random() % parts.size()];
  return text;
}

TEST_CASE("one stream gives the tokens, offsets and words of the plain rules", "[text][hostile]") {
  const Tokenizer ours = must_load(kSmallFile);
  const PlainTokenizer plain = plain_tokenizer();
  std::mt19937 random(4711);
  std::size_t tokens = 0;
  for (int round = 0; round < 20'000; ++round) {
    const std::string text = random_text(random);
    const Encoding encoding = must_encode(ours, text);
    std::vector<PlainToken> found;
    for (std::size_t i = 1; i + 1 < encoding.ids.size(); ++i) {
      found.push_back({encoding.ids[i], encoding.starts[i], encoding.ends[i], encoding.words[i]});
    }

    INFO("round " << round);
    REQUIRE(found == plain.tokens(text));
    tokens += found.size();
  }
  CHECK(tokens > 80'000);
}

}  // namespace
}  // namespace attnscope::test
