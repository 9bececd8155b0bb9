// tokenizer.json's added_tokens, and what tokenizer_config.json says of them.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "text/added_tokens.h"
#include "text/model/vocabulary.h"
#include "text/tokenizer_settings.h"

namespace attnscope {

// The tokens in the file's order, with the ids that they come to: those that `own`, the model's own
// pieces, lacks are numbered on from `pieces`, their number. `unknown` is the model's unknown
// token. Errors: kBadModel, kUnsupported, naming the key.
Result<std::vector<AddedToken>> read_added_tokens(const Json& root, const Vocabulary& own,
                                                  std::size_t pieces,
                                                  const TokenizerSettings& settings,
                                                  const std::string* unknown);

}  // namespace attnscope
