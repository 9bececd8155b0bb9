// decoder of tokenizer.json.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "text/decoder/decoder.h"

namespace attnscope {

// Errors: kBadModel, kUnsupported, naming the key.
Result<Decoder> read_decoder(const Json& root);

}  // namespace attnscope
