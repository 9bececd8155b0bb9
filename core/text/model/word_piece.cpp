#include "text/model/word_piece.h"

#include <algorithm>

#include "text/unicode/unicode.h"

namespace attnscope {

void Word::put(char32_t point, std::uint32_t source) {
  last_source_ = source;
  // The character after the last one allowed only marks the word too long.
  if (characters_ < limit_ || characters_ == 0) {
    // Many a text has no word that comes this way, so there is no memory before the first. Room
    // for one character even where limit is 0: the ends are always known.
    if (bytes_.empty()) {
      bytes_.resize((limit_ + 1) * 4);
      sources_.resize((limit_ + 1) * 4);
    }
    const std::uint32_t bytes = unicode::encode(point, bytes_.data() + size_);
    for (std::uint32_t i = 0; i < bytes; ++i) sources_[size_ + i] = source;
    size_ += bytes;
  }
  ++characters_;
}

void WordCutter::cut(const Word& word, std::int32_t number, Tokens& out) {
  if (word.too_long() || !find_pieces(word.bytes())) {
    return out.add(options_.unknown, word.first_source(), word.last_source() + 1, number);
  }
  for (const Piece& piece : pieces_) {
    out.add(piece.id, word.source(piece.begin), word.source(piece.end - 1) + 1, number);
  }
}

void WordCutter::cut_plain(std::string_view word, std::uint32_t hash, std::uint32_t source,
                           std::int32_t number, Tokens& out) {
  const auto size = static_cast<std::uint32_t>(word.size());
  const auto whole = vocabulary_.find_hashed(hash, word);
  if (whole >= 0) return out.add(whole, source, source + size, number);
  if (!find_pieces(word)) return out.add(options_.unknown, source, source + size, number);
  for (const Piece& piece : pieces_) {
    out.add(piece.id, source + static_cast<std::uint32_t>(piece.begin),
            source + static_cast<std::uint32_t>(piece.end), number);
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
