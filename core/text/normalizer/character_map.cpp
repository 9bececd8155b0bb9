#include "text/normalizer/character_map.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace attnscope {

std::optional<CharacterMap> CharacterMap::make(std::string_view table) {
  std::uint32_t bytes = 0;
  if (table.size() < sizeof bytes) return std::nullopt;
  std::memcpy(&bytes, table.data(), sizeof bytes);
  table.remove_prefix(sizeof bytes);
  if (bytes == 0 || bytes % 4 != 0 || bytes > table.size()) return std::nullopt;
  CharacterMap made;
  made.units_.resize(bytes / 4);
  std::memcpy(made.units_.data(), table.data(), bytes);
  made.texts_ = table.substr(bytes);
  for (std::size_t at = 0; at < made.texts_.size();) {
    const auto [point, size] = unicode::decode(made.texts_, at);
    if (point == unicode::kReplacement && made.texts_.compare(at, 3, "\xEF\xBF\xBD") != 0) {
      return std::nullopt;
    }
    at += size;
  }
  return made;
}

// A unit: the byte that leads to it in its low 8 bits, whether a text ends behind it, and how far
// its children are, times 256 where bit 9 says so. A text's unit holds where it begins.
namespace {

std::size_t offset(std::uint32_t unit) { return (unit >> 10) << ((unit & 512) >> 6); }

}  // namespace

std::optional<std::string_view> CharacterMap::text_at(std::size_t unit) const {
  if (unit >= units_.size()) return std::nullopt;
  const std::size_t begin = units_[unit] & 0x7FFFFFFFu;
  // Into the middle of a character leads no honest table.
  if (begin > texts_.size() || (begin < texts_.size() && (texts_[begin] & 0xC0) == 0x80)) {
    return std::nullopt;
  }
  return std::string_view(texts_).substr(begin, texts_.find('\0', begin) - begin);
}

CharacterMap::Longest CharacterMap::longest(std::span<const Character> text) const {
  // Longer than what any table holds; one may be made to go on for ever.
  constexpr std::size_t kMostCharacters = 64;
  Longest found;
  std::size_t at = offset(units_[0]);
  for (std::size_t i = 0; i < text.size() && i < kMostCharacters; ++i) {
    char bytes[4];
    const std::uint32_t count = unicode::encode(text[i].point, bytes);
    for (std::uint32_t k = 0; k < count; ++k) {
      const auto label = static_cast<unsigned char>(bytes[k]);
      at ^= label;
      if (label == 0 || at >= units_.size()) return found;
      const std::uint32_t unit = units_[at];
      if ((unit & 0x800000FFu) != label) return found;
      at ^= offset(unit);
      if ((unit & 256) == 0 || k + 1 != count) continue;
      if (const auto becomes = text_at(at)) found = {i + 1, *becomes};
    }
  }
  return found;
}

std::optional<std::string_view> CharacterMap::find(std::string_view key) const {
  std::size_t at = offset(units_[0]);
  for (const char byte : key) {
    const auto label = static_cast<unsigned char>(byte);
    at ^= label;
    if (label == 0 || at >= units_.size()) return std::nullopt;
    const std::uint32_t unit = units_[at];
    if ((unit & 0x800000FFu) != label) return std::nullopt;
    at ^= offset(unit);
    if ((unit & 256) == 0) continue;
    return text_at(at);
  }
  return std::nullopt;
}

namespace {

// Gives what is written its places as the reference's `transform` does: each character takes the
// place of the next one that it replaces, or shares the one before it where it is more than there
// was; what is fewer is passed over behind the last one written. So what is deleted at the very
// start is never passed over, and all places after it are so many too early.
class Places {
 public:
  Places(std::span<const Character> text, Characters& out) : text_(text), out_(out) {}
  ~Places() { settle(); }
  Places(const Places&) = delete;
  Places& operator=(const Places&) = delete;

  void replace(std::size_t old_count, std::string_view text) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); ++count) {
      const auto [point, bytes] = unicode::decode(text, at);
      put(point, count < old_count ? 0 : 1);
      at += bytes;
    }
    if (count < old_count && is_waiting_) {
      change_ -= static_cast<std::ptrdiff_t>(old_count - count);
    }
  }

  void put(char32_t point, std::ptrdiff_t change) {
    settle();
    waiting_ = point;
    change_ = change;
    is_waiting_ = true;
  }

 private:
  void settle() {
    if (!is_waiting_) return;
    const bool is_new = change_ > 0;
    const std::size_t from = is_new ? at_ - (at_ > 0) : at_;
    out_.push_back({waiting_, text_[std::min(from, text_.size() - 1)].source});
    if (!is_new) at_ += 1 + static_cast<std::size_t>(-change_);
  }

  std::span<const Character> text_;
  Characters& out_;
  std::size_t at_ = 0;  // the next character to be replaced
  char32_t waiting_ = 0;
  std::ptrdiff_t change_ = 0;
  bool is_waiting_ = false;
};

}  // namespace

void CharacterMap::apply(std::span<const Character> text, Characters& out) const {
  Places places(text, out);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = grapheme_end(text, at);
    constexpr std::size_t kMostWhole = 5;
    char bytes[kMostWhole + 4];
    std::size_t size = 0;
    for (std::size_t i = at; i < end && size <= kMostWhole; ++i) {
      size += unicode::encode(text[i].point, bytes + size);
    }
    if (size <= kMostWhole) {
      if (const auto found = find({bytes, size})) {
        places.replace(end - at, *found);
        at = end;
        continue;
      }
    }
    for (; at < end; ++at) {
      const std::uint32_t count = unicode::encode(text[at].point, bytes);
      if (const auto found = find({bytes, count})) {
        places.replace(1, *found);
      } else {
        places.put(text[at].point, 0);
      }
    }
  }
}

}  // namespace attnscope
