#include "text/word_piece.h"

#include <algorithm>

#include "text/unicode.h"

namespace attnscope {

// Room for one character even where limit is 0: the ends are always known.
Word::Word(std::size_t limit) : limit_(limit), bytes_((limit + 1) * 4), sources_((limit + 1) * 4) {}

void Word::put(char32_t point, std::uint32_t source) {
  last_source_ = source;
  // The character after the last one allowed only marks the word too long.
  if (characters_ < limit_ || characters_ == 0) {
    const std::uint32_t bytes = unicode::encode(point, bytes_.data() + size_);
    for (std::uint32_t i = 0; i < bytes; ++i) sources_[size_ + i] = source;
    size_ += bytes;
  }
  ++characters_;
}

void Tokens::add(std::int32_t id, std::uint32_t start, std::uint32_t end, std::int32_t word) {
  if (total++ >= limit) return;
  ids.push_back(id);
  starts.push_back(start);
  ends.push_back(end);
  words.push_back(word);
}

void WordCutter::cut(const Word& word, std::int32_t number, Tokens& out) {
  if (word.too_long() || !find_pieces(word.bytes())) {
    return out.add(options_.unknown, word.first_source(), word.last_source() + 1, number);
  }
  for (const Piece& piece : pieces_) {
    out.add(piece.id, word.source(piece.begin), word.source(piece.end - 1) + 1, number);
  }
}

bool WordCutter::find_pieces(std::string_view word) {
  pieces_.clear();
  for (std::size_t at = 0; at < word.size();) {
    const std::string_view prefix = at == 0 ? std::string_view{} : options_.continuing_prefix;
    const auto match = vocabulary_.longest(prefix, word.substr(at));
    if (match.id < 0) return false;
    pieces_.push_back({match.id, at, at + match.bytes});
    at += match.bytes;
  }
  return true;
}

}  // namespace attnscope
