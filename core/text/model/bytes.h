// Byte fallback: tokens that are one byte of what no other token spells.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "text/model/vocabulary.h"

namespace attnscope {

class ByteTokens {
 public:
  ByteTokens() { ids_.fill(-1); }

  // Those that the vocabulary spells "<0x00>" to "<0xFF>".
  explicit ByteTokens(const Vocabulary& vocabulary);

  std::int32_t of(char byte) const { return ids_[static_cast<unsigned char>(byte)]; }

  // Whether each byte of `text` has its token.
  bool spell(std::string_view text) const;

 private:
  std::array<std::int32_t, 256> ids_;
};

}  // namespace attnscope
