/// @file
/// How hidden states become one vector, as the files of sentence-transformers say.
#pragma once

#include <string_view>

#include "base/result.h"
#include "model/facts.h"

namespace attnscope {

/// Reads modules.json and 1_Pooling/config.json into `facts`, whose width is known; an empty text
/// is a file that is not there. Without both, pooling is the mean and the result is L2-normalised.
/// Errors: kBadModel, kUnsupported (other modules, other modes of pooling), naming the key.
Result<void> read_pooling_files(std::string_view modules, std::string_view pooling, Facts& facts);

}  // namespace attnscope
