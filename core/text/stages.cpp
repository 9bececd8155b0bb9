#include "text/stages.h"

#include <cstddef>
#include <cstdint>
#include <span>

#include "text/normalizer/normaliser.h"
#include "text/post_processor/trim.h"
#include "text/stretches.h"
#include "text/tokenizer_parts.h"

namespace attnscope {
namespace {

template <class Cutter, class Model>
class Run {
 public:
  Run(const TokenizerParts& parts, const Model& model, Tokens& out)
      : parts_(parts), stages_(*parts.stages), cutter_(parts.vocabulary, model), out_(out) {}

  bool of(std::string_view text) {
    each_stretch(
        parts_.raw_tokens, text,
        [&](std::int32_t id, std::uint32_t start, std::uint32_t end, std::string_view matched) {
          put_added(id, start, end, matched);
        },
        [&](std::string_view piece, std::uint32_t source) { return put_stretch(piece, source); });
    return complete_ && cutter_.complete() && out_.blanks.complete();
  }

 private:
  void put_added(std::int32_t id, std::uint32_t start, std::uint32_t end,
                 std::string_view matched) {
    const auto [leading, trailing] = blanks_of(matched);
    if (leading + trailing != 0 && (out_.total < out_.limit || out_.keeps_last)) {
      out_.blanks.push_back({out_.total, leading, trailing});
    }
    out_.add(id, start, end, number_++);
  }

  std::uint32_t put_stretch(std::string_view piece, std::uint32_t source) {
    characters_.clear();
    for (std::size_t at = 0; at < piece.size(); ++source) {
      const auto [point, bytes] = unicode::decode(piece, at);
      characters_.push_back({point, source});
      at += bytes;
    }
    complete_ &= normalise(stages_.normalizer, characters_, room_);
    if (parts_.normalised_tokens.empty()) {
      put_words(characters_.span());
    } else {
      put_normalised();
    }
    return source;
  }

  void put_normalised() {
    NormalisedText text;
    for (std::size_t i = 0; i < characters_.size(); ++i) {
      text.put(characters_[i].point, static_cast<std::uint32_t>(i));
    }
    complete_ &= text.complete();
    const auto character_at = [&](std::size_t byte) {
      return byte < text.sources().size() ? text.sources()[byte] : characters_.size();
    };
    const auto put_until = [&](std::size_t at, std::size_t end) {
      if (at >= end) return;
      const std::size_t first = character_at(at);
      put_words(characters_.span().subspan(first, character_at(end) - first));
    };
    AddedTokens::Search search(parts_.normalised_tokens, text.text());
    std::size_t at = 0;
    while (const auto match = search.next()) {
      put_until(at, match->begin);
      put_added(match->id, characters_[character_at(match->begin)].source,
                characters_[character_at(match->end - 1)].source + 1,
                text.text().substr(match->begin, match->end - match->begin));
      at = match->end;
    }
    put_until(at, text.text().size());
  }

  void put_words(std::span<const Character> stretch) {
    pieces_.clear();
    pieces_.characters.append(stretch.data(), stretch.size());
    pieces_.end_piece();
    complete_ &= split(stages_.pre_tokenizer, pieces_, pieces_room_);
    each_piece(pieces_,
               [&](std::span<const Character> word) { cutter_.cut(word, number_++, out_); });
  }

  const TokenizerParts& parts_;
  const Stages& stages_;
  Cutter cutter_;
  Tokens& out_;
  Characters characters_, room_;
  Pieces pieces_, pieces_room_;
  std::int32_t number_ = 0;
  bool complete_ = true;
};

}  // namespace

Result<void> run_stages(const TokenizerParts& parts, std::string_view text, Tokens& out) {
  const auto& model = parts.stages->model;
  const Bpe* bpe = std::get_if<Bpe>(&model);
  const bool complete =
      bpe ? Run<BpeCutter, Bpe>(parts, *bpe, out).of(text)
          : Run<UnigramCutter, Unigram>(parts, *std::get_if<Unigram>(&model), out).of(text);
  return complete ? Result<void>() : no_memory(text);
}

}  // namespace attnscope
