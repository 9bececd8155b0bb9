/// @file
/// Which word may follow and how likely it is made: what generation does to the scores of a
/// vocabulary before it chooses. Rules and their order are those of transformers' generate().
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "model/generation_settings.h"

namespace attnscope {

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
