/// @file
/// A text written word by word: the likeliest word each time, or one that is drawn, or several
/// beams of which the best is kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "base/result.h"
#include "base/threads.h"
#include "run/rules.h"
#include "run/run.h"
#include "run/transformer.h"
#include "trace/trace.h"

namespace attnscope {

/// Use: begin, then step until the end; the transformer and the threads must outlive it.
class Generation {
 public:
  enum class Step : std::uint8_t {
    kLayer,  ///< a layer of many rows is done, and more are left: a place to pause
    kToken,  ///< one more token is chosen; of beams: all are one token longer
    kEnd,    ///< as kToken, and it was the last
  };

  /// `source` [S, D] is the last hidden state of the encoder, empty for a decoder that stands
  /// alone. `prompt`: what the decoder has been given, at least one token; behind an encoder its
  /// start token first. `selection`: what is kept of each step's decoder rows; with beams nothing.
  /// Errors: kBadInput (no prompt, settings out of bounds, a prompt that leaves no room),
  /// kUnsupported (no decoder), kOutOfMemory.
  static Result<Generation> begin(const Transformer& transformer, ConstMatrix source,
                                  std::span<const std::int32_t> prompt,
                                  const GenerationSettings& settings,
                                  const TraceSelection& selection, Threads* threads = nullptr);

  Generation(Generation&&) noexcept;
  Generation& operator=(Generation&&) noexcept;
  ~Generation();

  /// Errors: kNonFinite, kOutOfMemory, kBadInput where the rules leave no word, kInvalidState after
  /// the end.
  Result<Step> step();

  /// What has been written behind the prompt so far; with beams nothing before the end, and the
  /// best of them then.
  std::span<const std::int32_t> written() const;
  /// Of beams: log-probability / length^penalty of what was written.
  double score() const;

  /// Of the last step with one beam: the model's own logits [V] of the word it chose, before any
  /// rule; and what was kept of the rows it computed: all of the prompt first, then one each.
  std::span<const float> logits() const;
  const Trace* trace() const;

  /// Bytes of keys and values held.
  std::uint64_t remembered() const;

 private:
  struct State;
  explicit Generation(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace attnscope
