// tokenizer.json, read and checked.
#pragma once

#include <string_view>

#include "base/result.h"
#include "text/tokenizer.h"
#include "text/tokenizer_parts.h"
#include "text/tokenizer_settings.h"

namespace attnscope {

// Errors: kBadModel where the file is broken, kUnsupported where it asks for
// what is not done here; both name the key. kOutOfMemory. `settings` go over what the
// file says.
Result<TokenizerParts> read_tokenizer_file(std::string_view json,
                                           const TokenizerSettings& settings);

// The same from vocab.txt and what stands beside it.
Result<TokenizerParts> read_vocabulary_files(const VocabularyFiles& files,
                                             const TokenizerSettings& settings);

}  // namespace attnscope
