#include "text/post_processor/trim.h"

#include <algorithm>

#include "text/unicode/unicode.h"

namespace attnscope {
// U+0120 stands for the byte of a space.
BlankCount blanks_of(std::string_view token) {
  constexpr char32_t kSpaceByte = 0x120;
  BlankCount blanks;
  bool leads = true;
  for (std::size_t at = 0; at < token.size();) {
    const auto [point, bytes] = unicode::decode(token, at);
    at += bytes;
    const bool is_blank =
        point == kSpaceByte || (unicode::properties(point).flags & unicode::kWhitespace);
    leads &= is_blank;
    blanks.leading += leads;
    blanks.trailing = is_blank ? blanks.trailing + 1 : 0;
  }
  return blanks;
}

void trim_blanks(BlankTrim trim, const Vocabulary& vocabulary, const Tokens& tokens,
                 std::size_t from, std::size_t first, Encoding& encoding) {
  const Tokens::Blanks* taken = tokens.blanks.begin();
  for (std::size_t i = first; i < encoding.ids.size(); ++i) {
    const std::size_t at = from + (i - first);
    while (taken != tokens.blanks.end() && taken->at < at) ++taken;
    auto [leading, trailing] = taken != tokens.blanks.end() && taken->at == at
                                   ? BlankCount{taken->leading, taken->trailing}
                                   : blanks_of(vocabulary.piece(encoding.ids[i]));
    std::uint32_t &start = encoding.starts[i], &end = encoding.ends[i];
    if (trim.keeps_first && leading == 1 && (i == first || start == 0)) leading = 0;
    start = std::min(start + leading, end);
    if (end >= trailing) end = std::max(end - trailing, start);
  }
}

}  // namespace attnscope
