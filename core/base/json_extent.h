// How much memory a JSON text asks for, before any of it is taken.
#pragma once

#include <string_view>

#include "base/json.h"
#include "base/result.h"

namespace attnscope {

// Whether the document that `text` is can be had, valid or not, without what `taker` takes, which
// may be nullptr; `what` names the file. Errors:
// kBadModel beyond kMostJsonStringBytes or kMostJsonBytes (json.h); kOutOfMemory.
Result<void> check_extent(std::string_view text, std::string_view what, const JsonTaker* taker);

}  // namespace attnscope
