// Unigram (Kudo 2018): of all ways to cut a word into pieces, the one whose pieces are likeliest
// together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/growing.h"
#include "text/characters.h"
#include "text/model/bytes.h"
#include "text/model/vocabulary.h"
#include "text/tokens.h"

namespace attnscope {

struct Unigram {
  // `scores`, logarithms of probabilities, in the order of the ids.
  Unigram(const Vocabulary& vocabulary, std::vector<double> scores, std::int32_t unknown,
          bool byte_fallback);

  std::vector<double> scores;
  bool rounds = false;   // sums are those of float32, as SentencePiece has them
  double unknown_score;  // of a character that is no piece: the least of all less 10
  std::int32_t unknown;
  ByteTokens bytes;
};

// Cuts words, each in time characters x longest piece. Unknown characters that stand together are
// one token, or bytes where all of them are there.
class UnigramCutter {
 public:
  UnigramCutter(const Vocabulary& vocabulary, const Unigram& model)
      : vocabulary_(vocabulary), model_(model) {}

  void cut(std::span<const Character> word, std::int32_t number, Tokens& out);

  // The parts of a word, the last one first, and the text of one. Nothing where there is no memory.
  struct Part {
    std::uint32_t from, to;
    std::int32_t id;
  };
  std::span<const Part> best(std::span<const Character> word);
  std::string_view text(std::uint32_t from, std::uint32_t to) const {
    return {bytes_.data() + starts_[from], starts_[to] - starts_[from]};
  }

  // False where there was no memory for a word.
  bool complete() const {
    return bytes_.complete() && starts_.complete() && best_.complete() && path_.complete();
  }

 private:
  // The best way to what ends at a character.
  struct Best {
    double score;
    std::uint32_t from;  // the character where its last piece begins
    std::int32_t id;     // -1: nothing ends here
  };
  void spell(std::span<const Character> word);
  void find_best();
  void trace_back();

  const Vocabulary& vocabulary_;
  const Unigram& model_;
  Growing<char> bytes_;            // of the word
  Growing<std::uint32_t> starts_;  // of its characters in them, and the end
  Growing<Best> best_;
  Growing<Part> path_;  // the last part first
};

}  // namespace attnscope
