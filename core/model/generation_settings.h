/// @file
/// How a text is written, as the model's files say it and a caller may change it, under the keys of
/// transformers' generation_config.json.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace attnscope {

using Ids = std::vector<std::int32_t>;

/// Lengths count the decoder's tokens, prompt or start token and all.
struct GenerationSettings {
  enum class EarlyStopping : std::uint8_t { kNo, kYes, kNever };

  std::size_t max_length = 0;      ///< 0: no such limit
  std::size_t max_new_tokens = 0;  ///< beside what is there; wins over max_length; 0: no such limit
  std::size_t min_length = 0;
  std::size_t min_new_tokens = 0;
  std::size_t beams = 1;
  double length_penalty = 1;  ///< a finished beam's score is log-probability / length^penalty
  EarlyStopping early_stopping = EarlyStopping::kNo;
  bool renormalizes = false;  ///< beams add log-probabilities of what the rules have left

  bool samples = false;  ///< draws by probability, with one beam; else the likeliest
  double temperature = 1;
  std::size_t top_k = 50;  ///< 0: all
  double top_p = 1;
  std::uint64_t seed = 0;

  double repetition_penalty = 1;
  std::size_t no_repeat_ngram = 0;  ///< 0: any may be repeated
  std::vector<Ids> bad_words;
  Ids suppressed, suppressed_first;
  Ids ends;          ///< of each, generation ends
  Ids forced_first;  ///< one id or none
  Ids forced_last;   ///< one of these, where the length ends
  Ids start;         ///< what a decoder behind an encoder begins with: one id, or nothing said

  /// Changes what the object's keys say; `where` names it in messages. null says nothing. Keys that
  /// do not change what is written are passed over.
  /// Errors: `code` for a value of a wrong type or out of bounds, kUnsupported for what is not done
  /// here (diverse or constrained beams, assistants, ...), naming the key.
  Result<void> read(const Json& object, std::string_view where, ErrorCode code);

  /// Errors: kBadInput, naming what is out of bounds for a vocabulary of this size.
  Result<void> check(std::size_t vocabulary) const;
};

/// What the files say: generation_config.json (empty: not there), then config.json's own keys.
/// Errors: kBadModel, kUnsupported.
Result<GenerationSettings> read_generation_settings(std::string_view generation_config,
                                                    const Json& config);

}  // namespace attnscope
