// model.vocab and model.merges of tokenizer.json, taken as they come: with their values in a
// document they would be nearly all of what it takes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/growing.h"
#include "base/json.h"
#include "base/result.h"

namespace attnscope {

class ModelLists final : public JsonTaker {
 public:
  struct Piece {
    std::uint32_t start, bytes;  // in the text of all
    std::uint32_t id;            // where it is not the place in the list; kNoId is none
  };
  struct Merge {
    std::uint32_t start, left, right;  // where the first begins, and bytes of both
  };
  static constexpr std::uint32_t kNoId = 0xFFFFFFFF;

  bool takes(std::string_view parent, std::string_view key) const override;
  void take(unsigned depth, std::string_view key, Json&& value) override;

  void add_piece(std::string_view piece, std::uint32_t id);

  // After all was taken. Errors: what was wrong with the lists themselves, kBadModel and
  // kUnsupported, naming the key; kOutOfMemory.
  Result<void> finish();

  std::span<const Piece> pieces() const { return pieces_.span(); }
  std::span<const double> scores() const { return scores_.span(); }  // of a list of pairs
  std::span<const Merge> merges() const { return merges_.span(); }
  std::string_view text(std::uint32_t start, std::uint32_t bytes) const {
    return {text_.data() + start, bytes};
  }

  // "model.vocab["x"] is 5.0", of the first piece whose id is none; the reader knows how to go on.
  const std::string& odd_id() const { return odd_id_; }

 private:
  enum class Member { kPieces, kScores, kMerges };
  void take_id(std::string_view piece, const Json& value);
  void take_scored(unsigned depth, Json& value);
  void take_merge(unsigned depth, Json& value);
  void end_pair();
  std::string entry() const;
  std::uint32_t add_text(std::string_view text);
  void refuse(Error error);

  Growing<char> text_;
  Growing<Piece> pieces_;
  Growing<double> scores_;
  Growing<Merge> merges_;
  Member member_ = Member::kPieces;
  std::size_t entries_ = 0;  // of the member so far
  unsigned parts_ = 2;       // of the pair that is being read
  std::optional<Error> problem_;
  std::string odd_id_;
};

}  // namespace attnscope
