/// @file
/// Which word may follow and how likely it is made: what generation does to the scores of a
/// vocabulary before it chooses. Rules and their order are those of transformers' generate().
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"

namespace attnscope {

using Ids = std::vector<std::int32_t>;

/// What generation may be told, and what a model's files say where it is not. Lengths count the
/// decoder's tokens, prompt or start token and all.
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
  std::int32_t start = -1;  ///< what a decoder behind an encoder begins with; -1: nothing said

  /// Errors: kBadInput, naming what is out of bounds for a vocabulary of this size.
  Result<void> check(std::size_t vocabulary) const;
};

/// The state that rules look at.
struct Written {
  std::span<const std::int32_t> ids;  ///< all so far, the prompt or start token first
  std::size_t prompt = 0;             ///< how many of them were given
  std::size_t limit = 0;              ///< how many there may be
};

/// Changes the scores [V], logits or log-probabilities, of the word after `written`; those that may
/// not follow become -infinity.
void apply_rules(const GenerationSettings& settings, const Written& written,
                 std::span<float> scores);

/// scores = log(softmax(scores)).
void log_softmax(std::span<float> scores);

/// 64 random bits at a time, the same everywhere for a seed. Source: Steele et al. 2014, SplitMix.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : state_(seed) {}
  /// In [0, 1).
  double next();

 private:
  std::uint64_t state_;
};

/// Draws by softmax(scores / temperature) from the top_k likeliest, of which the likeliest that
/// together reach top_p. -1: none is left.
std::int32_t draw(const GenerationSettings& settings, std::span<float> scores, Draws& draws);

/// The highest score, of equal ones the lowest id; -1: all are -infinity.
std::int32_t best(std::span<const float> scores);

}  // namespace attnscope
