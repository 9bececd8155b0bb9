#include "text/model/model_lists.h"

#include <utility>

#include "base/printable.h"
#include "text/model/vocabulary.h"
#include "text/tokenizer_keys.h"

namespace attnscope {

using namespace tokenizer_keys;

bool ModelLists::takes(std::string_view parent, std::string_view key) const {
  return parent == "model" && (key == "vocab" || key == "merges");
}

void ModelLists::refuse(Error error) {
  if (!problem_) problem_ = std::move(error);
}

// What is left of a pair at its end.
void ModelLists::end_pair() {
  if (parts_ == 2) return;
  refuse(bad({entry(), " is no pair"}).error());
  parts_ = 2;
}

std::string ModelLists::entry() const {
  return (member_ == Member::kMerges ? "model.merges[" : "model.vocab[") +
         std::to_string(entries_ - 1) + "]";
}

Result<void> ModelLists::finish() {
  end_pair();
  if (!text_.complete() || !pieces_.complete() || !scores_.complete() || !merges_.complete()) {
    return fail(ErrorCode::kOutOfMemory, "not enough memory for the vocabulary");
  }
  if (problem_) return std::unexpected(*problem_);
  return {};
}

void ModelLists::take(unsigned depth, std::string_view key, Json&& value) {
  if (depth <= 1) end_pair();
  if (depth == 0) {
    member_ = key == "merges"     ? Member::kMerges
              : value.is_object() ? Member::kPieces
                                  : Member::kScores;
    entries_ = 0;
    return;
  }
  switch (member_) {
    case Member::kPieces:
      if (depth == 1) take_id(key, value);
      break;
    case Member::kScores:
      take_scored(depth, value);
      break;
    case Member::kMerges:
      take_merge(depth, value);
      break;
  }
}

std::uint32_t ModelLists::add_text(std::string_view text) {
  const auto start = static_cast<std::uint32_t>(text_.size());
  text_.append(text.data(), text.size());
  return start;
}

void ModelLists::add_piece(std::string_view piece, std::uint32_t id) {
  if (piece.size() > kMostPieceBytes) {
    refuse(unsupported({"model.vocab holds a piece of ", std::to_string(piece.size()),
                        " bytes, at most ", std::to_string(kMostPieceBytes), " are supported"})
               .error());
    piece = {};
  }
  pieces_.push_back({add_text(piece), static_cast<std::uint32_t>(piece.size()), id});
}

void ModelLists::take_id(std::string_view piece, const Json& value) {
  const auto id = as_unsigned(value);
  const bool fits = id && *id < kNoId;
  if (!fits && odd_id_.empty()) {
    odd_id_ = "model.vocab[" + in_quotes(piece) + "] is " + shown(value);
  }
  add_piece(piece, fits ? static_cast<std::uint32_t>(*id) : kNoId);
}

// A list of ["piece", score].
void ModelLists::take_scored(unsigned depth, Json& value) {
  if (depth == 1) {
    ++entries_;
    if (value.is_array()) {
      parts_ = 0;
      return;
    }
  }
  ++parts_;
  const std::string* piece = as_string(&value);
  if (depth == 2 && parts_ == 1 && piece != nullptr) {
    return add_piece(*piece, static_cast<std::uint32_t>(entries_ - 1));
  }
  if (depth == 2 && parts_ == 2 && value.is_number()) return scores_.push_back(value.get<double>());
  refuse(bad({entry(), " holds ", shown(value), ", expected a piece and its score"}).error());
  parts_ = 2;
}

// A list of ["left", "right"] or, of older files, "left right".
void ModelLists::take_merge(unsigned depth, Json& value) {
  std::string* text = value.is_string() ? value.get_ptr<std::string*>() : nullptr;
  const auto wrong = [&] {
    refuse(bad({entry(), " holds ", shown(value), ", expected two pieces"}).error());
    parts_ = 2;
  };
  if (depth == 1) {
    ++entries_;
    if (value.is_array()) {
      parts_ = 0;
      return;
    }
    if (text == nullptr) return wrong();
    if (text->starts_with("#version")) return;
    const auto blank = text->find(' ');
    if (blank == std::string::npos || text->find(' ', blank + 1) != std::string::npos) {
      return wrong();
    }
    text->erase(blank, 1);
    const auto left = static_cast<std::uint32_t>(blank);
    merges_.push_back({add_text(*text), left, static_cast<std::uint32_t>(text->size()) - left});
    return;
  }
  if (depth != 2 || text == nullptr || parts_ >= 2) return wrong();
  const std::uint32_t start = add_text(*text);
  const auto bytes = static_cast<std::uint32_t>(text->size());
  if (++parts_ == 1) {
    merges_.push_back({start, bytes, 0});
  } else if (!merges_.empty()) {
    merges_[merges_.size() - 1].right = bytes;
  }
}

}  // namespace attnscope
