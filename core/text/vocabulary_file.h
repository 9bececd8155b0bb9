// Tokenizers from before tokenizer.json: a list of pieces, and settings beside it.
#pragma once

#include <optional>
#include <string>

#include "base/json.h"
#include "base/result.h"
#include "text/model/model_lists.h"
#include "text/tokenizer.h"

namespace attnscope {

// The tokenizer.json that BertTokenizerFast makes of these files: of a piece that stands on several
// lines the last id counts, and settings that no file has are BERT's own (lower case, no accents).
// Errors: kBadModel, kUnsupported (another class of tokenizer), naming file and key.
// The pieces go into `lists`, as those of such a file do, and the name of the mask token into
// `mask`, where there is one.
Result<Json> tokenizer_of_vocabulary(const VocabularyFiles& files, ModelLists& lists,
                                     std::optional<std::string>& mask);

}  // namespace attnscope
