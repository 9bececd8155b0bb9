#include "text/tokenizer.h"

#include <algorithm>
#include <limits>

#include "text/tokenizer_file.h"
#include "text/unicode.h"

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
    const auto [flags, combining_class] = unicode::properties(unicode::decode(text, 0).point);
    constexpr auto kEnds = unicode::kWhitespace | unicode::kPunctuation;
    constexpr auto kMore = unicode::kBlank | unicode::kWord;
    return (flags & kEnds) && !(flags & ~(kEnds | kMore)) && combining_class == 0;
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

// Calls put_stretch(piece, source) for the text between added tokens, which
// returns the number of the code point after the piece.
template <class PutStretch>
void split_raw(const TokenizerParts& parts, std::string_view text, Splitter& splitter,
               PutStretch put_stretch) {
  AddedTokens::Search search(parts.raw_tokens, text);
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
    splitter.put_added(match->id, start, source);
    at = match->end;
  }
  put_stretch(text.substr(at), source);
}

std::unexpected<Error> no_memory(std::string_view text) {
  return fail(ErrorCode::kOutOfMemory,
              "not enough memory to tokenize a text of " + std::to_string(text.size()) + " bytes");
}

Result<Tokens> tokens_of(const TokenizerParts& parts, std::string_view text, std::size_t limit) {
  Tokens tokens;
  tokens.limit = limit;
  tokens.keeps_last = parts.cuts_left;
  // About what a text of one language needs; more is found on the way.
  tokens.kept.reserve(std::min({limit, text.size() / 4 + 8, std::size_t{512}}));
  Splitter splitter(parts, tokens);
  if (parts.normalised_tokens.empty()) {
    Normaliser normaliser(parts.normaliser, splitter);
    split_raw(parts, text, splitter, [&](std::string_view piece, std::uint32_t source) {
      source = normaliser.put_piece(piece, source);
      splitter.end_word();
      return source;
    });
    if (!normaliser.complete()) return no_memory(text);
    tokens.settle();
    return tokens;
  }
  NormalisedText stretch;
  Normaliser normaliser(parts.normaliser, stretch);
  split_raw(parts, text, splitter, [&](std::string_view piece, std::uint32_t source) {
    stretch.clear();
    source = normaliser.put_piece(piece, source);
    split_normalised(parts, stretch, splitter);
    return source;
  });
  if (!normaliser.complete() || !stretch.complete()) return no_memory(text);
  tokens.settle();
  return tokens;
}

void append_added(Encoding& out, const TemplatePart& part, std::uint8_t text) {
  out.ids.push_back(part.id);
  out.types.push_back(part.type);
  out.texts.push_back(text);
  out.starts.push_back(0);
  out.ends.push_back(0);
  out.words.push_back(-1);
  out.special.push_back(1);
}

void append_tokens(Encoding& out, const Tokens& tokens, std::size_t kept, const TemplatePart& part,
                   std::uint8_t text) {
  const std::size_t from = tokens.keeps_last ? tokens.kept.size() - kept : 0;
  const auto copy = [&](auto& to, auto member) {
    const std::size_t before = to.size();
    to.resize(before + kept);
    for (std::size_t i = 0; i < kept; ++i) to[before + i] = tokens.kept[from + i].*member;
  };
  copy(out.ids, &Tokens::Token::id);
  copy(out.starts, &Tokens::Token::start);
  copy(out.ends, &Tokens::Token::end);
  copy(out.words, &Tokens::Token::word);
  out.types.insert(out.types.end(), kept, part.type);
  out.texts.insert(out.texts.end(), kept, text);
  out.special.insert(out.special.end(), kept, std::uint8_t{0});
}

}  // namespace

void Encoding::clear() {
  ids.clear();
  types.clear();
  texts.clear();
  starts.clear();
  ends.clear();
  words.clear();
  special.clear();
  total = 0;
  unpooled = 0;
}

struct Tokenizer::Parts : TokenizerParts {};

Tokenizer::Tokenizer(std::unique_ptr<const Parts> parts) : parts_(std::move(parts)) {}
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer& Tokenizer::operator=(Tokenizer&&) noexcept = default;
Tokenizer::~Tokenizer() = default;

Result<Tokenizer> Tokenizer::from_json(std::string_view json, const TokenizerSettings& settings) {
  auto parts = read_tokenizer_file(json, settings);
  if (!parts) return std::unexpected(std::move(parts.error()));
  return Tokenizer(std::make_unique<const Parts>(std::move(*parts)));
}

Result<Tokenizer> Tokenizer::from_vocabulary(const VocabularyFiles& files,
                                             const TokenizerSettings& settings) {
  auto parts = read_vocabulary_files(files, settings);
  if (!parts) return std::unexpected(std::move(parts.error()));
  return Tokenizer(std::make_unique<const Parts>(std::move(*parts)));
}

Result<Encoding> Tokenizer::encode(std::string_view text, std::optional<std::string_view> pair,
                                   std::size_t max_tokens) const {
  Encoding out;
  if (auto done = encode_into(out, text, pair, max_tokens); !done) {
    return std::unexpected(std::move(done.error()));
  }
  return out;
}

Result<void> Tokenizer::encode_into(Encoding& out, std::string_view text,
                                    std::optional<std::string_view> pair,
                                    std::size_t max_tokens) const {
  const bool is_pair = pair && !pair->empty();
  const Template& layout = is_pair ? parts_->templates.pair : parts_->templates.single;
  const std::size_t added = added_count(layout);
  if (max_tokens < added) {
    return fail(ErrorCode::kBadInput, "at most " + std::to_string(max_tokens) +
                                          " tokens were asked for, and the tokenizer adds " +
                                          std::to_string(added) + " itself");
  }
  constexpr std::size_t kMostBytes = std::numeric_limits<std::uint32_t>::max();
  if (text.size() >= kMostBytes || (is_pair && pair->size() >= kMostBytes)) {
    return fail(ErrorCode::kBadInput, "the text has 4 GiB or more");
  }
  const std::size_t room = max_tokens - added;
  const auto first_tokens = tokens_of(*parts_, text, room);
  if (!first_tokens) return std::unexpected(first_tokens.error());
  const auto second_tokens = is_pair ? tokens_of(*parts_, *pair, room) : Result<Tokens>();
  if (!second_tokens) return std::unexpected(second_tokens.error());
  const Tokens& first = *first_tokens;
  const Tokens& second = *second_tokens;
  const auto [first_kept, second_kept] = cut_longest_first(first.total, second.total, room);

  out.clear();
  out.total = added + first.total + second.total;
  std::uint8_t text_before = 0;
  for (const TemplatePart& part : layout) {
    switch (part.kind) {
      case TemplatePart::Kind::kAdded:
        append_added(out, part, text_before);
        break;
      case TemplatePart::Kind::kFirst:
        text_before = 0;
        append_tokens(out, first, first_kept, part, text_before);
        break;
      case TemplatePart::Kind::kSecond:
        text_before = 1;
        append_tokens(out, second, second_kept, part, text_before);
        break;
    }
  }
  return {};
}

std::string_view Tokenizer::piece(std::int32_t id) const { return parts_->vocabulary.piece(id); }

Tokenizer::Pieces Tokenizer::pieces() const {
  return {parts_->vocabulary.pool(), parts_->vocabulary.starts()};
}

std::size_t Tokenizer::vocabulary_size() const { return parts_->vocabulary.size(); }

}  // namespace attnscope
