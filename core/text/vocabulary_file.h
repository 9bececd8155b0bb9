// Tokenizers from before tokenizer.json: a list of pieces, and settings beside it.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "text/model/model_lists.h"
#include "text/tokenizer.h"

namespace attnscope {

// The tokenizer.json that BertTokenizerFast makes of these files: of a piece that stands on several
// lines the last id counts, and settings that no file has are BERT's own (lower case, no accents).
// Errors: kBadModel, kUnsupported (another class of tokenizer), naming file and key.
// The pieces go into `lists`, as those of such a file do.
Result<Json> tokenizer_of_vocabulary(const VocabularyFiles& files, ModelLists& lists);

}  // namespace attnscope
