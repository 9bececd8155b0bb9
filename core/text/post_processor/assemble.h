// The last stage: what was kept of one text or two, laid out by the template.
#pragma once

#include <cstddef>

#include "text/post_processor/template.h"
#include "text/tokenizer.h"
#include "text/tokens.h"

namespace attnscope {

// Fills `out` with as many tokens as `room` has beside those that `layout` adds.
void assemble(const Template& layout, const Tokens& first, const Tokens& second, std::size_t room,
              Encoding& out);

}  // namespace attnscope
