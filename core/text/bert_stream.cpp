#include "text/bert_stream.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "text/model/word_piece.h"
#include "text/normalizer/normaliser.h"
#include "text/stretches.h"
#include "text/unicode/unicode.h"

namespace attnscope {
namespace {

// The reference's BertPreTokenizer: blanks end a word, punctuation is a word of
// its own; or as the file has it. Words go straight on to be cut; nothing but one word is kept.
class Splitter {
 public:
  Splitter(const TokenizerParts& parts, Tokens& out)
      : plain_(parts.plain),
        kinds_(parts.splitter.kinds),
        alone_(parts.splitter.punctuation ? unicode::kPunctuation : 0),
        most_plain_(std::min(parts.word_piece.most_characters, kMostPlain)),
        word_(parts.word_piece.most_characters),
        cutter_(parts.vocabulary, parts.word_piece),
        out_(out) {}

  // The short way: takes blanks, punctuation and words of ASCII off the start of `text`, as far as
  // they go, and returns how many characters. The word it stops at goes the long way.
  std::uint32_t put_plain(std::string_view text, std::uint32_t source) {
    if (!word_.empty()) return 0;
    const auto* const begin = reinterpret_cast<const unsigned char*>(text.data());
    const auto* const end = begin + text.size();
    const auto* at = begin;
    while (at != end) {
      const unsigned char kind = plain_.kinds[*at];
      const std::uint32_t start = source + static_cast<std::uint32_t>(at - begin);
      if (kind > PlainCharacters::kPunctuation) {
        const std::size_t size = put_plain_word(at, end, start);
        if (size == 0) break;
        at += size;
        continue;
      }
      if (kind == PlainCharacters::kOther) break;
      if (kind == PlainCharacters::kPunctuation) {
        out_.add(plain_.punctuation[*at], start, start + 1, number_++);
      }
      ++at;
    }
    return static_cast<std::uint32_t>(at - begin);
  }

  void put(char32_t point, std::uint32_t source) {
    const auto flags = unicode::properties(point).flags;
    if (!(flags & (unicode::kWhitespace | alone_))) {
      if (kinds_) end_other_kind(flags & unicode::kWord);
      return word_.put(point, source);
    }
    end_word();
    if (flags & unicode::kWhitespace) return;
    word_.put(point, source);
    end_word();
  }

  void end_word() {
    if (word_.empty()) return;
    cutter_.cut(word_, number_++, out_);
    word_.clear();
  }

  void put_added(std::int32_t id, std::uint32_t start, std::uint32_t end) {
    out_.add(id, start, end, number_++);
  }

 private:
  // Ends the word where it is of other characters than the next is.
  void end_other_kind(bool kind) {
    if (kind != kind_) end_word();
    kind_ = kind;
  }

  // Longer words are rare, and go the long way.
  static constexpr std::size_t kMostPlain = 64;

  // Returns the size of the word that starts at `at`; 0 where it is not all plain.
  std::size_t put_plain_word(const unsigned char* at, const unsigned char* end,
                             std::uint32_t source) {
    char word[kMostPlain];
    std::uint32_t hash = Vocabulary::kHashStart;
    const auto left = static_cast<std::size_t>(end - at);
    std::size_t size = 0;
    for (; size < left; ++size) {
      const unsigned char kind = plain_.kinds[at[size]];
      if (kind <= PlainCharacters::kPunctuation) break;
      if (size == most_plain_) return 0;
      word[size] = static_cast<char>(kind);
      hash = Vocabulary::hash_byte(hash, word[size]);
    }
    if (size < left && plain_.kinds[at[size]] == PlainCharacters::kOther &&
        !ends_word({reinterpret_cast<const char*>(at + size), left - size})) {
      return 0;
    }
    cutter_.cut_plain({word, size}, hash, source, number_++, out_);
    return size;
  }

  // Whether the character at the start of `text` surely ends a word. Others may be marks, or
  // nothing at all once they are normalised, and then the word goes on.
  static bool ends_word(std::string_view text) {
    const unicode::Properties known = unicode::properties(unicode::decode(text, 0).point);
    constexpr auto kEnds = unicode::kWhitespace | unicode::kPunctuation;
    constexpr auto kMore = unicode::kBlank | unicode::kWord | unicode::kLetter | unicode::kNumber |
                           unicode::kCompatible;
    return (known.flags & kEnds) && !(known.flags & ~(kEnds | kMore)) && known.combining_class == 0;
  }

  const PlainCharacters& plain_;
  bool kinds_;
  bool kind_ = false;    // of the last character of the word
  std::uint16_t alone_;  // flags of a character that is a word of its own
  std::size_t most_plain_;
  Word word_;
  WordCutter cutter_;
  Tokens& out_;
  std::int32_t number_ = 0;
};

// The way of a file with added tokens to be matched after normalisation: the
// stretch is normalised as a whole, searched, and the rest split.
void split_normalised(const TokenizerParts& parts, const NormalisedText& stretch,
                      Splitter& splitter) {
  const std::string_view text = stretch.text();
  const auto sources = stretch.sources();
  const auto put_until = [&](std::size_t at, std::size_t end) {
    while (at < end) {
      const auto [point, bytes] = unicode::decode(text, at);
      splitter.put(point, sources[at]);
      at += bytes;
    }
    splitter.end_word();
  };
  AddedTokens::Search search(parts.normalised_tokens, text);
  std::size_t at = 0;
  while (const auto match = search.next()) {
    put_until(at, match->begin);
    splitter.put_added(match->id, sources[match->begin], sources[match->end - 1] + 1);
    at = match->end;
  }
  put_until(at, text.size());
}

}  // namespace

Result<void> stream_bert(const TokenizerParts& parts, std::string_view text, Tokens& out) {
  Splitter splitter(parts, out);
  const auto put_added = [&](std::int32_t id, std::uint32_t start, std::uint32_t end,
                             std::string_view) { splitter.put_added(id, start, end); };
  if (parts.normalised_tokens.empty()) {
    Normaliser normaliser(parts.normaliser, splitter);
    each_stretch(parts.raw_tokens, text, put_added,
                 [&](std::string_view piece, std::uint32_t source) {
                   source = normaliser.put_piece(piece, source);
                   splitter.end_word();
                   return source;
                 });
    return normaliser.complete() ? Result<void>() : no_memory(text);
  }
  NormalisedText stretch;
  Normaliser normaliser(parts.normaliser, stretch);
  each_stretch(parts.raw_tokens, text, put_added,
               [&](std::string_view piece, std::uint32_t source) {
                 stretch.clear();
                 source = normaliser.put_piece(piece, source);
                 split_normalised(parts, stretch, splitter);
                 return source;
               });
  return normaliser.complete() && stretch.complete() ? Result<void>() : no_memory(text);
}

}  // namespace attnscope
