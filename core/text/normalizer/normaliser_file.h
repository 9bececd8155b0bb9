// tokenizer.json's normalizer.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "text/normalizer/normaliser.h"
#include "text/tokenizer_keys.h"

namespace attnscope {

// Reads `root`.normalizer: BertNormalizer, NFD, Lowercase, StripAccents, or a Sequence of these in
// any order that comes to the same as the order of NormaliserOptions.
// Errors: kBadModel, kUnsupported, naming the key.
Result<NormaliserOptions> read_normaliser(const Json& root);

// The switches of a BertNormalizer, all of them.
Result<void> read_bert_switches(const tokenizer_keys::Step& step, NormaliserOptions& options);

}  // namespace attnscope
