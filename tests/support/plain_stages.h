// The models of BPE and Unigram in their plainest form, to compare with: slow, and short enough to
// be checked by eye.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/unicode/unicode.h"

namespace attnscope::test {

struct PlainPiece {
  std::int32_t id;
  std::size_t begin, end;  // characters
  bool operator==(const PlainPiece&) const = default;
};

using PlainPieces = std::map<std::string, std::int32_t, std::less<>>;

inline std::vector<std::string> plain_characters(std::string_view text) {
  std::vector<std::string> characters;
  for (std::size_t at = 0; at < text.size();) {
    const auto [point, bytes] = unicode::decode(text, at);
    char out[4];
    characters.emplace_back(out, unicode::encode(point, out));
    at += bytes;
  }
  return characters;
}

// Again and again the pair that was learned first, of several the leftmost.
inline std::vector<PlainPiece> plain_bpe(
    std::string_view text, const PlainPieces& pieces,
    const std::vector<std::pair<std::string, std::string>>& merges, std::int32_t unknown) {
  struct Symbol {
    std::string text;
    std::int32_t id;
    std::size_t begin, end;
  };
  std::vector<Symbol> word;
  for (const std::string& character : plain_characters(text)) {
    const auto found = pieces.find(character);
    const std::size_t at = word.size();
    if (found == pieces.end()) {
      word.push_back({"", unknown, at, at + 1});
    } else {
      word.push_back({character, found->second, at, at + 1});
    }
  }
  for (bool merged = true; merged;) {
    merged = false;
    for (const auto& [left, right] : merges) {
      for (std::size_t i = 0; i + 1 < word.size(); ++i) {
        if (word[i].text != left || word[i + 1].text != right) continue;
        word[i] = {left + right, pieces.find(left + right)->second, word[i].begin, word[i + 1].end};
        word.erase(word.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        merged = true;
        break;
      }
      if (merged) break;
    }
  }
  std::vector<PlainPiece> out;
  for (const Symbol& symbol : word) out.push_back({symbol.id, symbol.begin, symbol.end});
  return out;
}

// The best of all ways to every character; of equally good ones the first that was found.
inline std::vector<PlainPiece> plain_unigram(std::string_view text, const PlainPieces& pieces,
                                             const std::vector<double>& scores,
                                             std::int32_t unknown) {
  double least = scores[0];
  for (const double score : scores) least = score < least ? score : least;
  const auto characters = plain_characters(text);
  struct Way {
    double score = 0;
    std::optional<PlainPiece> last;
  };
  std::vector<Way> ways(characters.size() + 1);
  for (std::size_t from = 0; from < characters.size(); ++from) {
    const auto offer = [&](std::size_t to, double score, std::int32_t id) {
      Way& way = ways[to];
      const double sum = ways[from].score + score;
      if (!way.last || sum > way.score) way = {sum, PlainPiece{id, from, to}};
    };
    std::string piece;
    bool single = false;
    for (std::size_t to = from + 1; to <= characters.size(); ++to) {
      piece += characters[to - 1];
      const auto found = pieces.find(piece);
      if (found == pieces.end()) continue;
      offer(to, scores[static_cast<std::size_t>(found->second)], found->second);
      single |= to == from + 1;
    }
    if (!single) offer(from + 1, least - 10, unknown);
  }
  std::vector<PlainPiece> back;
  for (std::size_t to = characters.size(); to > 0; to = back.back().begin) {
    const PlainPiece last = *ways[to].last;
    if (!back.empty() && back.back().id == unknown && last.id == unknown) {
      back.back().begin = last.begin;
    } else {
      back.push_back(last);
    }
  }
  return {back.rbegin(), back.rend()};
}

}  // namespace attnscope::test
