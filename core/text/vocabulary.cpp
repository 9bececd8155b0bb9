#include "text/vocabulary.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace attnscope {
namespace {

std::uint32_t hash_text(std::uint32_t hash, std::string_view text) {
  for (const char byte : text) hash = Vocabulary::hash_byte(hash, byte);
  return hash;
}

// FNV's low bits are its weak ones; a multiplication moves all into the high.
constexpr std::size_t slot_of(std::uint32_t hash, unsigned shift) {
  return static_cast<std::uint32_t>(hash * 2654435769u) >> shift;
}

// Nearly all are short, for which calling memcmp takes longer than comparing.
bool same(const char* a, const char* b, std::size_t bytes) {
  const auto four = [](const char* at) {
    std::uint32_t value;
    std::memcpy(&value, at, sizeof value);
    return value;
  };
  if (bytes < 4) {
    for (std::size_t i = 0; i < bytes; ++i) {
      if (a[i] != b[i]) return false;
    }
    return true;
  }
  for (std::size_t i = 0; i + 4 < bytes; i += 4) {
    if (four(a + i) != four(b + i)) return false;
  }
  return four(a + bytes - 4) == four(b + bytes - 4);
}

// Half-full tables of honest words show runs of some dozens.
constexpr std::size_t kMostProbes = 1000;

}  // namespace

std::optional<Vocabulary> Vocabulary::make(std::span<const std::string_view> pieces,
                                           const std::vector<bool>& own) {
  Vocabulary made;
  std::size_t bytes = 0;
  for (const auto piece : pieces) bytes += piece.size();
  made.pool_.reserve(bytes);
  made.starts_.reserve(pieces.size() + 1);
  for (const auto piece : pieces) {
    made.pool_ += piece;
    made.starts_.push_back(static_cast<std::uint32_t>(made.pool_.size()));
  }
  const std::size_t slots = std::bit_ceil(std::max<std::size_t>(pieces.size() * 2, 4));
  made.slots_.resize(slots);
  made.shift_ = 32 - static_cast<unsigned>(std::countr_zero(slots));
  for (std::size_t id = 0; id < pieces.size(); ++id) {
    if (own[id] && !made.insert(static_cast<std::int32_t>(id))) return std::nullopt;
  }
  return made;
}

bool Vocabulary::insert(std::int32_t id) {
  const auto text = piece(id);
  const std::uint32_t hash = hash_text(kHashStart, text);
  std::size_t at = slot_of(hash, shift_);
  for (std::size_t probes = 0; slots_[at].id >= 0; ++probes) {
    if (probes == kMostProbes) return false;
    at = (at + 1) & (slots_.size() - 1);
  }
  slots_[at] = {hash, id, starts_[static_cast<std::size_t>(id)],
                static_cast<std::uint32_t>(text.size())};
  longest_ = std::max(longest_, text.size());
  return true;
}

std::string_view Vocabulary::piece(std::int32_t id) const {
  if (id < 0 || static_cast<std::size_t>(id) >= size()) return {};
  const auto at = static_cast<std::size_t>(id);
  return std::string_view(pool_).substr(starts_[at], starts_[at + 1] - starts_[at]);
}

std::int32_t Vocabulary::find(std::string_view prefix, std::string_view text) const {
  return look_up(hash_text(hash_text(kHashStart, prefix), text), prefix, text);
}

std::int32_t Vocabulary::look_up(std::uint32_t hash, std::string_view prefix,
                                 std::string_view text) const {
  for (std::size_t at = slot_of(hash, shift_); slots_[at].id >= 0;
       at = (at + 1) & (slots_.size() - 1)) {
    const Slot& slot = slots_[at];
    if (slot.hash != hash || slot.bytes != prefix.size() + text.size()) continue;
    const char* spelling = pool_.data() + slot.start;
    if (same(spelling, prefix.data(), prefix.size()) &&
        same(spelling + prefix.size(), text.data(), text.size())) {
      return slot.id;
    }
  }
  return -1;
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
    if (!whole) continue;
    const auto id = look_up(hashes[bytes - 1], prefix, text.substr(0, bytes));
    if (id >= 0) return {id, bytes};
  }
  return {};
}

}  // namespace attnscope
