#include "blocks/cache.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

namespace attnscope {
namespace {

// In 64 bits, since a hostile capacity must not come out small in 32.
std::uint64_t whole_panels(std::uint64_t rows) {
  const std::size_t panel = kernels::panel_width();
  return (rows + panel - 1) / panel * panel;
}

std::uint64_t key_floats(const StackFacts& stack, std::size_t capacity) {
  return whole_panels(capacity) * stack.head_width;
}

std::uint64_t value_floats(const StackFacts& stack, std::size_t capacity) {
  return whole_panels(stack.head_width) * capacity;
}

}  // namespace

std::uint64_t Cache::bytes(const StackFacts& stack, std::size_t sequences, std::size_t capacity) {
  const std::uint64_t head = key_floats(stack, capacity) + value_floats(stack, capacity);
  return head * sequences * stack.layers * stack.heads * sizeof(float);
}

Result<Cache> Cache::make(const StackFacts& stack, std::size_t sequences, std::size_t capacity) {
  auto memory = Buffer<float>::allocate(bytes(stack, sequences, capacity) / sizeof(float),
                                        "the keys and values that a decoder remembers");
  if (!memory) return std::unexpected(std::move(memory.error()));
  Cache cache;
  cache.stack_ = stack;
  cache.capacity_ = capacity;
  cache.key_floats_ = static_cast<std::size_t>(key_floats(stack, capacity));
  cache.value_floats_ = static_cast<std::size_t>(value_floats(stack, capacity));
  cache.memory_ = std::move(*memory);
  cache.rows_.assign(sequences, 0);
  cache.slots_.resize(sequences);
  std::iota(cache.slots_.begin(), cache.slots_.end(), std::size_t{0});
  return cache;
}

float* Cache::keys(std::size_t slot, std::size_t layer, std::size_t head) const {
  const std::size_t index = (slot * stack_.layers + layer) * stack_.heads + head;
  return memory_.data() + index * (key_floats_ + value_floats_);
}

float* Cache::values(std::size_t slot, std::size_t layer, std::size_t head) const {
  return keys(slot, layer, head) + key_floats_;
}

HeadInput Cache::append(std::size_t sequence, std::size_t layer, std::size_t head,
                        ConstMatrix queries, ConstMatrix key_rows, ConstMatrix value_rows) {
  const std::size_t at = rows_[sequence], slot = slots_[sequence];
  assert(at + key_rows.rows <= capacity_);
  return {queries, kernels::append_rows(key_rows, at, keys(slot, layer, head)),
          kernels::append_columns(value_rows, at, capacity_, values(slot, layer, head))};
}

HeadInput Cache::read(std::size_t sequence, std::size_t layer, std::size_t head,
                      ConstMatrix queries) const {
  const std::size_t slot = slots_[sequence];
  const ConstMatrix none(nullptr, 0, stack_.head_width);
  return {queries, kernels::append_rows(none, rows_[sequence], keys(slot, layer, head)),
          kernels::append_columns(none, rows_[sequence], capacity_, values(slot, layer, head))};
}

void Cache::copy(const Cache& from, std::size_t from_slot, std::size_t to_slot, std::size_t rows) {
  const std::size_t panel = kernels::panel_width();
  for (std::size_t layer = 0; layer < stack_.layers; ++layer) {
    for (std::size_t head = 0; head < stack_.heads; ++head) {
      std::copy_n(from.keys(from_slot, layer, head), key_floats(stack_, rows),
                  keys(to_slot, layer, head));
      const float* source = from.values(from_slot, layer, head);
      float* target = values(to_slot, layer, head);
      for (std::size_t column = 0; column < stack_.head_width; column += panel)
        std::copy_n(source + column * from.capacity_, rows * panel, target + column * capacity_);
    }
  }
}

Result<void> Cache::grow(std::size_t capacity) {
  if (capacity <= capacity_) return {};
  auto larger = make(stack_, sequences(), capacity);
  if (!larger) return std::unexpected(std::move(larger.error()));
  for (std::size_t s = 0; s < sequences(); ++s) larger->copy(*this, slots_[s], s, rows_[s]);
  larger->rows_ = rows_;
  *this = std::move(*larger);
  return {};
}

Result<Cache> Cache::fork(std::size_t sequences) const {
  auto forked = make(stack_, sequences, capacity_);
  if (!forked) return forked;
  for (std::size_t s = 0; s < sequences; ++s) forked->copy(*this, slots_.front(), s, rows_.front());
  forked->rows_.assign(sequences, rows_.front());
  return forked;
}

void Cache::reorder(std::span<const std::size_t> parents) {
  assert(parents.size() == sequences());
  // The first that goes on from a sequence takes its memory; the others copy it into the memory of
  // those that nobody goes on from.
  constexpr auto kNone = static_cast<std::size_t>(-1);
  std::vector<std::size_t> slots(parents.size(), kNone), rows(parents.size());
  std::vector<bool> taken(parents.size(), false);  // by old sequence
  for (std::size_t i = 0; i < parents.size(); ++i) {
    rows[i] = rows_[parents[i]];
    if (taken[parents[i]]) continue;
    taken[parents[i]] = true;
    slots[i] = slots_[parents[i]];
  }
  std::size_t unused = 0;
  for (std::size_t i = 0; i < parents.size(); ++i) {
    if (slots[i] != kNone) continue;
    while (taken[unused]) ++unused;
    slots[i] = slots_[unused++];
    copy(*this, slots_[parents[i]], slots[i], rows[i]);
  }
  slots_ = std::move(slots);
  rows_ = std::move(rows);
}

}  // namespace attnscope
