// tokenizer.json's pre_tokenizer: where words end.
#pragma once

#include "base/json.h"
#include "base/result.h"

namespace attnscope {

// Blanks always end a word.
struct SplitterOptions {
  bool punctuation = true;  // a character of punctuation is a word of its own
  bool kinds = false;       // letters, marks and digits are never in one word with other characters
  bool operator==(const SplitterOptions&) const = default;
};

// Reads `root`.pre_tokenizer: BertPreTokenizer, Whitespace, WhitespaceSplit, Punctuation, or a
// Sequence of these, whose order makes no difference.
// Errors: kBadModel; kUnsupported, also where blanks would be kept; both name the key.
Result<SplitterOptions> read_splitter(const Json& root);

}  // namespace attnscope
