// Characters as the reference tokenizer knows them (Hugging Face tokenizers
// 0.23.3, whose Unicode tables are partly of version 9 and partly newer), and
// UTF-8 in and out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "text/unicode/unicode_tables.h"

namespace attnscope::unicode {

inline constexpr char32_t kReplacement = 0xFFFD;

// The tables of properties, unpacked when the program starts: classes in blocks of characters, of
// which many are the same.
namespace unpacked {
inline constexpr unsigned kBlockBits = 7;
inline constexpr std::size_t kMostBlocks = 320;
extern std::uint16_t block_of[0x110000 >> kBlockBits];
extern std::uint8_t classes[kMostBlocks << kBlockBits];
}  // namespace unpacked

// What the tables say of `point`, which must be below 0x110000.
inline Properties properties(char32_t point) {
  using namespace unpacked;
  constexpr char32_t kInBlock = (1u << kBlockBits) - 1;
  const std::size_t block = block_of[point >> kBlockBits];
  return tables::kProperties[classes[(block << kBlockBits) | (point & kInBlock)]];
}

// The full canonical decomposition of a character with kDecomposes, at most four long; or, where it
// is asked for, the compatible one of a character with kCompatible, at most 18 long. `hangul` is
// room for a syllable's parts, which are computed.
std::span<const char32_t> decomposition(char32_t point, std::array<char32_t, 3>& hangul,
                                        bool compatible = false);

// The lower case of a character with kLowers: one character, but for U+0130,
// whose second one (U+0307) is the caller's to add.
inline constexpr char32_t kDottedCapitalI = 0x130;
inline constexpr char32_t kDotAbove = 0x307;
char32_t lower(char32_t point);

struct Decoded {
  char32_t point;
  std::uint32_t bytes;
};

// The character at text[at]; at < text.size(). Where the bytes are not UTF-8,
// U+FFFD for each maximal part of a character, as browsers and Python decode
// (Unicode 16, section 3.9, "U+FFFD Substitution of Maximal Subparts").
Decoded decode(std::string_view text, std::size_t at);

// Writes `point` as UTF-8 and returns the number of bytes.
std::uint32_t encode(char32_t point, char* out);

}  // namespace attnscope::unicode
