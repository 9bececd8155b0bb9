// The rules of the reference tokenizer (BertNormalizer, BertPreTokenizer, WordPiece) written as
// they are told: one whole pass after the other, ordinary containers, nothing clever. What core
// does in one stream must come out the same. Only the character tables are core's own; they are
// checked against the reference elsewhere, one character at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "text/normalizer/normaliser.h"
#include "text/unicode/unicode.h"

namespace attnscope::test {

struct PlainCharacter {
  char32_t point;
  std::uint32_t source;  // number of the code point in the text
  bool is_tail = false;  // not the first character of its source's decomposition
};

struct PlainToken {
  std::int32_t id;
  std::uint32_t start, end;
  std::int32_t word;
  bool operator==(const PlainToken&) const = default;
};

struct PlainTokenizer {
  std::map<std::string, std::int32_t, std::less<>> vocabulary;
  std::map<std::string, std::int32_t, std::less<>> added;  // matched in the text as it came
  NormaliserOptions options;
  std::int32_t unknown = 0;
  std::size_t most_characters = 100;

  std::vector<PlainToken> tokens(std::string_view text) const {
    std::vector<PlainToken> out;
    std::uint32_t source = 0;
    std::int32_t word = 0;
    for (std::size_t at = 0, begin = 0; at <= text.size();) {
      const std::string_view match = at < text.size() ? added_at(text, at) : std::string_view{};
      if (match.empty() && at < text.size()) {
        ++at;
        continue;
      }
      for (const auto& characters : words(text.substr(begin, at - begin), source))
        cut(characters, word++, out);
      if (at == text.size()) break;
      const auto length = static_cast<std::uint32_t>(match.size());  // added tokens are ASCII here
      out.push_back({added.find(match)->second, source, source + length, word++});
      source += length;
      begin = at += match.size();
    }
    return out;
  }

 private:
  using Characters = std::vector<PlainCharacter>;

  std::string_view added_at(std::string_view text, std::size_t at) const {
    std::string_view longest;
    for (const auto& [content, id] : added) {
      const auto here = text.substr(at, content.size());
      if (here == content && content.size() > longest.size()) longest = here;
    }
    return longest;
  }

  static std::uint8_t class_of(const PlainCharacter& c) {
    return unicode::properties(c.point).combining_class;
  }
  static bool has(const PlainCharacter& c, std::uint8_t flag) {
    return unicode::properties(c.point).flags & flag;
  }

  Characters cleaned(const Characters& in) const {
    Characters out;
    for (const auto& c : in) {
      if (has(c, unicode::kDeleted)) continue;
      out.push_back(has(c, unicode::kBlank) ? PlainCharacter{U' ', c.source} : c);
    }
    return out;
  }

  static Characters spaced(const Characters& in) {
    Characters out;
    for (const auto& c : in) {
      if (!has(c, unicode::kIdeograph)) {
        out.push_back(c);
        continue;
      }
      for (const char32_t point : {U' ', c.point, U' '}) out.push_back({point, c.source});
    }
    return out;
  }

  // Canonical decomposition and order. As in the reference, sources stay where they are while marks
  // move over them.
  static Characters decomposed(const Characters& in) {
    Characters out;
    for (const auto& c : in) {
      if (!has(c, unicode::kDecomposes)) {
        out.push_back(c);
        continue;
      }
      std::array<char32_t, 3> hangul;
      bool is_tail = false;
      for (const char32_t part : unicode::decomposition(c.point, hangul)) {
        out.push_back({part, c.source, is_tail});
        is_tail = true;
      }
    }
    for (auto begin = out.begin(); begin != out.end();) {
      begin = std::find_if(begin, out.end(), [](const auto& c) { return class_of(c) != 0; });
      const auto end =
          std::find_if(begin, out.end(), [](const auto& c) { return class_of(c) == 0; });
      if (begin == end) break;
      std::vector<std::uint32_t> places;
      for (auto c = begin; c != end; ++c)
        if (!c->is_tail) places.push_back(c->source);
      std::uint32_t place = begin->source;
      const Characters run(begin, end);
      const auto falls = [](const auto& a, const auto& b) { return class_of(a) > class_of(b); };
      if (std::adjacent_find(begin, end, falls) != end) {
        auto to = begin;
        for (int wanted = 1; wanted < 256; ++wanted)
          for (const auto& c : run)
            if (class_of(c) == wanted) *to++ = c;
        auto next = places.begin();
        for (auto c = begin; c != end; ++c) c->source = c->is_tail ? place : place = *next++;
      }
      begin = end;
    }
    return out;
  }

  static Characters without_marks(Characters in) {
    std::erase_if(in, [](const auto& c) { return has(c, unicode::kMark); });
    return in;
  }

  static Characters lowered(const Characters& in) {
    Characters out;
    for (const auto& c : in) {
      out.push_back({has(c, unicode::kLowers) ? unicode::lower(c.point) : c.point, c.source});
      if (c.point == unicode::kDottedCapitalI) out.push_back({unicode::kDotAbove, c.source});
    }
    return out;
  }

  std::vector<Characters> words(std::string_view text, std::uint32_t& source) const {
    Characters all;
    for (std::size_t at = 0; at < text.size();) {
      const auto [point, bytes] = unicode::decode(text, at);
      all.push_back({point, source++});
      at += bytes;
    }
    if (options.clean_text) all = cleaned(all);
    if (options.handle_chinese_chars) all = spaced(all);
    if (options.strip_accents) all = without_marks(decomposed(all));
    if (options.lowercase) all = lowered(all);

    std::vector<Characters> words(1);
    for (const auto& c : all) {
      const bool stands_alone = has(c, unicode::kPunctuation);
      if (stands_alone || has(c, unicode::kWhitespace)) words.emplace_back();
      if (has(c, unicode::kWhitespace)) continue;
      words.back().push_back(c);
      if (stands_alone) words.emplace_back();
    }
    std::erase_if(words, [](const auto& word) { return word.empty(); });
    return words;
  }

  static std::string spelling(const Characters& word, std::size_t begin, std::size_t end) {
    std::string text;
    for (std::size_t i = begin; i < end; ++i) {
      char bytes[4];
      text.append(bytes, unicode::encode(word[i].point, bytes));
    }
    return text;
  }

  void cut(const Characters& word, std::int32_t number, std::vector<PlainToken>& out) const {
    std::vector<PlainToken> pieces;
    for (std::size_t begin = 0; begin < word.size();) {
      std::size_t end = word.size() > most_characters ? begin : word.size();
      auto piece = vocabulary.end();
      for (; end > begin; --end) {
        piece = vocabulary.find((begin ? "##" : "") + spelling(word, begin, end));
        if (piece != vocabulary.end()) break;
      }
      if (end == begin) {
        pieces = {{unknown, word.front().source, word.back().source + 1, number}};
        break;
      }
      pieces.push_back({piece->second, word[begin].source, word[end - 1].source + 1, number});
      begin = end;
    }
    out.insert(out.end(), pieces.begin(), pieces.end());
  }
};

}  // namespace attnscope::test
