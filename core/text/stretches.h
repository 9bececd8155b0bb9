// A text between the added tokens in it, with the numbers of their code points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "text/added_tokens.h"
#include "text/unicode/unicode.h"

namespace attnscope {

// The numbers of the code points where matches begin and end. A match may begin and end before the
// end of the one before it, and many may share an end: each is counted on from the nearest place.
class Places {
 public:
  explicit Places(std::string_view text) : text_(text) {}

  // Begins never go back.
  std::uint32_t begin(std::size_t byte) {
    begin_ = after(begin_, byte);
    return begin_.point;
  }
  // That a match begins at `byte`, which is code point `point`.
  void set_begin(std::size_t byte, std::uint32_t point) { begin_ = {byte, point}; }

  // The end of a match whose begin was asked for last.
  std::uint32_t end(std::size_t byte) {
    if (byte == furthest_.byte) return furthest_.point;
    const Place found = after(begin_, byte);
    if (byte > furthest_.byte) furthest_ = found;
    return found.point;
  }

 private:
  struct Place {
    std::size_t byte = 0;
    std::uint32_t point = 0;
  };
  Place after(Place place, std::size_t byte) const {
    for (; place.byte < byte; ++place.point) place.byte += unicode::decode(text_, place.byte).bytes;
    return place;
  }

  std::string_view text_;
  Place begin_, furthest_;
};

// Calls put_added(id, start, end, matched) for each added token in a text as it came, and
// put_stretch(piece, source) for what is between them, which returns the number of the code point
// after the piece.
template <class PutAdded, class PutStretch>
void each_stretch(const AddedTokens& added, std::string_view text, PutAdded put_added,
                  PutStretch put_stretch) {
  AddedTokens::Search search(added, text);
  Places places(text);
  std::size_t at = 0;
  std::uint32_t source = 0;
  while (const auto match = search.next()) {
    if (at < match->begin) {
      source = put_stretch(text.substr(at, match->begin - at), source);
      places.set_begin(match->begin, source);
    }
    const std::uint32_t start = places.begin(match->begin);
    source = places.end(match->end);
    put_added(match->id, start, source, text.substr(match->begin, match->end - match->begin));
    at = match->end;
  }
  put_stretch(text.substr(at), source);
}

}  // namespace attnscope
