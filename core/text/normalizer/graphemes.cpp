#include "text/normalizer/character_map.h"

namespace attnscope {

using unicode::Grapheme;

// Flags are left out: a pair of them, and one with a mark, is too long to be looked up whole.
std::size_t grapheme_end(std::span<const Character> text, std::size_t at) {
  const auto kind_of = [&](std::size_t i) { return unicode::properties(text[i].point).grapheme; };
  const auto is_tail_of_hangul = [](char32_t point) { return (point - 0xAC00) % 28 != 0; };
  Grapheme before = kind_of(at);
  bool pictograph = before == Grapheme::kPictograph, after_joiner = false;
  bool conjunct = before == Grapheme::kConsonant, linked = false;
  for (++at; at < text.size(); ++at) {
    const char32_t last = text[at - 1].point, point = text[at].point;
    const Grapheme kind = kind_of(at);
    if (last == U'\r' && point == U'\n') {
      before = kind;
      continue;
    }
    if (before == Grapheme::kControl || kind == Grapheme::kControl) return at;
    const bool extends = kind == Grapheme::kExtend || kind == Grapheme::kLinker;
    bool joins = extends || kind == Grapheme::kSpacing || before == Grapheme::kPrepend;
    switch (kind) {
      case Grapheme::kLead:
      case Grapheme::kSyllable:
        joins |= before == Grapheme::kLead;
        break;
      case Grapheme::kVowel:
        joins |= before == Grapheme::kLead || before == Grapheme::kVowel ||
                 (before == Grapheme::kSyllable && !is_tail_of_hangul(last));
        break;
      case Grapheme::kTrail:
        joins |= before == Grapheme::kVowel || before == Grapheme::kTrail ||
                 before == Grapheme::kSyllable;
        break;
      case Grapheme::kPictograph:
        joins |= pictograph && after_joiner;
        break;
      case Grapheme::kConsonant:
        joins |= conjunct && linked;
        break;
      default:
        break;
    }
    if (!joins) return at;
    constexpr char32_t kZeroWidthJoiner = 0x200D, kZeroWidthNonJoiner = 0x200C;
    // Pictograph, marks, joiner; consonant, marks and linkers.
    const bool mark = extends || point == kZeroWidthNonJoiner;
    after_joiner = point == kZeroWidthJoiner;
    if (kind == Grapheme::kPictograph) {
      pictograph = true;
    } else if (!mark) {
      pictograph = false;
    }
    if (kind == Grapheme::kConsonant) {
      conjunct = true;
      linked = false;
    } else if (kind == Grapheme::kLinker) {
      linked = true;
    } else if (kind != Grapheme::kExtend) {
      conjunct = false;
    }
    before = kind;
  }
  return at;
}

}  // namespace attnscope
