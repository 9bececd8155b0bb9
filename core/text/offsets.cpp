#include <algorithm>

#include "base/growing.h"
#include "text/tokenizer.h"
#include "text/unicode/unicode.h"

namespace attnscope {
namespace {

// Bytes that are no UTF-8 read as U+FFFD, which is one UTF-16 unit.
std::uint32_t units_of(char32_t point, std::uint32_t bytes, OffsetUnit unit) {
  if (unit == OffsetUnit::kUtf8) return bytes;
  return unit == OffsetUnit::kUtf16 && point > 0xFFFF ? 2 : 1;
}

// Where each of the first `points` code points begins in `unit`s, and where the
// last of them ends; shorter where the text is.
Growing<std::uint32_t> boundaries(std::string_view text, std::uint32_t points, OffsetUnit unit) {
  Growing<std::uint32_t> places;
  places.resize(std::min<std::size_t>(text.size(), points) + 1);
  std::size_t count = 0;
  std::uint32_t place = 0;
  for (std::size_t at = 0; count < places.size();) {
    places[count++] = place;
    if (at == text.size()) break;
    const auto [point, bytes] = unicode::decode(text, at);
    at += bytes;
    place += units_of(point, bytes, unit);
  }
  places.resize(count);
  return places;
}

// Whether the text has `points` code points, and all of them are one unit each. Loops without an
// early end, which the compiler makes vectors of.
bool counts_alike(std::string_view text, std::uint32_t points, OffsetUnit unit) {
  unsigned char most = 0;
  for (const char byte : text) most = std::max(most, static_cast<unsigned char>(byte));
  if (most < 0x80) return points <= text.size();
  if (most >= 0xF0 || unit == OffsetUnit::kUtf8) return false;
  std::uint32_t starts = 0;
  for (const char byte : text) starts += (byte & 0xC0) != 0x80;
  return points <= starts;
}

std::uint32_t length_of(std::string_view text, OffsetUnit unit) {
  std::uint32_t length = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto [point, bytes] = unicode::decode(text, at);
    at += bytes;
    length += units_of(point, bytes, unit);
  }
  return length;
}

}  // namespace

Result<void> convert_offsets(Encoding& encoding, std::string_view text,
                             std::optional<std::string_view> pair, OffsetUnit unit) {
  if (unit == OffsetUnit::kCodePoints) return {};
  for (const std::uint8_t which : {std::uint8_t{0}, std::uint8_t{1}}) {
    const std::string_view source = which == 0 ? text : pair.value_or("");
    // A table, for only the tokens' ends are needed and several tokens may
    // share a character; no longer than the last kept token asks for.
    std::uint32_t furthest = 0;
    for (std::size_t i = 0; i < encoding.texts.size(); ++i) {
      if (encoding.texts[i] == which) furthest = std::max(furthest, encoding.ends[i]);
    }
    if (furthest == 0 || counts_alike(source, furthest, unit)) continue;
    const auto places = boundaries(source, furthest, unit);
    if (!places.complete()) {
      return fail(ErrorCode::kOutOfMemory, "not enough memory for the offsets of a text of " +
                                               std::to_string(source.size()) + " bytes");
    }
    const auto place_of = [&](std::uint32_t point) {
      return places[std::min<std::size_t>(point, places.size() - 1)];
    };
    for (std::size_t i = 0; i < encoding.texts.size(); ++i) {
      if (encoding.texts[i] != which) continue;
      encoding.starts[i] = place_of(encoding.starts[i]);
      encoding.ends[i] = place_of(encoding.ends[i]);
    }
  }
  return {};
}

void take_off_prompt(Encoding& encoding, std::string_view text, OffsetUnit unit) {
  const std::uint32_t prompt = length_of(text, unit);
  std::int32_t first_word = -1;
  for (std::size_t i = 0; i < encoding.ids.size(); ++i) {
    if (encoding.special[i] != 0 || encoding.texts[i] != 0) continue;
    auto &start = encoding.starts[i], &end = encoding.ends[i];
    if (end <= prompt) {
      start = end = 0;
      encoding.words[i] = kPromptWord;
      continue;
    }
    if (first_word < 0) first_word = encoding.words[i];
    start = start > prompt ? start - prompt : 0;
    end -= prompt;
    encoding.words[i] -= first_word;
  }
}

}  // namespace attnscope
