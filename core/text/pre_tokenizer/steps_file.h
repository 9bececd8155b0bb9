// tokenizer.json's pre_tokenizer, where it is not BERT's.
#pragma once

#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "text/pre_tokenizer/steps.h"

namespace attnscope {

// Reads `root`.pre_tokenizer: none, ByteLevel, Split by GPT-2's pattern, Metaspace,
// WhitespaceSplit, Whitespace, BertPreTokenizer, or a Sequence of these. Errors: kBadModel,
// kUnsupported, naming the key.
Result<std::vector<PreTokenizerStep>> read_pre_tokenizer_steps(const Json& root);

}  // namespace attnscope
