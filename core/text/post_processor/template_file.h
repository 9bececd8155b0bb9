// The template of tokenizer.json's post_processor.
#pragma once

#include <cstddef>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "text/post_processor/template.h"
#include "text/post_processor/trim.h"

namespace attnscope {

struct Templates {
  Template single;
  Template pair;
  std::vector<BlankTrim> trims;  // one after another, before the template
};

// Reads `root`.post_processor: TemplateProcessing, the older BertProcessing, a Sequence of one of
// them, or none, which adds nothing; where `knows_bytes`, RobertaProcessing too, and ByteLevel
// before it. Ids must be below `vocabulary_size`.
// Errors: kBadModel, kUnsupported, naming the key.
Result<Templates> read_templates(const Json& root, std::size_t vocabulary_size, bool knows_bytes);

}  // namespace attnscope
