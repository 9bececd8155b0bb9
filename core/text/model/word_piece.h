// Words, and their cutting into pieces of the vocabulary (WordPiece: Schuster
// and Nakajima 2012, in BERT's greedy form, Devlin et al. 2019).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/model/vocabulary.h"
#include "text/tokens.h"

namespace attnscope {

// One normalised word, with the source of every byte. Past `limit` characters
// only the ends are kept, so a word of any length takes bounded memory.
class Word {
 public:
  explicit Word(std::size_t limit) : limit_(limit) {}

  bool empty() const { return characters_ == 0; }
  bool too_long() const { return characters_ > limit_; }
  void put(char32_t point, std::uint32_t source);
  void clear() { size_ = characters_ = 0; }

  std::string_view bytes() const { return {bytes_.data(), size_}; }
  std::uint32_t first_source() const { return sources_[0]; }
  std::uint32_t last_source() const { return last_source_; }
  std::uint32_t source(std::size_t byte) const { return sources_[byte]; }

 private:
  std::size_t limit_;
  std::size_t size_ = 0;
  std::size_t characters_ = 0;
  std::uint32_t last_source_ = 0;
  std::vector<char> bytes_;
  std::vector<std::uint32_t> sources_;
};

struct WordPieceOptions {
  std::int32_t unknown = 0;              // id of [UNK]
  std::string continuing_prefix = "##";  // of every piece of a word but the first
  std::size_t most_characters = 100;     // a longer word is one [UNK]
};

// Cuts words: the longest piece that fits, again and again; one [UNK] for the
// whole word where nothing fits. Time: at most characters x longest piece.
class WordCutter {
 public:
  WordCutter(const Vocabulary& vocabulary, const WordPieceOptions& options)
      : vocabulary_(vocabulary), options_(options) {}

  void cut(const Word& word, std::int32_t number, Tokens& out);

  // A word of ASCII in normal form, not too long, that begins at `source`; `hash` is its own.
  void cut_plain(std::string_view word, std::uint32_t hash, std::uint32_t source,
                 std::int32_t number, Tokens& out);

 private:
  struct Piece {
    std::int32_t id;
    std::size_t begin, end;  // bytes of the word
  };
  bool find_pieces(std::string_view word);

  const Vocabulary& vocabulary_;
  const WordPieceOptions& options_;
  std::vector<Piece> pieces_;
};

}  // namespace attnscope
