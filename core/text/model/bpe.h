// Byte-pair encoding (Sennrich, Haddow and Birch 2016): of all neighbours in a word, the pair that
// was learned first becomes one token, until none is left that was learned.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/growing.h"
#include "text/characters.h"
#include "text/model/bytes.h"
#include "text/model/vocabulary.h"
#include "text/tokens.h"

namespace attnscope {

struct BpeOptions {
  std::optional<std::int32_t> unknown;  // of characters without a token, which are left out else
  bool fuse_unknown = false;            // one for all that stand together
  bool byte_fallback = false;           // bytes in place of it, where all are there
  bool ignore_merges = false;           // a word that is a token is taken whole
};

// What pairs become, and which first.
class Merges {
 public:
  struct Merge {
    std::int32_t left, right;
    std::int32_t result;
  };
  struct Found {
    std::uint32_t rank = 0;
    std::int32_t result = -1;  // -1: no such pair
  };

  // In the order that they were learned in; of a pair that comes twice the last counts. Nothing
  // where so many fall on one place of the table that looking up would no longer be constant.
  static std::optional<Merges> make(std::span<const Merge> merges);
  static std::uint64_t bytes_needed(std::uint64_t merges);

  Found find(std::int32_t left, std::int32_t right) const;

 private:
  struct Slot {
    std::int32_t left = -1, right = -1;
    Found found;
  };
  std::size_t place(std::int32_t left, std::int32_t right) const;

  std::vector<Slot> slots_;  // a power of two, at most half full
  unsigned shift_ = 0;
};

struct Bpe {
  Bpe(const Vocabulary& vocabulary, const BpeOptions& options, Merges merges);

  BpeOptions options;
  Merges merges;
  ByteTokens bytes;
  // Tokens of single characters, those that stand for bytes among them.
  std::array<std::int32_t, 0x180> first;
};

// Cuts words, each in time n log n.
class BpeCutter {
 public:
  BpeCutter(const Vocabulary& vocabulary, const Bpe& model)
      : vocabulary_(vocabulary), model_(model) {}

  void cut(std::span<const Character> word, std::int32_t number, Tokens& out);

  // False where there was no memory for a word.
  bool complete() const { return symbols_.complete() && queue_.complete() && word_.complete(); }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  struct Symbol {
    std::int32_t id;
    std::uint32_t bytes;  // 0: it was merged into the one before it
    std::uint32_t before, after;
  };
  struct Candidate {
    std::uint32_t rank, at;
    std::int32_t result;
  };
  static bool is_later(const Candidate& a, const Candidate& b);
  bool take_whole(std::span<const Character> word, std::int32_t number, Tokens& out);
  void add_symbols(std::span<const Character> word);
  void add(std::int32_t id, std::uint32_t bytes);
  void merge();
  void propose(std::uint32_t left, std::uint32_t right);
  std::int32_t token_of(char32_t point, std::string_view bytes) const;

  const Vocabulary& vocabulary_;
  const Bpe& model_;
  Growing<Symbol> symbols_;
  Growing<Candidate> queue_;  // a heap, the next one first
  Growing<char> word_;
};

}  // namespace attnscope
