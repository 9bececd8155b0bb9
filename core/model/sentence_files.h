/// @file
/// The two files that sentence-transformers keeps of its own beside a model: how much of a text
/// is read, and what is put before it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace attnscope {

/// Texts that the model was trained to see before every text, by name.
struct Prompts {
  struct Prompt {
    std::string name;
    std::string text;
  };
  std::vector<Prompt> named;                ///< in the order of their names
  std::optional<std::string> default_name;  ///< nullopt: nothing is put before a text unasked

  /// The prompt's text, or kBadInput naming the known ones.
  Result<std::string_view> find(std::string_view name) const;
  /// What is put before a text where nobody asks for anything; empty: nothing.
  std::string_view default_text() const;
};

struct SentenceSettings {
  std::optional<std::uint64_t> max_tokens;  ///< max_seq_length
  bool lowercase = false;                   ///< do_lower_case: every text, before its tokenizer
  Prompts prompts;
};

/// Reads sentence_bert_config.json and config_sentence_transformers.json; an empty text is a file
/// that is not there. Errors: kBadModel for impossible values; kUnsupported, naming the key, for
/// what would change the numbers and is not done here. Other keys change no vector and are ignored.
/// Reference: sentence-transformers 6.2.0, base/modules/transformer.py and base/model.py.
Result<SentenceSettings> read_sentence_settings(std::string_view sentence_bert,
                                                std::string_view sentence_transformers);

}  // namespace attnscope
