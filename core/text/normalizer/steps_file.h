// tokenizer.json's normalizer, where it is not BERT's.
#pragma once

#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "text/normalizer/steps.h"

namespace attnscope {

// Reads `root`.normalizer: none, BertNormalizer, NFD, NFKD, Lowercase, StripAccents, Precompiled,
// Replace of a string or of the one pattern " {2,}", or a Sequence of these.
// Errors: kBadModel, kUnsupported, naming the key; kOutOfMemory.
Result<std::vector<NormalizerStep>> read_normalizer_steps(const Json& root);

}  // namespace attnscope
