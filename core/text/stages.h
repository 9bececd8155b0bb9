// The stages of tokenizer.json one after another, of any file that is not BERT's.
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "text/added_tokens.h"
#include "text/model/bpe.h"
#include "text/model/unigram.h"
#include "text/model/vocabulary.h"
#include "text/normalizer/steps.h"
#include "text/pre_tokenizer/steps.h"
#include "text/tokens.h"

namespace attnscope {

struct Stages {
  std::vector<NormalizerStep> normalizer;
  std::vector<PreTokenizerStep> pre_tokenizer;
  std::variant<Bpe, Unigram> model;
};

struct TokenizerParts;

// Puts the tokens of `text` into `out`, in the order of the reference: added tokens are taken out
// of the text, what is between them is normalised, those that are matched after it are taken out,
// and the rest is split and cut. Errors: kOutOfMemory.
Result<void> run_stages(const TokenizerParts& parts, std::string_view text, Tokens& out);

}  // namespace attnscope
