// The last stage: what was kept of one text or two, laid out by the template.
#pragma once

#include <cstddef>

#include "text/model/vocabulary.h"
#include "text/post_processor/template_file.h"
#include "text/tokenizer.h"
#include "text/tokens.h"

namespace attnscope {

// Fills `out` with as many tokens as `room` has beside those that the template of one text, or of a
// pair, adds.
void assemble(const Templates& templates, bool is_pair, const Vocabulary& vocabulary,
              const Tokens& first, const Tokens& second, std::size_t room, Encoding& out);

}  // namespace attnscope
