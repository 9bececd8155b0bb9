/// @file
/// tokenizer_config.json: what it changes of what tokenizer.json says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace attnscope {

struct TokenizerSettings {
  /// BERT's three switches. They come together: the reference takes its own default for one that
  /// the file does not name, whatever tokenizer.json says of it.
  struct Switches {
    bool lowercase = true;
    bool strip_accents = true;
    bool handle_chinese_chars = true;
  };
  /// A token that is matched literally and must be among the added tokens of tokenizer.json.
  struct Named {
    std::string where;  ///< the key, for messages
    std::string content;
    std::optional<std::uint64_t> id;
    bool is_unknown = false;  ///< also what tokenizer.json must call its unk_token
  };

  /// RoBERTa's and GPT-2's classes split into bytes by these, whatever tokenizer.json says.
  struct Bytes {
    bool add_prefix_space = false;
    std::optional<bool> trim_offsets;  ///< nullopt: GPT-2's, which keeps tokenizer.json's
  };
  /// ALBERT's class makes its steps of these, but for the table of characters.
  struct Albert {
    bool lowercase = true;
    bool keep_accents = false;
    bool add_prefix_space = true;
  };

  std::optional<Switches> switches;         ///< nullopt: tokenizer.json's stand
  std::optional<Bytes> bytes;               ///< the same
  std::optional<Albert> albert;             ///< the same
  std::optional<std::uint64_t> max_tokens;  ///< model_max_length
  std::optional<bool> cuts_left;            ///< truncation_side, over tokenizer.json's own
  bool one_type = false;                    ///< the model is given no token types: all are 0
  bool lowercase_first = false;             ///< not of this file: see SentenceSettings::lowercase
  std::vector<Named> named;
  std::optional<std::string> mask;  ///< mask_token; nullopt: "[MASK]" or "<mask>", where it is one
};

/// Reads the file; an empty text is one that is not there, and leaves tokenizer.json alone.
/// Errors: kBadModel; kUnsupported, naming the key, for what would change the tokens and is not
/// done here. Other keys change no token and are ignored (padding too: nothing is padded).
/// Reference: transformers 5.24.0: BertTokenizer, RobertaTokenizer, GPT2Tokenizer, AlbertTokenizer.
Result<TokenizerSettings> read_tokenizer_settings(std::string_view json);

}  // namespace attnscope
