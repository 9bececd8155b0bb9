#include "text/model/protobuf.h"

namespace attnscope {

bool Protobuf::number(std::uint64_t& out) {
  out = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (at_ == message_.size()) return fail("it ends inside of a number");
    const auto byte = static_cast<unsigned char>(message_[at_++]);
    if (shift == 63 && byte > 1) break;
    out |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) return true;
  }
  return fail("a number has more than 64 bits");
}

bool Protobuf::fixed(unsigned bytes, std::uint64_t& out) {
  if (message_.size() - at_ < bytes) return fail("it ends inside of a number");
  out = 0;
  for (unsigned i = 0; i < bytes; ++i) {
    out |= static_cast<std::uint64_t>(static_cast<unsigned char>(message_[at_++])) << (8 * i);
  }
  return true;
}

bool Protobuf::next(Field& out) {
  if (is_wrong() || at_ == message_.size()) return false;
  std::uint64_t key = 0;
  if (!number(key)) return false;
  out = {static_cast<std::uint32_t>(key >> 3), static_cast<Kind>(key & 7), 0, {}};
  if (key >> 3 == 0 || key >> 3 >= std::uint64_t{1} << 29)
    return fail("a field has no such number");
  switch (out.kind) {
    case Kind::kNumber:
      return number(out.value);
    case Kind::kEight:
      return fixed(8, out.value);
    case Kind::kFour:
      return fixed(4, out.value);
    case Kind::kBytes: {
      std::uint64_t size = 0;
      if (!number(size)) return false;
      if (size > message_.size() - at_) return fail("a field is longer than what is left");
      out.bytes = message_.substr(at_, static_cast<std::size_t>(size));
      at_ += static_cast<std::size_t>(size);
      return true;
    }
  }
  return fail("a field is of a kind that is not known");
}

}  // namespace attnscope
