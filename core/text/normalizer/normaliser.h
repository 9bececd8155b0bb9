// The reference's BertNormalizer, and those of its other normalisers that BERT's
// steps are made of, one character at a time, each with the place in the source
// that it came from.
//
// In this order, each where it is switched on: control characters deleted and
// blanks made spaces; spaces put around ideographs; lower case, where a file has
// it this early; canonical decomposition with reordering of marks; deletion of
// marks; lower case.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/growing.h"
#include "text/unicode/unicode.h"

namespace attnscope {

struct NormaliserOptions {
  bool clean_text = true;
  bool handle_chinese_chars = true;
  bool strip_accents = true;  // decomposes, and deletes non-spacing marks
  bool lowercase = true;
  // Of files that list single steps.
  bool lowercase_first = false;
  bool decompose = false;
  bool strip_combining = false;  // deletes every mark, and decomposes nothing
  bool compatible = false;       // decomposes as NFKD does
};

inline constexpr NormaliserOptions kNothingNormalised{
    .clean_text = false, .handle_chinese_chars = false, .strip_accents = false, .lowercase = false};

// The options, and what they make of each ASCII character, worked out once.
struct NormaliserRules {
  static constexpr unsigned char kNothing = 0xFF;

  NormaliserRules(const NormaliserOptions& chosen = {});

  NormaliserOptions options;
  std::array<unsigned char, 128> ascii;  // kNothing: deleted
};

// Marks that wait for the next character of combining class 0, before which
// they stand in the order of their classes.
class MarkRun {
 public:
  struct Mark {
    char32_t point;
    std::uint32_t source;
    std::uint8_t combining_class;
    bool is_tail;  // not the first character of its source's decomposition
  };

  // False where there was no memory for a run; its marks are lost then.
  bool complete() const { return marks_.complete() && sorted_.complete() && places_.complete(); }

  bool empty() const { return marks_.empty(); }
  void add(const Mark& mark) { marks_.push_back(mark); }
  void clear() { marks_.clear(); }

  // The marks in canonical order, in linear time. As in the reference, sources
  // stay in place while marks move over them: each mark that is no tail takes
  // the next place, and a tail shares the one before it.
  std::span<const Mark> ordered();

 private:
  void sort_by_class();

  Growing<Mark> marks_;
  Growing<Mark> sorted_;
  Growing<std::uint32_t> places_;
};

// Sends what the text becomes to `sink.put(char32_t, std::uint32_t source)`.
// It may be given one text in several pieces; marks are never reordered over
// the border of a piece.
template <class Sink>
class Normaliser {
 public:
  Normaliser(const NormaliserRules& rules, Sink& sink)
      : options_(rules.options), ascii_(rules.ascii), sink_(sink) {
    decomposes_ = options_.strip_accents || options_.decompose || options_.compatible;
    if (options_.strip_accents) stripped_ |= unicode::kMark;
    if (options_.strip_combining) stripped_ |= unicode::kCombining;
    if (options_.compatible) decomposing_ |= unicode::kCompatible;
  }

  // False where there was no memory for all that was put.
  bool complete() const { return marks_.complete(); }

  // `source` is the number of the piece's first code point; returns the number
  // after its last.
  std::uint32_t put_piece(std::string_view piece, std::uint32_t source) {
    for (std::size_t at = 0; at < piece.size(); ++source) {
      // A sink may know a shorter way for ASCII.
      if constexpr (requires { sink_.put_plain(piece, source); }) {
        if (marks_.empty()) {
          const std::uint32_t taken = sink_.put_plain(piece.substr(at), source);
          source += taken;
          at += taken;
          if (at == piece.size()) return source;
        }
      }
      const auto byte = static_cast<unsigned char>(piece[at]);
      if (byte < 0x80) {
        // The same as put_character below, looked up once.
        ++at;
        if (ascii_[byte] == NormaliserRules::kNothing) continue;
        if (!marks_.empty()) settle_marks();
        sink_.put(ascii_[byte], source);
        continue;
      }
      const auto [point, bytes] = unicode::decode(piece, at);
      at += bytes;
      put_character(point, source);
    }
    settle_marks();
    return source;
  }

  // The same of a text that comes character by character.
  void put(char32_t point, std::uint32_t source) { put_character(point, source); }
  void end() { settle_marks(); }

 private:
  void put_character(char32_t point, std::uint32_t source) {
    const auto flags = unicode::properties(point).flags;
    if (options_.clean_text && (flags & unicode::kDeleted)) return;
    if (options_.clean_text && (flags & unicode::kBlank)) {
      decompose(U' ', source);
    } else if (options_.handle_chinese_chars && (flags & unicode::kIdeograph)) {
      decompose(U' ', source);
      decompose(point, source);
      decompose(U' ', source);
    } else if (options_.lowercase_first && (flags & unicode::kLowers)) {
      decompose(unicode::lower(point), source);
      if (point == unicode::kDottedCapitalI) decompose(unicode::kDotAbove, source);
    } else {
      decompose(point, source);
    }
  }

  void decompose(char32_t point, std::uint32_t source) {
    if (!decomposes_) return fold(point, source);
    const unicode::Properties known = unicode::properties(point);
    if (!(known.flags & decomposing_)) return order(point, known.combining_class, source, false);
    std::array<char32_t, 3> hangul;
    bool is_tail = false;
    for (const char32_t part : unicode::decomposition(point, hangul, options_.compatible)) {
      order(part, unicode::properties(part).combining_class, source, is_tail);
      is_tail = true;
    }
  }

  void order(char32_t point, std::uint8_t combining_class, std::uint32_t source, bool is_tail) {
    if (combining_class != 0) return marks_.add({point, source, combining_class, is_tail});
    if (!marks_.empty()) settle_marks();
    fold(point, source);
  }

  void settle_marks() {
    if (marks_.empty()) return;
    for (const auto& mark : marks_.ordered()) fold(mark.point, mark.source);
    marks_.clear();
  }

  void fold(char32_t point, std::uint32_t source) {
    const auto flags = unicode::properties(point).flags;
    if (flags & stripped_) return;
    if (!options_.lowercase || !(flags & unicode::kLowers)) return sink_.put(point, source);
    sink_.put(unicode::lower(point), source);
    if (point == unicode::kDottedCapitalI) sink_.put(unicode::kDotAbove, source);
  }

  NormaliserOptions options_;
  bool decomposes_ = false;
  std::uint16_t stripped_ = 0;  // flags of what is deleted
  std::uint16_t decomposing_ = unicode::kDecomposes;
  std::array<unsigned char, 128> ascii_;
  Sink& sink_;
  MarkRun marks_;
};

// Normalised text as UTF-8, with the source of every byte.
class NormalisedText {
 public:
  std::string_view text() const { return {text_.data(), text_.size()}; }
  std::span<const std::uint32_t> sources() const { return sources_.span(); }

  // False where there was no memory for all that was put.
  bool complete() const { return text_.complete() && sources_.complete(); }

  void put(char32_t point, std::uint32_t source) {
    char bytes[4];
    const auto count = unicode::encode(point, bytes);
    text_.append(bytes, count);
    sources_.append(count, source);
  }
  void clear() {
    text_.clear();
    sources_.clear();
  }

 private:
  Growing<char> text_;
  Growing<std::uint32_t> sources_;
};

}  // namespace attnscope
