/// @file
/// The encoder: embeddings, L layers of attention and feed-forward, pooling.
/// Runs one sequence or many laid end to end without padding, a layer a step,
/// so that a caller may stop between layers.
/// Source: Vaswani et al. 2017, "Attention Is All You Need"; Devlin et al. 2018,
/// "BERT", for the embedding sum and the post-layer-norm block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/result.h"
#include "base/threads.h"
#include "model/config.h"
#include "model/weights.h"
#include "trace/trace.h"

namespace attnscope {

/// Sequences laid end to end. T = ids.size() is the sum of lengths.
struct Batch {
  std::span<const std::int32_t> ids;     ///< [T], 0 <= id < V
  std::span<const std::int32_t> types;   ///< [T], 0 <= type < token_types
  std::span<const std::size_t> lengths;  ///< of each sequence, 1 <= length <= positions
  /// Tokens at the start of each that pooling leaves out; empty: none of any.
  std::span<const std::size_t> unpooled{};
};

/// The weights, packed for the kernels, and nothing that changes in a run.
class Transformer {
 public:
  /// Takes the weights. config.precision float32: packs the matrices in place, makes
  /// no second copy. int8: makes integers of them and of the word and position
  /// embedding, then gives back the floats. Errors: kOutOfMemory.
  static Result<Transformer> create(const Config& config, Weights weights);

  Transformer(Transformer&&) noexcept;
  Transformer& operator=(Transformer&&) noexcept;
  ~Transformer();

  const Config& config() const;

  /// Bytes of everything that the model learned, as it is held now.
  std::uint64_t weight_bytes() const;

  struct Parts;
  const Parts& parts() const { return *parts_; }

 private:
  explicit Transformer(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

/// Bytes that a run of these lengths needs on so many threads: scratch, trace and embeddings. The
/// formula is in transformer.cpp; the tests hold the real use to it.
struct RunMemory {
  std::uint64_t scratch = 0;
  std::uint64_t trace = 0;
};
Result<RunMemory> run_memory(const Config& config, std::span<const std::size_t> lengths,
                             const TraceSelection& selection, std::size_t threads = 1);

/// One forward pass. Use: begin, then step until it says it is finished, then
/// read the embeddings and the trace.
class Run {
 public:
  /// Checks the batch, asks for the memory, computes the embedding output.
  /// `selection` other than empty wants exactly one sequence.
  /// `transformer` must outlive the run, and so must `threads`, which share each step's
  /// work; nullptr: the caller calculates alone. The numbers are the same with any.
  /// Errors: kBadInput, kOutOfMemory (nothing is kept), kUnsupported.
  static Result<Run> begin(const Transformer& transformer, const Batch& batch,
                           const TraceSelection& selection, Threads* threads = nullptr);

  Run(Run&&) noexcept;
  Run& operator=(Run&&) noexcept;
  ~Run();

  /// Computes the next layer; after the last one, pools. True while layers are
  /// left. Errors: kNonFinite when the result holds NaN or infinity, kInvalidState
  /// after the end.
  Result<bool> step();

  /// [sequences, D] once step() has returned false; empty before.
  ConstMatrix embeddings() const;
  const Trace& trace() const;

  /// Bytes this run holds: what run_memory() foretold.
  RunMemory memory() const;

 private:
  struct State;
  explicit Run(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace attnscope
