// BERT's normaliser, pre-tokenizer and WordPiece as one stream: no text between them is kept but
// one word, which is what makes it fast.
#pragma once

#include <string_view>

#include "base/result.h"
#include "text/tokenizer_parts.h"
#include "text/tokens.h"

namespace attnscope {

// Puts the tokens of `text` into `out`. Errors: kOutOfMemory.
Result<void> stream_bert(const TokenizerParts& parts, std::string_view text, Tokens& out);

}  // namespace attnscope
