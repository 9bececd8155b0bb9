#include "text/model/bytes.h"

#include <algorithm>

namespace attnscope {

ByteTokens::ByteTokens(const Vocabulary& vocabulary) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  for (unsigned byte = 0; byte < ids_.size(); ++byte) {
    const char name[] = {'<', '0', 'x', kDigits[byte / 16], kDigits[byte % 16], '>'};
    ids_[byte] = vocabulary.find({}, {name, sizeof name});
  }
}

bool ByteTokens::spell(std::string_view text) const {
  return std::ranges::all_of(text, [this](char byte) { return of(byte) >= 0; });
}

}  // namespace attnscope
