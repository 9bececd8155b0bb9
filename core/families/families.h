/// @file
/// Every family known: its file in this folder defines a Family of this name in namespace families.
#pragma once

#include "base/carried.h"
#include "families/family.h"

// clang-format off: one a line.
#define ATTNSCOPE_ENCODERS(X) \
  X(albert)                   \
  X(bert)                     \
  X(distilbert)               \
  X(electra)                  \
  X(roberta)
#define ATTNSCOPE_DECODERS(X) \
  X(bart)                     \
  X(gpt2)                     \
  X(marian)                   \
  X(t5)
// clang-format on

#ifdef ATTNSCOPE_ENCODERS_ALONE
#define ATTNSCOPE_FAMILIES(X) ATTNSCOPE_ENCODERS(X)
#else
#define ATTNSCOPE_FAMILIES(X) ATTNSCOPE_ENCODERS(X) ATTNSCOPE_DECODERS(X)
#endif

namespace attnscope {

/// nullptr where the family is not known.
const Family* find_family(std::string_view model_type);

/// The JSON files beside the weights. Only config.json must be there: without
/// modules.json and pooling.json (1_Pooling/config.json of sentence-transformers)
/// pooling is the mean and the result is L2-normalised.
/// The last two are read by read_sentence_settings; read_facts looks at the others.
struct ConfigFiles {
  std::string_view config;
  std::string_view modules{};                ///< modules.json; empty, like the next: not there
  std::string_view pooling{};                ///< 1_Pooling/config.json
  std::string_view sentence_bert{};          ///< sentence_bert_config.json
  std::string_view sentence_transformers{};  ///< config_sentence_transformers.json
};

/// Errors: kBadModel (broken JSON, missing or impossible numbers), kUnsupported
/// (another family, activation, position or pooling kind), naming the key.
Result<Facts> read_facts(const ConfigFiles& files);

}  // namespace attnscope
