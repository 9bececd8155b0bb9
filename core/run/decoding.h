/// @file
/// A decoder under way: what it remembers of the rows it has read, and of the encoder's output. It
/// goes on by runs of one row or many, with the same numbers to the last bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/matrix.h"
#include "base/result.h"
#include "base/threads.h"
#include "blocks/cache.h"
#include "run/transformer.h"

namespace attnscope {

class Decoding {
 public:
  Decoding() = default;

  /// `sequences` that share a source. `source` [S, D] is the encoder's last hidden state, or empty
  /// for a decoder that stands alone. `capacity`: rows of each there will be room for; more are
  /// made room for when they come. Errors: kOutOfMemory.
  static Result<Decoding> begin(const Transformer& transformer, ConstMatrix source,
                                std::size_t sequences, std::size_t capacity,
                                Threads* threads = nullptr);

  std::size_t sequences() const { return own_.sequences(); }
  /// Rows read of a sequence.
  std::size_t rows(std::size_t sequence) const { return own_.rows(sequence); }
  /// Rows of the source; 0: there is none.
  std::size_t source_rows() const { return source_ ? source_->rows(0) : 0; }

  /// Forgets all but the first `rows` of every sequence.
  void cut(std::size_t rows);
  /// Sequence i goes on from what sequence parents[i] is now; one entry a sequence.
  void reorder(std::span<const std::size_t> parents) { own_.reorder(parents); }

  /// As many sequences that go on from the only one. Errors: kOutOfMemory.
  Result<void> fork(std::size_t sequences);

  /// Bytes held.
  std::uint64_t memory() const;

  // For Run.
  Result<void> make_room(std::size_t rows);
  Cache& own() { return own_; }
  const Cache* source() const { return source_ ? &*source_ : nullptr; }

 private:
  StackFacts sizes_;
  Cache own_;
  std::optional<Cache> source_;
};

}  // namespace attnscope
