// ByteLevel's last step: blanks that tokens begin and end with are not among their characters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "text/model/vocabulary.h"
#include "text/tokenizer.h"
#include "text/tokens.h"

namespace attnscope {

struct BlankTrim {
  bool keeps_first = false;  // a blank that the pre-tokenizer put before a text itself
};

// At the ends of a token; one of nothing else has as many on either side.
struct BlankCount {
  std::uint32_t leading = 0, trailing = 0;
};
BlankCount blanks_of(std::string_view token);

// Moves the offsets of the tokens of one text, which are in `encoding` from `first` on; that one is
// the text's own token `from`.
void trim_blanks(BlankTrim trim, const Vocabulary& vocabulary, const Tokens& tokens,
                 std::size_t from, std::size_t first, Encoding& encoding);

}  // namespace attnscope
