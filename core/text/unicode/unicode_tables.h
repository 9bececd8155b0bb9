// The shape of the generated tables in unicode_tables.cpp; unicode.h is what
// the rest of the room uses.
#pragma once

#include <cstddef>
#include <cstdint>

namespace attnscope::unicode {

// One bit a question that the tokenizer asks about a character. The order is
// generate_tables.py's.
enum Flag : std::uint16_t {
  kDeleted = 1,       // clean_text deletes it
  kBlank = 2,         // clean_text turns it into a space
  kIdeograph = 4,     // handle_chinese_chars puts spaces around it
  kMark = 8,          // strip_accents deletes it
  kWhitespace = 16,   // ends a word and is dropped
  kPunctuation = 32,  // a word of its own
  kDecomposes = 64,   // NFD changes it
  kLowers = 128,      // lowercase changes it
  kWord = 256,        // next to it, a single_word token is none
  kCombining = 512,   // StripAccents deletes it
};

struct Properties {
  std::uint16_t flags;
  std::uint8_t combining_class;  // canonical combining class, 0 for most
};

// Every step-th character from first to last becomes itself + delta.
struct LowerRange {
  std::int32_t first;
  std::int32_t last;
  std::int32_t step;
  std::int32_t delta;
};

namespace tables {

inline constexpr unsigned kBlockBits = 7;

extern const std::uint8_t kBlockIndex[0x110000 >> kBlockBits];  // block of a character
extern const std::uint8_t kBlocks[];                            // class within the block
extern const Properties kProperties[];                          // of a class

extern const std::size_t kDecomposedCount;
extern const char32_t kDecomposed[];               // ascending, Hangul syllables left out
extern const std::uint16_t kDecompositionStart[];  // one more than kDecomposed
extern const char32_t kDecomposition[];

extern const std::size_t kLowerRangeCount;
extern const LowerRange kLowerRanges[];  // ascending

}  // namespace tables
}  // namespace attnscope::unicode
