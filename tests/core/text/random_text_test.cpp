// Random and broken texts: whatever the bytes, an encoding holds together.
#include "support.h"

#include <random>

namespace attnscope::test {
namespace {

std::string random_bytes(std::mt19937& random) {
  // Whole characters that matter, and single bytes that break them.
  static const std::vector<std::string> parts = {"a",
                                                 "B",
                                                 " ",
                                                 ",",
                                                 "\n",
                                                 "##",
                                                 "[MASK]",
                                                 "[",
                                                 "\u00E9",
                                                 "e\u0301",
                                                 "\u0344",
                                                 "\u302E",
                                                 "\U0001D16D",
                                                 "\uD55C",
                                                 "\u732B",
                                                 "\U0001F600",
                                                 "\u200D",
                                                 "\u0F73",
                                                 "\u0130",
                                                 "\uFFFD",
                                                 std::string(1, '\0'),
                                                 "\xFF",
                                                 "\xE2",
                                                 "\x82",
                                                 "\xF0\x9F",
                                                 "\xED\xA0\x80",
                                                 "unbelievable"};
  std::string text;
  const std::size_t length = random() % 40;
  for (std::size_t i = 0; i < length; ++i) {
    text += random() % 8 == 0 ? std::string(1, static_cast<char>(random()))
                              : parts[random() % parts.size()];
  }
  return text;
}

// What is wrong with an encoding, in words; empty where nothing is.
std::string fault_of(const Encoding& encoding, std::size_t first_length, std::size_t second_length,
                     std::size_t max_tokens) {
  const std::size_t count = encoding.ids.size();
  if (count > max_tokens || count > encoding.total) return "too many tokens";
  for (const std::size_t size :
       {encoding.types.size(), encoding.texts.size(), encoding.starts.size(), encoding.ends.size(),
        encoding.words.size(), encoding.special.size()}) {
    if (size != count) return "arrays of different lengths";
  }
  std::uint32_t start[2] = {0, 0}, end[2] = {0, 0};
  std::int32_t word[2] = {0, 0};
  for (std::size_t i = 0; i < count; ++i) {
    if (encoding.ids[i] < 0 || encoding.ids[i] >= 30522) return "an id out of range";
    if (encoding.special[i]) continue;
    const auto which = static_cast<std::size_t>(encoding.texts[i]);
    const std::size_t length = which == 0 ? first_length : second_length;
    if (encoding.starts[i] >= encoding.ends[i]) return "an empty token";
    if (encoding.ends[i] > length) return "a token past its text";
    if (encoding.starts[i] < start[which] || encoding.ends[i] < end[which]) return "going back";
    if (encoding.words[i] < word[which] || encoding.words[i] > word[which] + 1) return "word gap";
    start[which] = encoding.starts[i];
    end[which] = encoding.ends[i];
    word[which] = encoding.words[i];
  }
  return "";
}

TEST_CASE("any bytes make an encoding whose parts agree, in every unit", "[text][hostile]") {
  std::mt19937 random(20240229);
  for (int round = 0; round < 5000; ++round) {
    const std::string first = random_bytes(random), second = random_bytes(random);
    const std::size_t limit = random() % 4 == 0 ? 3 + random() % 20 : kNoLimit;

    Encoding encoding = must_encode(minilm_tokenizer(), first, second, limit);
    const std::string in_points = fault_of(encoding, first.size(), second.size(), limit);
    convert_offsets(encoding, first, second, OffsetUnit::kUtf8);
    const std::string in_bytes = fault_of(encoding, first.size(), second.size(), limit);

    INFO("round " << round);
    REQUIRE(in_points == "");
    REQUIRE(in_bytes == "");
  }
}

}  // namespace
}  // namespace attnscope::test
