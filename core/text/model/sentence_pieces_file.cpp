#include <bit>
#include <cmath>
#include <string>
#include <utility>

#include "base/buffer.h"
#include "base/printable.h"
#include "text/model/protobuf.h"
#include "text/model/sentence_pieces.h"
#include "text/unicode/unicode.h"

namespace attnscope {
namespace {

using Kind = Protobuf::Kind;
using Field = Protobuf::Field;

// The fields of sentencepiece_model.proto that say how a text is cut.
enum : std::uint32_t { kPieces = 1, kTrainer = 2, kNormalizer = 3, kDenormalizer = 5 };
enum Type : std::uint64_t { kNormal = 1, kUnknown, kControl, kUserDefined, kUnused, kByte };

constexpr std::size_t kMostPieces = std::size_t{1} << 21;

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto [point, bytes] = unicode::decode(text, at);
    if (point == unicode::kReplacement && text.compare(at, 3, "\uFFFD") != 0) return false;
    at += bytes;
  }
  return true;
}

class Reader {
 public:
  Reader(std::string_view proto, std::string_view name) : proto_(proto), name_(name) {}

  Result<SentencePieces> read() {
    auto done = each(proto_, "the model", [&](const Field& field) { return take(field); });
    if (!done) return std::unexpected(std::move(done.error()));
    return make();
  }

 private:
  std::unexpected<Error> refuse(ErrorCode code, std::string what) const {
    return fail(code, std::string(name_) + ": " + std::move(what));
  }
  std::unexpected<Error> bad(std::string what) const {
    return refuse(ErrorCode::kBadModel, std::move(what));
  }
  std::unexpected<Error> unsupported(std::string what) const {
    return refuse(ErrorCode::kUnsupported, std::move(what));
  }

  template <class Take>
  Result<void> each(std::string_view message, const std::string& where, Take take) {
    Protobuf fields(message);
    Field field;
    while (fields.next(field)) {
      if (auto done = take(field); !done) return done;
    }
    if (!fields.is_wrong()) return {};
    return bad(where + " is no message of SentencePiece at its byte " +
               std::to_string(fields.at()) + ": " + fields.wrong());
  }

  // A field that must be of one kind.
  Result<void> expect(const Field& field, Kind kind, const std::string& where) const {
    if (field.kind == kind) return {};
    return bad("field " + std::to_string(field.number) + " of " + where + " is of the wrong kind");
  }

  Result<void> take(const Field& field) {
    const bool known = field.number <= kNormalizer || field.number == kDenormalizer;
    if (!known) return {};
    if (auto done = expect(field, Kind::kBytes, "the model"); !done) return done;
    if (field.number == kPieces) return take_piece(field.bytes);
    if (field.number == kTrainer) return take_trainer(field.bytes);
    if (field.number == kNormalizer) return take_normalizer(field.bytes);
    return each(field.bytes, "denormalizer_spec", [&](const Field& inner) -> Result<void> {
      if (inner.number != 2 || inner.bytes.empty()) return {};
      return unsupported("denormalizer_spec has a table of characters, which is not supported");
    });
  }

  Result<void> take_piece(std::string_view message) {
    const std::string where = "pieces[" + std::to_string(spellings_.size()) + "]";
    std::string_view piece;
    float score = 0;
    std::uint64_t type = kNormal;
    auto done = each(message, where, [&](const Field& field) -> Result<void> {
      if (field.number > 3) return {};
      constexpr Kind kKinds[] = {Kind::kBytes, Kind::kFour, Kind::kNumber};
      if (auto right = expect(field, kKinds[field.number - 1], where); !right) return right;
      if (field.number == 1) piece = field.bytes;
      if (field.number == 2) score = std::bit_cast<float>(static_cast<std::uint32_t>(field.value));
      if (field.number == 3) type = field.value;
      return {};
    });
    if (!done) return done;
    if (spellings_.size() == kMostPieces) {
      return unsupported("more than " + std::to_string(kMostPieces) + " pieces");
    }
    if (piece.empty() || piece.size() > kMostPieceBytes || !is_utf8(piece)) {
      return bad(where + " is " + in_quotes(piece) + ", expected 1 to " +
                 std::to_string(kMostPieceBytes) + " bytes of UTF-8");
    }
    if (!std::isfinite(score))
      return bad(where + ", " + in_quotes(piece) + ", has no finite score");
    if (type < kNormal || type > kByte) return bad(where + " has the type " + std::to_string(type));
    if (type == kUserDefined || type == kByte) {
      return unsupported(where + ", " + in_quotes(piece) + ", is " +
                         (type == kByte ? "a byte" : "defined by a user") +
                         ", which is not supported");
    }
    const auto id = static_cast<std::int32_t>(spellings_.size());
    if (type == kUnknown && std::exchange(unknown_, id) >= 0) {
      return bad(where + " is a second piece for what is unknown");
    }
    if (type == kNormal) {
      own_.push_back({piece, id});
      least_ = std::min(least_, score);
    }
    spellings_.push_back(piece);
    scores_.push_back(score);
    return {};
  }

  Result<void> take_trainer(std::string_view message) {
    return each(message, "trainer_spec", [&](const Field& field) -> Result<void> {
      if (field.number != 3 && field.number != 24) return {};
      if (auto done = expect(field, Kind::kNumber, "trainer_spec"); !done) return done;
      if (field.number == 3) words_ = field.value == 3;
      if (field.number == 3 && !words_ && field.value != 1) {
        return unsupported("trainer_spec.model_type is " + std::to_string(field.value) +
                           ", only 1 (UNIGRAM) and 3 (WORD) are supported");
      }
      if (field.number == 24 && field.value != 0) {
        return unsupported("trainer_spec.treat_whitespace_as_suffix is not supported");
      }
      return {};
    });
  }

  Result<void> take_normalizer(std::string_view message) {
    return each(message, "normalizer_spec", [&](const Field& field) -> Result<void> {
      if (field.number < 2 || field.number > 5) return {};
      const Kind kind = field.number == 2 ? Kind::kBytes : Kind::kNumber;
      if (auto done = expect(field, kind, "normalizer_spec"); !done) return done;
      if (field.number == 2) table_ = field.bytes;
      if (field.number == 3) adds_prefix_ = field.value != 0;
      if (field.number == 4) removes_blanks_ = field.value != 0;
      if (field.number == 5 && field.value == 0) {
        return unsupported("normalizer_spec.escape_whitespaces is false, only true is supported");
      }
      return {};
    });
  }

  Result<SentencePieces> make() {
    if (unknown_ < 0) return bad("no piece is for what is unknown");
    if (own_.empty()) return bad("it has no pieces");
    std::optional<CharacterMap> map;
    if (!table_.empty()) {
      auto room = check_room(2 * table_.size(), "the table of characters");
      if (!room) return std::unexpected(std::move(room.error()));
      map = CharacterMap::make(table_);
      if (!map) return bad("normalizer_spec.precompiled_charsmap is no table of characters");
    }
    auto made = Vocabulary::make(spellings_, own_, false);
    if (!made) {
      const std::string piece = in_quotes(made.error().piece);
      if (made.error().why == Vocabulary::Refusal::Why::kTwice) {
        return bad("the piece " + piece + " is there twice");
      }
      return unsupported("pieces were made to collide, " + piece + " among them");
    }
    Unigram unigram(*made, {scores_.begin(), scores_.end()}, unknown_, false);
    unigram.rounds = true;
    unigram.unknown_score = least_ - 10.0f;
    return SentencePieces{std::move(map),
                          adds_prefix_,
                          removes_blanks_,
                          words_,
                          std::move(*made),
                          std::move(unigram),
                          {},
                          -1};
  }

  std::string_view proto_, name_, table_;
  bool adds_prefix_ = true, removes_blanks_ = true, words_ = false;
  std::vector<std::string_view> spellings_;
  std::vector<float> scores_;
  std::vector<Vocabulary::Entry> own_;
  std::int32_t unknown_ = -1;
  float least_ = 3.4e38f;
};

}  // namespace

Result<SentencePieces> read_sentence_pieces(std::string_view proto, std::string_view name) {
  // A piece takes four bytes of the file at least, and ten times that in lists.
  if (auto room = check_room(40 * std::uint64_t{proto.size()}, "the pieces"); !room) {
    return std::unexpected(std::move(room.error()));
  }
  return Reader(proto, name).read();
}

}  // namespace attnscope
