#include "text/unicode/unicode.h"

#include <algorithm>

namespace attnscope::unicode {
namespace {

// Hangul syllables are composed by arithmetic (Unicode 16, section 3.12).
constexpr char32_t kSyllableFirst = 0xAC00;
constexpr char32_t kSyllableLast = 0xD7A3;
constexpr char32_t kLeadFirst = 0x1100;
constexpr char32_t kVowelFirst = 0x1161;
constexpr char32_t kTailBefore = 0x11A7;
constexpr char32_t kTails = 28;
constexpr char32_t kVowelsTimesTails = 21 * kTails;

}  // namespace

std::span<const char32_t> decomposition(char32_t point, std::array<char32_t, 3>& hangul) {
  using namespace tables;
  if (point >= kSyllableFirst && point <= kSyllableLast) {
    const char32_t syllable = point - kSyllableFirst;
    const char32_t tail = syllable % kTails;
    hangul = {kLeadFirst + syllable / kVowelsTimesTails,
              kVowelFirst + syllable % kVowelsTimesTails / kTails, kTailBefore + tail};
    return {hangul.data(), tail == 0 ? 2u : 3u};
  }
  const auto* end = kDecomposed + kDecomposedCount;
  const auto* found = std::lower_bound(kDecomposed, end, point);
  if (found == end || *found != point) return {};
  const auto* start = kDecompositionStart + (found - kDecomposed);
  return {kDecomposition + start[0], kDecomposition + start[1]};
}

char32_t lower(char32_t point) {
  using namespace tables;
  if (point == kDottedCapitalI) return U'i';
  const auto value = static_cast<std::int32_t>(point);
  const auto* end = kLowerRanges + kLowerRangeCount;
  const auto* range = std::lower_bound(
      kLowerRanges, end, value, [](const LowerRange& r, std::int32_t v) { return r.last < v; });
  if (range == end || value < range->first || (value - range->first) % range->step != 0) {
    return point;
  }
  return static_cast<char32_t>(value + range->delta);
}

Decoded decode(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(at);
  if (lead < 0x80) return {lead, 1};

  // How many bytes follow, and which values the first of them may have: not
  // every continuation may follow E0, ED, F0 and F4 (overlong, surrogates,
  // past the last plane).
  unsigned more = 0, low = 0x80, high = 0xBF;
  char32_t point = 0;
  if (lead >= 0xC2 && lead <= 0xDF) {
    more = 1;
    point = lead & 0x1F;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    more = 2;
    point = lead & 0x0F;
    if (lead == 0xE0) low = 0xA0;
    if (lead == 0xED) high = 0x9F;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    more = 3;
    point = lead & 0x07;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;
  } else {
    return {kReplacement, 1};
  }
  for (unsigned i = 1; i <= more; ++i) {
    if (at + i >= text.size() || byte(at + i) < low || byte(at + i) > high) {
      return {kReplacement, i};
    }
    point = (point << 6) | (byte(at + i) & 0x3F);
    low = 0x80;
    high = 0xBF;
  }
  return {point, more + 1};
}

std::uint32_t encode(char32_t point, char* out) {
  const auto put = [&](unsigned i, char32_t value) { out[i] = static_cast<char>(value); };
  const auto tail = [](char32_t value) { return 0x80 | (value & 0x3F); };
  if (point < 0x80) {
    put(0, point);
    return 1;
  }
  if (point < 0x800) {
    put(0, 0xC0 | (point >> 6));
    put(1, tail(point));
    return 2;
  }
  if (point < 0x10000) {
    put(0, 0xE0 | (point >> 12));
    put(1, tail(point >> 6));
    put(2, tail(point));
    return 3;
  }
  put(0, 0xF0 | (point >> 18));
  put(1, tail(point >> 12));
  put(2, tail(point >> 6));
  put(3, tail(point));
  return 4;
}

}  // namespace attnscope::unicode
