#include "text/model/vocabulary.h"

#include <algorithm>
#include <bit>

namespace attnscope {
namespace {

std::uint32_t hash_text(std::uint32_t hash, std::string_view text) {
  for (const char byte : text) hash = Vocabulary::hash_byte(hash, byte);
  return hash;
}

// Half-full tables of honest words show runs of some dozens.
constexpr std::size_t kMostProbes = 1000;

std::size_t slots_for(std::size_t pieces) {
  return std::bit_ceil(std::max<std::size_t>(pieces * 2, 4));
}

}  // namespace

std::expected<Vocabulary, Vocabulary::Refusal> Vocabulary::make(
    std::span<const std::string_view> spellings, std::span<const Entry> own, bool allows_twins) {
  Vocabulary made;
  std::size_t bytes = 0;
  for (const auto piece : spellings) bytes += piece.size();
  const auto is_shown = [&](const Entry& entry) {
    return spellings[static_cast<std::size_t>(entry.id)] == entry.piece;
  };
  for (const Entry& entry : own) bytes += is_shown(entry) ? 0 : entry.piece.size();
  made.pool_.reserve(bytes);
  made.starts_.reserve(spellings.size() + 1);
  for (const auto piece : spellings) {
    made.pool_ += piece;
    made.starts_.push_back(static_cast<std::uint32_t>(made.pool_.size()));
  }
  const std::size_t slots = slots_for(own.size());
  made.slots_.resize(slots);
  made.shift_ = 32 - static_cast<unsigned>(std::countr_zero(slots));
  made.marks_shift_ = made.shift_ - std::min(made.shift_, 2u);
  made.marks_.resize((std::size_t{1} << (32 - made.marks_shift_)) / 8);
  for (const Entry& entry : own) {
    auto start = made.starts_[static_cast<std::size_t>(entry.id)];
    if (!is_shown(entry)) {
      start = static_cast<std::uint32_t>(made.pool_.size());
      made.pool_ += entry.piece;
    }
    using Why = Refusal::Why;
    switch (made.insert(entry.id, start, static_cast<std::uint32_t>(entry.piece.size()))) {
      case Inserted::kNew:
        break;
      case Inserted::kTwin:
        if (!allows_twins) return std::unexpected(Refusal{Why::kTwice, entry.piece});
        break;
      case Inserted::kCollides:
        return std::unexpected(Refusal{Why::kCollides, entry.piece});
    }
  }
  return made;
}

std::uint64_t Vocabulary::bytes_needed(std::uint64_t ids, std::uint64_t own, std::uint64_t text) {
  const std::uint64_t slots = slots_for(static_cast<std::size_t>(own));
  return (ids + 1) * sizeof(std::uint32_t) + text + slots * sizeof(Slot) + slots / 2;
}

Vocabulary::Inserted Vocabulary::insert(std::int32_t id, std::uint32_t start, std::uint32_t bytes) {
  const std::string_view text = std::string_view(pool_).substr(start, bytes);
  const std::uint32_t hash = hash_text(kHashStart, text);
  std::size_t at = place(hash, shift_);
  for (std::size_t probes = 0; slots_[at].id >= 0; ++probes) {
    const Slot& slot = slots_[at];
    if (slot.hash == hash && std::string_view(pool_).substr(slot.start, slot.bytes) == text) {
      slots_[at].id = id;
      return Inserted::kTwin;
    }
    if (probes == kMostProbes) return Inserted::kCollides;
    at = (at + 1) & (slots_.size() - 1);
  }
  slots_[at] = {hash, id, start, bytes};
  const std::size_t bit = place(hash, marks_shift_);
  marks_[bit / 8] |= static_cast<std::uint8_t>(1u << (bit % 8));
  longest_ = std::max(longest_, text.size());
  return Inserted::kNew;
}

std::string_view Vocabulary::piece(std::int32_t id) const {
  if (id < 0 || static_cast<std::size_t>(id) >= size()) return {};
  const auto at = static_cast<std::size_t>(id);
  return std::string_view(pool_).substr(starts_[at], starts_[at + 1] - starts_[at]);
}

std::int32_t Vocabulary::find(std::string_view prefix, std::string_view text) const {
  return look_up(hash_text(hash_text(kHashStart, prefix), text), prefix, text);
}

Vocabulary::Match Vocabulary::longest(std::string_view prefix, std::string_view text) const {
  if (longest_ <= prefix.size()) return {};
  const std::size_t most = std::min(text.size(), longest_ - prefix.size());
  std::uint32_t hashes[kMostPieceBytes];
  std::uint32_t hash = hash_text(kHashStart, prefix);
  for (std::size_t i = 0; i < most; ++i) hashes[i] = hash = hash_byte(hash, text[i]);

  for (std::size_t bytes = most; bytes > 0; --bytes) {
    // Pieces are whole characters; half of one need not be looked up.
    const bool whole = bytes == text.size() || (text[bytes] & 0xC0) != 0x80;
    if (!whole || !may_hold(hashes[bytes - 1])) continue;
    const auto id = look_up(hashes[bytes - 1], prefix, text.substr(0, bytes));
    if (id >= 0) return {id, bytes};
  }
  return {};
}

}  // namespace attnscope
