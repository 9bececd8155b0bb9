/// @file
/// One forward pass over one sequence or many laid end to end without padding, a layer a step, so
/// that a caller may stop between layers; and the answers it leads to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/buffer.h"
#include "base/result.h"
#include "base/threads.h"
#include "blocks/forward.h"
#include "run/decoding.h"
#include "run/transformer.h"
#include "trace/trace.h"

namespace attnscope {

/// Bytes that a run of these lengths needs on so many threads: scratch, trace and embeddings, found
/// by laying the run out without any memory; the tests hold the real use to it.
/// Errors: kBadInput, as Run::begin.
struct RunMemory {
  std::uint64_t scratch = 0;
  std::uint64_t trace = 0;
};
Result<RunMemory> run_memory(const Facts& facts, std::span<const std::size_t> lengths,
                             const TraceSelection& selection, std::size_t threads = 1);

/// Use: begin, then step until it says it is finished, then read the answers and the trace.
class Run {
 public:
  /// Checks the batch, asks for the memory, computes the embedding output.
  /// `selection` other than empty wants exactly one sequence.
  /// `transformer` must outlive the run, and so must `threads`, which share each step's
  /// work; nullptr: the caller calculates alone. The numbers are the same with any.
  /// The rows go through the model's first stack, or where `decoding` is given, which must outlive
  /// the run, through the decoder, behind those that it has read; when the run ends it has read
  /// these too. Errors: kBadInput, kOutOfMemory (nothing is kept), kUnsupported.
  static Result<Run> begin(const Transformer& transformer, const Batch& batch,
                           const TraceSelection& selection, Threads* threads = nullptr,
                           Decoding* decoding = nullptr);

  Run(Run&&) noexcept;
  Run& operator=(Run&&) noexcept;
  ~Run();

  /// Computes the next layer; after the last one, pools. True while layers are
  /// left. Errors: kNonFinite when the result holds NaN or infinity, kInvalidState
  /// after the end.
  Result<bool> step();

  /// [sequences, D] once step() has returned false; empty before, and of a decoding that goes on.
  ConstMatrix embeddings() const;

  /// The last layer's output, after the norm that some stacks end with: [T, D] once step() has
  /// returned false; empty before.
  ConstMatrix hidden() const;

  /// logits [n, V] of the word that follows each of rows [first, first + n). Errors: kUnsupported
  /// where the model is no decoder, kInvalidState before the end, kBadInput, kNonFinite.
  Result<void> next_word_logits(std::size_t first, Matrix logits) const;

  /// What the model expects in the place of token `row` (of all sequences laid end to end):
  /// [V] logits. Errors: kUnsupported where its files have no such answer, kInvalidState before the
  /// end, kBadInput, kOutOfMemory.
  Result<Buffer<float>> word_logits(std::size_t row) const;

  const Trace& trace() const;

  /// Bytes this run holds: what run_memory() foretold.
  RunMemory memory() const;

 private:
  struct State;
  explicit Run(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace attnscope
