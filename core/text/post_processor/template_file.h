// The template of tokenizer.json's post_processor.
#pragma once

#include <cstddef>

#include "base/json.h"
#include "base/result.h"
#include "text/post_processor/template.h"

namespace attnscope {

struct Templates {
  Template single;
  Template pair;
};

// Reads `root`.post_processor: TemplateProcessing, the older BertProcessing, a
// Sequence of one of them, or none, which adds nothing. Ids must be below `vocabulary_size`.
// Errors: kBadModel, kUnsupported, naming the key.
Result<Templates> read_templates(const Json& root, std::size_t vocabulary_size);

}  // namespace attnscope
