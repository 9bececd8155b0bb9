// What the fuzz targets share: a promise that must hold, and inputs taken apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/tokenizer.h"

namespace attnscope::fuzz {

// Ends the process, which is how a fuzzer hears of a broken promise.
inline void must(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", promise);
  std::abort();
}

// An error is whole: a code that has a name, and a sentence that is short and prints as it is.
inline void must_be_good(const Error& error) {
  must(code_name(error.code) != "unknown", "an error has a known code");
  must(!error.message.empty() && error.message.size() < 8192,
       "an error has a message, and not a novel");
  for (const char c : error.message)
    must(c == '\n' || (c >= 0x20 && c < 0x7f),
         "a message is printable ASCII, whatever the file holds");
}

// `text` cut at each byte 0x1E, which no format here uses, into at most `most` parts.
inline std::vector<std::string_view> parts_of(std::string_view text, std::size_t most) {
  std::vector<std::string_view> parts;
  while (parts.size() + 1 < most) {
    const auto at = text.find('\x1e');
    if (at == std::string_view::npos) break;
    parts.push_back(text.substr(0, at));
    text.remove_prefix(at + 1);
  }
  parts.push_back(text);
  return parts;
}

// What holds of every encoding, whatever text and tokenizer it came from; `keeps_all` where no
// character is left out of the offsets, as blanks are that are trimmed.
inline void must_be_good(const Encoding& encoding, const Tokenizer& tokenizer, std::size_t first,
                         std::size_t second, std::size_t most, bool keeps_all = true) {
  const std::size_t count = encoding.ids.size();
  must(count <= most && count <= encoding.total, "no more tokens than were asked for");
  for (const std::size_t size :
       {encoding.types.size(), encoding.texts.size(), encoding.starts.size(), encoding.ends.size(),
        encoding.words.size(), encoding.special.size()})
    must(size == count, "parallel arrays have one length");
  std::uint32_t start[2] = {0, 0};
  std::int32_t word[2] = {-1, -1};
  for (std::size_t i = 0; i < count; ++i) {
    const auto id = encoding.ids[i];
    must(id >= 0 && static_cast<std::size_t>(id) < tokenizer.vocabulary_size(), "ids are in range");
    const auto which = static_cast<std::size_t>(encoding.texts[i]);
    must(which < 2, "there are two texts");
    if (encoding.special[i]) {
      must(encoding.words[i] == -1, "an added token is no word");
      must(encoding.starts[i] == 0 && encoding.ends[i] == 0,
           "an added token has no place in the text");
      continue;
    }
    must(encoding.starts[i] <= encoding.ends[i], "a token ends behind its start");
    must(!keeps_all || encoding.starts[i] < encoding.ends[i], "a token is of some text");
    must(encoding.ends[i] <= (which == 0 ? first : second), "a token lies in its text");
    // A blank that was put before a character comes from it, and is trimmed to its end.
    must(!keeps_all || encoding.starts[i] >= start[which], "tokens go forward");
    must(encoding.words[i] == word[which] || encoding.words[i] == word[which] + 1 ||
             (!keeps_all && encoding.words[i] > word[which]),
         "words are contiguous");
    start[which] = encoding.starts[i];
    word[which] = encoding.words[i];
  }
}

}  // namespace attnscope::fuzz
