#include "text/pre_tokenizer/steps.h"

#include <utility>

namespace attnscope {
namespace {

using Kind = PreTokenizerStep::Kind;
using Prefix = PreTokenizerStep::Prefix;

void split_words(const SplitterOptions& options, std::span<const Character> piece, Pieces& out) {
  const unsigned alone = options.punctuation ? unicode::kPunctuation : 0;
  bool was_word = false;
  for (const auto& [point, source] : piece) {
    const auto flags = unicode::properties(point).flags;
    const bool is_word = flags & unicode::kWord;
    if ((flags & (unicode::kWhitespace | alone)) || (options.kinds && is_word != was_word)) {
      out.end_piece();
    }
    was_word = is_word;
    if (flags & unicode::kWhitespace) continue;
    out.put(point, source);
    if (flags & alone) out.end_piece();
  }
  out.end_piece();
}

// A blank comes from the character that it is put before.
void put_prefix(const PreTokenizerStep& step, std::span<const Character> piece, Pieces& out) {
  const Character first = piece[0];
  const bool has_blank =
      first.point == step.blank || (step.kind == Kind::kMetaspace && first.point == U' ');
  if (!has_blank && (step.prefix == Prefix::kAll || first.source == 0)) {
    out.put(step.blank, first.source);
  }
  for (const auto& [point, source] : piece) out.put(point, source);
  out.end_piece();
}

void split_metaspace(const PreTokenizerStep& step, std::span<const Character> piece, Pieces& out) {
  for (const auto& [point, source] : piece) {
    const bool is_blank = point == U' ' || point == step.blank;
    if (is_blank && step.splits) out.end_piece();
    out.put(is_blank ? step.blank : point, source);
  }
  out.end_piece();
}

void split_bytes(const PreTokenizerStep& step, std::span<const Character> piece, Pieces& out) {
  std::size_t end = step.splits ? 0 : piece.size();
  for (std::size_t at = 0; at < piece.size(); ++at) {
    if (step.splits && at == end) {
      out.end_piece();
      end = gpt2_match(piece, at);
    }
    const auto& [point, source] = piece[at];
    if (step.kind == Kind::kSplit) {
      out.put(point, source);
      continue;
    }
    char bytes[4];
    const std::uint32_t count = unicode::encode(point, bytes);
    for (std::uint32_t i = 0; i < count; ++i) {
      out.put(character_of_byte(static_cast<unsigned char>(bytes[i])), source);
    }
  }
  out.end_piece();
}

}  // namespace

bool split(const std::vector<PreTokenizerStep>& steps, Pieces& pieces, Pieces& room) {
  const auto pass = [&](auto each) {
    room.clear();
    each_piece(pieces, [&](std::span<const Character> piece) { each(piece, room); });
    std::swap(pieces, room);
  };
  for (const PreTokenizerStep& step : steps) {
    if (step.prefix != Prefix::kNone) {
      pass([&](std::span<const Character> piece, Pieces& out) { put_prefix(step, piece, out); });
    }
    pass([&](std::span<const Character> piece, Pieces& out) {
      if (step.kind == Kind::kWords) return split_words(step.words, piece, out);
      if (step.kind == Kind::kMetaspace) return split_metaspace(step, piece, out);
      split_bytes(step, piece, out);
    });
  }
  return pieces.complete() && room.complete();
}

std::size_t gpt2_match(std::span<const Character> text, std::size_t at) {
  constexpr auto kKinds = unicode::kWhitespace | unicode::kLetter | unicode::kNumber;
  const auto point_at = [&](std::size_t i) { return i < text.size() ? text[i].point : U'\0'; };
  // No character is two of these; 0 is any other, and the end is none.
  const auto kind_at = [&](std::size_t i) -> int {
    return i < text.size() ? unicode::properties(text[i].point).flags & kKinds : -1;
  };
  const char32_t first = text[at].point;
  if (first == U'\'') {
    const char32_t second = point_at(at + 1), third = point_at(at + 2);
    if (second == U's' || second == U't' || second == U'm' || second == U'd') return at + 2;
    if ((second == U'r' && third == U'e') || (second == U'v' && third == U'e') ||
        (second == U'l' && third == U'l')) {
      return at + 3;
    }
  }
  const std::size_t begin = first == U' ' ? at + 1 : at;
  const int kind = kind_at(begin);
  std::size_t end = begin;
  if (kind >= 0 && kind != unicode::kWhitespace) {
    while (kind_at(end) == kind) ++end;
    return end;
  }
  // A run of blanks leaves its last one to what follows it.
  end = at;
  while (kind_at(end) == unicode::kWhitespace) ++end;
  return end == text.size() || end == at + 1 ? end : end - 1;
}

char32_t character_of_byte(unsigned char byte) {
  if (byte >= 0x21 && byte <= 0x7E) return byte;
  if (byte >= 0xA1 && byte != 0xAD) return byte;
  if (byte <= 0x20) return 0x100u + byte;
  if (byte <= 0xA0) return 0x121u + (byte - 0x7Fu);
  return 0x143;
}

}  // namespace attnscope
