// The pieces a model knows: id to spelling, and spelling to id for the model's
// own pieces. One string pool and one open-addressing table, about 1.4 MB for
// 30,522 pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope {

// The longest spelling there may be; it bounds every search.
inline constexpr std::size_t kMostPieceBytes = 1024;

class Vocabulary {
 public:
  struct Entry {
    std::string_view piece;
    std::int32_t id;
  };

  // Why there is no vocabulary of such pieces.
  struct Refusal {
    enum class Why {
      kCollides,  // on one place of the table with so many that looking up would not be constant
      kTwice
    };
    Why why;
    std::string_view piece;
  };

  // `spellings` in the order of the ids, empty for an id that nothing has. `own` is what is found
  // by its spelling: an added token that is in no vocabulary is not, and one that came to the id of
  // an own piece shows its spelling in place of that one's. Of pieces that are spelled alike the
  // last is found, where they are allowed. At most 2^31 - 1 ids, kMostPieceBytes a piece, 2^32 - 1
  // bytes together. So many pieces on one place of the table take a file made for it.
  static std::expected<Vocabulary, Refusal> make(std::span<const std::string_view> spellings,
                                                 std::span<const Entry> own,
                                                 bool allows_twins = false);

  // Bytes that make() needs for so many, which are more than it keeps.
  static std::uint64_t bytes_needed(std::uint64_t ids, std::uint64_t own, std::uint64_t text);

  std::size_t size() const { return starts_.size() - 1; }

  // The spelling of `id`; empty for an unknown id.
  std::string_view piece(std::int32_t id) const;

  // All spellings, one behind the other, and where each begins, with one place more for the end.
  std::string_view pool() const { return {pool_.data(), starts_.back()}; }
  std::span<const std::uint32_t> starts() const { return starts_; }

  // Hashes grow by a byte at a time (FNV-1a), so one pass over a word hashes every start of it.
  static constexpr std::uint32_t kHashStart = 2166136261u;
  static constexpr std::uint32_t hash_byte(std::uint32_t hash, char byte) {
    return (hash ^ static_cast<unsigned char>(byte)) * 16777619u;
  }

  // The id of a text whose hash is known, or -1.
  std::int32_t find_hashed(std::uint32_t hash, std::string_view text) const {
    return look_up(hash, {}, text);
  }

  // The same where most texts are no piece.
  std::int32_t find_rare(std::uint32_t hash, std::string_view text) const {
    return may_hold(hash) ? look_up(hash, {}, text) : -1;
  }

  // Bytes of the longest piece that is found by its spelling.
  std::size_t longest_bytes() const { return longest_; }

  // The id of prefix + text, or -1.
  std::int32_t find(std::string_view prefix, std::string_view text) const;

  // The longest piece that is `prefix` and then a start of `text` (at least
  // one character), in time proportional to the longest piece.
  struct Match {
    std::int32_t id = -1;
    std::size_t bytes = 0;  // of text
  };
  Match longest(std::string_view prefix, std::string_view text) const;

 private:
  // Where the spelling lies is written here again: one place of memory less to wait for.
  struct Slot {
    std::uint32_t hash = 0;
    std::int32_t id = -1;
    std::uint32_t start = 0;
    std::uint32_t bytes = 0;
  };
  // FNV's low bits are its weak ones; a multiplication moves all into the high.
  static std::size_t place(std::uint32_t hash, unsigned shift) {
    return static_cast<std::uint32_t>(hash * 2654435769u) >> shift;
  }
  enum class Inserted { kNew, kTwin, kCollides };
  Inserted insert(std::int32_t id, std::uint32_t start, std::uint32_t bytes);
  std::int32_t look_up(std::uint32_t hash, std::string_view prefix, std::string_view text) const;
  // Whether look_up is worth its while: one bit in the first-level cache in place of a slot that
  // may be far away. Nine of ten texts that are no piece end here.
  bool may_hold(std::uint32_t hash) const {
    const std::size_t bit = place(hash, marks_shift_);
    return marks_[bit / 8] >> (bit % 8) & 1;
  }
  static bool same(const char* a, const char* b, std::size_t bytes);

  std::string pool_;                      // behind the spellings, own pieces that are none
  std::vector<std::uint32_t> starts_{0};  // of each piece in the pool, and the end
  std::vector<Slot> slots_;               // a power of two, at most half full
  unsigned shift_ = 0;
  std::vector<std::uint8_t> marks_;  // bits, four to a slot
  unsigned marks_shift_ = 0;
  std::size_t longest_ = 0;  // bytes of the longest own piece
};

// Nearly all are short, for which calling memcmp takes longer than comparing.
inline bool Vocabulary::same(const char* a, const char* b, std::size_t bytes) {
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

// Here, so that it becomes part of the loops that call it.
inline std::int32_t Vocabulary::look_up(std::uint32_t hash, std::string_view prefix,
                                        std::string_view text) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = place(hash, shift_); slots_[at].id >= 0; at = (at + 1) & mask) {
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

}  // namespace attnscope
