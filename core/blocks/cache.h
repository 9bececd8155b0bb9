// What a decoder remembers of the rows it has read: the keys and values of every layer and head, in
// the form that products read. It grows by rows, and nothing that lies in it is packed again.
// Sequences that began alike and went on differently (beams) each have their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/buffer.h"
#include "base/matrix.h"
#include "base/result.h"
#include "blocks/attend.h"
#include "model/facts.h"

namespace attnscope {

class Cache {
 public:
  Cache() = default;
  // Room for `capacity` rows of each sequence. Errors: kOutOfMemory.
  static Result<Cache> make(const StackFacts& stack, std::size_t sequences, std::size_t capacity);
  // Bytes that make() asks for; for sizes that were checked.
  static std::uint64_t bytes(const StackFacts& stack, std::size_t sequences, std::size_t capacity);

  std::size_t sequences() const { return rows_.size(); }
  std::size_t capacity() const { return capacity_; }
  std::size_t rows(std::size_t sequence) const { return rows_[sequence]; }

  // Keys and values [n, d] of one head behind those that are there; what its queries meet then.
  // rows() is the same until all layers have theirs, and advance() says so.
  HeadInput append(std::size_t sequence, std::size_t layer, std::size_t head, ConstMatrix queries,
                   ConstMatrix keys, ConstMatrix values);
  // What queries meet where nothing is added: at least one row.
  HeadInput read(std::size_t sequence, std::size_t layer, std::size_t head,
                 ConstMatrix queries) const;
  void advance(std::size_t sequence, std::size_t count) { rows_[sequence] += count; }
  // Forgets all but the first `rows` of a sequence.
  void cut(std::size_t sequence, std::size_t rows) { rows_[sequence] = rows; }

  // Room for so many rows, with those that are there. Errors: kOutOfMemory; nothing has changed.
  Result<void> grow(std::size_t capacity);

  // As many sequences that go on from the first. Errors: kOutOfMemory.
  Result<Cache> fork(std::size_t sequences) const;

  // Sequence i goes on from what sequence parents[i] is now; one entry a sequence. Copies only
  // where one has several that go on from it.
  void reorder(std::span<const std::size_t> parents);

 private:
  float* keys(std::size_t slot, std::size_t layer, std::size_t head) const;
  float* values(std::size_t slot, std::size_t layer, std::size_t head) const;
  void copy(const Cache& from, std::size_t from_slot, std::size_t to_slot, std::size_t rows);

  StackFacts stack_;
  std::size_t capacity_ = 0;
  std::size_t key_floats_ = 0, value_floats_ = 0;  // of one head
  std::vector<std::size_t> rows_;                  // by sequence
  std::vector<std::size_t> slots_;                 // by sequence: where its memory is
  Buffer<float> memory_;
};

}  // namespace attnscope
