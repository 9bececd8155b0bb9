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
  kLetter = 1024,     // \p{L}
  kNumber = 2048,     // \p{N}
  kCompatible = 4096, // NFKD changes it otherwise than NFD does
};

// The part of a character at the borders of graphemes (Unicode 16, annex 29), in the generator's
// order.
enum class Grapheme : std::uint8_t {
  kOther,
  kControl,
  kExtend,   // joins what is before it, also inside a conjunct
  kSpacing,  // joins what is before it
  kPrepend,  // joins what is behind it
  kLead,
  kVowel,
  kTrail,
  kSyllable,  // LV or LVT
  kPictograph,
  kConsonant,
  kLinker,  // joins what is before it, and makes a conjunct
};

struct Properties {
  std::uint16_t flags;
  std::uint8_t combining_class;  // canonical combining class, 0 for most
  Grapheme grapheme;
};

// Every step-th character from first to last becomes itself + delta.
struct LowerRange {
  std::int32_t first;
  std::int32_t last;
  std::int32_t step;
  std::int32_t delta;
};

namespace tables {

// Packed: unicode.cpp unpacks them once, at the start. Numbers are of 7 bits a byte, the low ones
// first; a byte with the high bit set is not the last.
extern const std::size_t kRunCount;
extern const std::uint8_t kRunLengths[];  // numbers: how many characters a class goes on for
extern const std::uint8_t kRunClasses[];
extern const Properties kProperties[];  // of a class

struct Decompositions {
  std::size_t count;
  const std::uint8_t* steps;   // numbers: how far a character is from the one before
  const std::uint8_t* counts;  // how many characters it becomes
  // How far each of those is from what the last one before has in the same place: n forward is 2n,
  // back 2n - 1.
  const std::uint8_t* moves;
};
extern const Decompositions kCanonical;   // Hangul syllables left out
extern const Decompositions kCompatible;  // of what kCanonical has otherwise or not at all

extern const std::size_t kLowerRangeCount;
extern const LowerRange kLowerRanges[];  // ascending

}  // namespace tables
}  // namespace attnscope::unicode
