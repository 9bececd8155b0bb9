// What all stages come to: tokens that know their characters.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/growing.h"
#include "base/result.h"

namespace attnscope {

// The tokens of one text, without those the tokenizer adds. Only the first `limit` are kept, or,
// where the text is cut on its left, the last; all are counted.
struct Tokens {
  struct Token {
    std::int32_t id;
    std::uint32_t start, end;
    std::int32_t word;
  };
  std::size_t limit = 0;
  bool keeps_last = false;
  std::size_t total = 0;
  std::vector<Token> kept;

  // Blanks at the ends of what an added token took, where there are any.
  struct Blanks {
    std::size_t at;  // the token's place among all
    std::uint32_t leading, trailing;
  };
  Growing<Blanks> blanks;

  void add(std::int32_t id, std::uint32_t start, std::uint32_t end, std::int32_t word) {
    if (total < limit) {
      kept.push_back({id, start, end, word});
    } else if (keeps_last && limit != 0) {
      kept[total % limit] = {id, start, end, word};
    }
    ++total;
  }

  // Puts the last ones in order, once all are there.
  void settle() {
    if (!keeps_last || total <= limit || limit == 0) return;
    std::rotate(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(total % limit),
                kept.end());
  }
};

inline std::unexpected<Error> no_memory(std::string_view text) {
  return fail(ErrorCode::kOutOfMemory,
              "not enough memory to tokenize a text of " + std::to_string(text.size()) + " bytes");
}

}  // namespace attnscope
