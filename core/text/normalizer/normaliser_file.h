// tokenizer.json's normalizer.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "text/normalizer/normaliser.h"

namespace attnscope {

// Reads `root`.normalizer: BertNormalizer, NFD, Lowercase, StripAccents, or a Sequence of these in
// any order that comes to the same as the order of NormaliserOptions.
// Errors: kBadModel, kUnsupported, naming the key.
Result<NormaliserOptions> read_normaliser(const Json& root);

}  // namespace attnscope
