#include "text/model/bpe.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "text/unicode/unicode.h"

namespace attnscope {
namespace {

// Half-full tables of honest merges show runs of some dozens.
constexpr std::size_t kMostProbes = 1000;

std::size_t slots_for(std::uint64_t merges) {
  return std::bit_ceil(std::max<std::size_t>(static_cast<std::size_t>(merges) * 2, 4));
}

}  // namespace

std::uint64_t Merges::bytes_needed(std::uint64_t merges) {
  return slots_for(merges) * sizeof(Slot);
}

std::size_t Merges::place(std::int32_t left, std::int32_t right) const {
  const std::uint64_t both =
      std::uint64_t{static_cast<std::uint32_t>(left)} << 32 | static_cast<std::uint32_t>(right);
  return static_cast<std::size_t>((both * 0x9E3779B97F4A7C15u) >> shift_);
}

std::optional<Merges> Merges::make(std::span<const Merge> merges) {
  Merges made;
  made.slots_.resize(slots_for(merges.size()));
  made.shift_ = 64 - static_cast<unsigned>(std::countr_zero(made.slots_.size()));
  const std::size_t mask = made.slots_.size() - 1;
  std::uint32_t rank = 0;
  for (const auto& [left, right, result] : merges) {
    std::size_t at = made.place(left, right);
    for (std::size_t probes = 0; made.slots_[at].left >= 0; ++probes) {
      if (made.slots_[at].left == left && made.slots_[at].right == right) break;
      if (probes == kMostProbes) return std::nullopt;
      at = (at + 1) & mask;
    }
    made.slots_[at] = {left, right, {rank++, result}};
  }
  return made;
}

Merges::Found Merges::find(std::int32_t left, std::int32_t right) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = place(left, right); slots_[at].left >= 0; at = (at + 1) & mask) {
    if (slots_[at].left == left && slots_[at].right == right) return slots_[at].found;
  }
  return {};
}

Bpe::Bpe(const Vocabulary& vocabulary, const BpeOptions& chosen, Merges learned)
    : options(chosen),
      merges(std::move(learned)),
      bytes(chosen.byte_fallback ? ByteTokens(vocabulary) : ByteTokens()) {
  for (char32_t point = 0; point < first.size(); ++point) {
    char text[4];
    first[point] = vocabulary.find({}, {text, unicode::encode(point, text)});
  }
}

std::int32_t BpeCutter::token_of(char32_t point, std::string_view bytes) const {
  return point < model_.first.size() ? model_.first[point] : vocabulary_.find({}, bytes);
}

void BpeCutter::add(std::int32_t id, std::uint32_t bytes) {
  const auto at = static_cast<std::uint32_t>(symbols_.size());
  symbols_.push_back({id, bytes, at == 0 ? kNone : at - 1, at + 1});
}

// As in the reference, unknown characters that wait to be fused go behind the bytes of another.
void BpeCutter::add_symbols(std::span<const Character> word) {
  const BpeOptions& options = model_.options;
  std::uint32_t unknown = 0;  // bytes of the unknown token that waits
  const auto add_unknown = [&] {
    if (unknown != 0) add(*options.unknown, unknown);
    unknown = 0;
  };
  for (const Character& character : word) {
    char text[4];
    const std::uint32_t count = unicode::encode(character.point, text);
    const std::int32_t id = token_of(character.point, {text, count});
    if (id >= 0) {
      add_unknown();
      add(id, count);
    } else if (model_.bytes.spell({text, count})) {
      for (std::uint32_t i = 0; i < count; ++i) add(model_.bytes.of(text[i]), 1);
    } else if (options.unknown) {
      if (!options.fuse_unknown) add_unknown();
      unknown += count;
    }
  }
  add_unknown();
  if (!symbols_.empty()) symbols_[symbols_.size() - 1].after = kNone;
}

// Of equal ranks the first in the word.
bool BpeCutter::is_later(const Candidate& a, const Candidate& b) {
  return a.rank != b.rank ? a.rank > b.rank : a.at > b.at;
}

void BpeCutter::propose(std::uint32_t left, std::uint32_t right) {
  const auto found = model_.merges.find(symbols_[left].id, symbols_[right].id);
  if (found.result < 0) return;
  queue_.push_back({found.rank, left, found.result});
  if (queue_.complete()) std::push_heap(queue_.begin(), queue_.end(), is_later);
}

void BpeCutter::merge() {
  queue_.clear();
  for (std::uint32_t at = 1; at < symbols_.size(); ++at) propose(at - 1, at);
  while (!queue_.empty()) {
    std::pop_heap(queue_.begin(), queue_.end(), is_later);
    const Candidate next = queue_[queue_.size() - 1];
    queue_.resize(queue_.size() - 1);
    Symbol& symbol = symbols_[next.at];
    if (symbol.bytes == 0 || symbol.after == kNone) continue;
    Symbol& merged = symbols_[symbol.after];
    // What stood here when it was proposed may have been merged otherwise since.
    if (model_.merges.find(symbol.id, merged.id).result != next.result) continue;
    symbol.id = next.result;
    symbol.bytes += merged.bytes;
    symbol.after = merged.after;
    merged.bytes = 0;
    if (symbol.after != kNone) symbols_[symbol.after].before = next.at;
    if (symbol.before != kNone) propose(symbol.before, next.at);
    if (symbol.after != kNone) propose(next.at, symbol.after);
  }
}

bool BpeCutter::take_whole(std::span<const Character> word, std::int32_t number, Tokens& out) {
  word_.clear();
  for (const Character& character : word) {
    char text[4];
    word_.append(text, unicode::encode(character.point, text));
  }
  const std::int32_t id = vocabulary_.find({}, {word_.data(), word_.size()});
  if (id < 0) return false;
  out.add(id, word.front().source, word.back().source + 1, number);
  return true;
}

void BpeCutter::cut(std::span<const Character> word, std::int32_t number, Tokens& out) {
  if (model_.options.ignore_merges && take_whole(word, number, out)) return;
  symbols_.clear();
  add_symbols(word);
  merge();
  if (!complete()) return;
  // Tokens count their bytes on from the start of the word, so one that was left out moves those
  // behind it, as in the reference.
  std::size_t character = 0;
  std::uint32_t end = 0, place = 0;  // in bytes: of the character, of the token
  const auto source_of = [&](std::uint32_t byte) {
    while (character < word.size() && end <= byte) {
      char text[4];
      end += unicode::encode(word[character++].point, text);
    }
    return word[character - 1].source;
  };
  for (const Symbol& symbol : symbols_) {
    if (symbol.bytes == 0) continue;
    const std::uint32_t start = source_of(place);
    place += symbol.bytes;
    out.add(symbol.id, start, source_of(place - 1) + 1, number);
  }
}

}  // namespace attnscope
