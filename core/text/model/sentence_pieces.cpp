#include "text/model/sentence_pieces.h"

#include <span>
#include <string>

#include "text/stretches.h"
#include "text/tokenizer_parts.h"

namespace attnscope {
namespace {

constexpr char32_t kBlank = U'\u2581';

// What stands at the start of `text`, and how many characters it replaces.
struct Start {
  std::size_t count = 1;
  std::string_view becomes;
};

Start start_of(const SentencePieces& model, std::span<const Character> text, char (&room)[4]) {
  if (model.map) {
    if (const auto [count, becomes] = model.map->longest(text); count != 0) return {count, becomes};
  }
  return {1, {room, unicode::encode(text[0].point, room)}};
}

class Run {
 public:
  Run(const TokenizerParts& parts, Tokens& out)
      : parts_(parts),
        model_(*parts.sentence_pieces),
        cutter_(model_.pieces, model_.unigram),
        out_(out) {}

  bool of(std::string_view text) {
    each_stretch(
        parts_.raw_tokens, text,
        [&](std::int32_t id, std::uint32_t start, std::uint32_t end, std::string_view) {
          out_.add(id, start, end, number_++);
        },
        [&](std::string_view piece, std::uint32_t source) { return put_stretch(piece, source); });
    return characters_.complete() && text_.complete() && words_.complete() && cutter_.complete();
  }

 private:
  std::int32_t id_of(std::string_view spelling) const {
    const Vocabulary& own = parts_.vocabulary;
    const std::int32_t id = spelling.size() > own.longest_bytes() ? -1 : own.find({}, spelling);
    return id < 0 ? model_.unknown : id;
  }

  std::uint32_t put_stretch(std::string_view piece, std::uint32_t source) {
    if (piece.starts_with(">>")) {
      if (const std::size_t end = piece.find("<<"); end != std::string_view::npos) {
        const std::uint32_t start = source;
        for (std::size_t at = 0; at < end + 2; ++source) at += unicode::decode(piece, at).bytes;
        out_.add(id_of(piece.substr(0, end + 2)), start, source, number_++);
        piece.remove_prefix(end + 2);
      }
    }
    characters_.clear();
    for (std::size_t at = 0; at < piece.size(); ++source) {
      const auto [point, bytes] = unicode::decode(piece, at);
      characters_.push_back({point, source});
      at += bytes;
    }
    text_.clear();
    const std::uint32_t past = normalise(model_, characters_.span(), source, text_);
    put_pieces(past);
    return source;
  }

  // Nothing of what is longer than any piece.
  std::string spelling(std::uint32_t from, std::uint32_t to) const {
    std::string text;
    for (; from < to && to - from <= kMostPieceBytes; ++from) {
      char bytes[4];
      text.append(bytes, unicode::encode(text_[from].point, bytes));
    }
    return text;
  }

  // Of a model of words, the last one first. Unknown ones that stand together are one.
  std::span<const UnigramCutter::Part> words() {
    words_.clear();
    auto to = static_cast<std::uint32_t>(text_.size());
    for (std::uint32_t from = to; from-- > 0;) {
      if (from != 0 && text_[from].point != kBlank) continue;
      std::int32_t id = model_.pieces.find({}, spelling(from, to));
      if (id < 0) id = model_.unigram.unknown;
      const bool fuses =
          id == model_.unigram.unknown && !words_.empty() && words_[words_.size() - 1].id == id;
      if (fuses) {
        words_[words_.size() - 1].from = from;
      } else {
        words_.push_back({from, to, id});
      }
      to = from;
    }
    return words_.span();
  }

  void put_pieces(std::uint32_t past) {
    if (text_.empty()) return;
    const auto parts = model_.words ? words() : cutter_.best(text_.span());
    for (std::size_t i = parts.size(); i-- > 0;) {
      const auto& [from, to, id] = parts[i];
      if (i + 1 != parts.size() && text_[from].point == kBlank) ++number_;
      const std::uint32_t end = to < text_.size() ? text_[to].source : past;
      // What the model does not know, the vocabulary may: it holds the other language's pieces too.
      const std::int32_t own = id == model_.unigram.unknown
                                   ? id_of(spelling(from, to))
                                   : model_.ids[static_cast<std::size_t>(id)];
      out_.add(own, text_[from].source, end, number_);
    }
    ++number_;
  }

  const TokenizerParts& parts_;
  const SentencePieces& model_;
  UnigramCutter cutter_;
  Tokens& out_;
  Characters characters_, text_;
  Growing<UnigramCutter::Part> words_;
  std::int32_t number_ = 0;
};

}  // namespace

std::uint32_t normalise(const SentencePieces& model, std::span<const Character> text,
                        std::uint32_t past, Characters& out) {
  char room[4];
  std::size_t at = 0;
  while (model.removes_blanks && at < text.size()) {
    const auto [count, becomes] = start_of(model, text.subspan(at), room);
    if (becomes != " ") break;
    at += count;
  }
  if (at == text.size()) return past;
  if (model.adds_prefix) out.push_back({kBlank, text[at].source});
  bool was_blank = model.removes_blanks;
  while (at < text.size()) {
    auto [count, becomes] = start_of(model, text.subspan(at), room);
    while (was_blank && becomes.starts_with(' ')) becomes.remove_prefix(1);
    if (!becomes.empty()) was_blank = model.removes_blanks && becomes.ends_with(' ');
    for (std::size_t i = 0; i < becomes.size();) {
      const auto [point, bytes] = unicode::decode(becomes, i);
      out.push_back({point == U' ' ? kBlank : point, text[at].source});
      i += bytes;
    }
    at += count;
  }
  while (model.removes_blanks && !out.empty() && out[out.size() - 1].point == kBlank) {
    past = out[out.size() - 1].source;
    out.resize(out.size() - 1);
  }
  return past;
}

Result<void> run_sentence_pieces(const TokenizerParts& parts, std::string_view text, Tokens& out) {
  return Run(parts, out).of(text) ? Result<void>() : no_memory(text);
}

}  // namespace attnscope
