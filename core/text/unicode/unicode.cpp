#include "text/unicode/unicode.h"

#include <algorithm>
#include <iterator>

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

std::size_t next_number(const std::uint8_t*& at) {
  std::size_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const std::uint8_t byte = *at++;
    value |= std::size_t{byte & 0x7Fu} << shift;
    if (byte < 0x80) return value;
  }
}

// Characters and where their decompositions begin and end, unpacked.
class Decomposed {
 public:
  explicit Decomposed(const tables::Decompositions& packed) : count_(packed.count) {
    const std::uint8_t* step = packed.steps;
    const std::uint8_t* move = packed.moves;
    char32_t key = 0, before[kMostLong] = {};
    std::uint16_t parts = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      keys_[i] = key += static_cast<char32_t>(next_number(step));
      for (unsigned part = 0; part < packed.counts[i]; ++part) {
        const auto by = static_cast<char32_t>(next_number(move));
        parts_[parts++] = before[part] += (by / 2) ^ (0 - by % 2);
      }
      starts_[i + 1] = parts;
    }
  }

  std::span<const char32_t> find(char32_t point) const {
    const auto* const end = keys_ + count_;
    const auto* const found = std::lower_bound(keys_, end, point);
    if (found == end || *found != point) return {};
    const auto* const start = starts_ + (found - keys_);
    return {parts_ + start[0], parts_ + start[1]};
  }

 private:
  // The generator holds these.
  static constexpr std::size_t kMost = 4096, kMostParts = 8192, kMostLong = 18;
  std::size_t count_;
  char32_t keys_[kMost];
  std::uint16_t starts_[kMost + 1] = {};
  char32_t parts_[kMostParts];
};

}  // namespace

namespace unpacked {

std::uint16_t block_of[0x110000 >> kBlockBits];
std::uint8_t classes[kMostBlocks << kBlockBits];

namespace {

// Blocks of one class are kept once, others each for itself: nearly all of those are different.
struct Unpacked {
  Unpacked() {
    constexpr std::size_t kSize = std::size_t{1} << kBlockBits;
    std::uint16_t uniform[256] = {};  // a class's block and one
    std::uint16_t blocks = 0;
    const std::uint8_t* length = tables::kRunLengths;
    const std::uint8_t* kind = tables::kRunClasses;
    std::size_t left = next_number(length);
    for (std::uint16_t& block : block_of) {
      if (left >= kSize && uniform[*kind] != 0) {
        block = static_cast<std::uint16_t>(uniform[*kind] - 1);
        left -= kSize;
      } else {
        block = blocks++;
        if (left >= kSize) uniform[*kind] = blocks;
        for (std::size_t i = 0; i < kSize; ++i) {
          if (left == 0) {
            left = next_number(length);
            ++kind;
          }
          classes[(block << kBlockBits) + i] = *kind;
          --left;
        }
      }
      if (left == 0 && &block != std::end(block_of) - 1) {
        left = next_number(length);
        ++kind;
      }
    }
  }
};
const Unpacked unpacked_at_the_start;

}  // namespace
}  // namespace unpacked

std::span<const char32_t> decomposition(char32_t point, std::array<char32_t, 3>& hangul,
                                        bool compatible) {
  if (point >= kSyllableFirst && point <= kSyllableLast) {
    const char32_t syllable = point - kSyllableFirst;
    const char32_t tail = syllable % kTails;
    hangul = {kLeadFirst + syllable / kVowelsTimesTails,
              kVowelFirst + syllable % kVowelsTimesTails / kTails, kTailBefore + tail};
    return {hangul.data(), tail == 0 ? 2u : 3u};
  }
  if (compatible && (properties(point).flags & kCompatible)) {
    static const Decomposed table(tables::kCompatible);
    return table.find(point);
  }
  static const Decomposed table(tables::kCanonical);
  return table.find(point);
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
