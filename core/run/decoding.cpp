#include "run/decoding.h"

#include <algorithm>
#include <utility>

#include "base/workspace.h"
#include "blocks/forward.h"

namespace attnscope {
namespace {

// Keys and values of every layer.
Result<Cache> remember(const Transformer& transformer, ConstMatrix source, Threads& threads) {
  const Facts& facts = transformer.facts();
  auto cache = Cache::make(facts.decoder, 1, source.rows);
  if (!cache) return cache;
  Forward run;
  run.facts = &facts;
  run.stack = Stack::kDecoder;
  run.threads = &threads;
  Workspace workspace;
  const auto lay = [&] {
    run.rows = LinearScratch::take(workspace, facts, source.rows);
    run.keys = workspace.take_matrix(source.rows, facts.decoder.attention_width());
    run.values = workspace.take_matrix(source.rows, facts.decoder.attention_width());
  };
  lay();
  if (auto room = workspace.allocate("the encoder's keys and values"); !room)
    return std::unexpected(std::move(room.error()));
  lay();
  for (std::size_t i = 0; i < facts.decoder.layers; ++i)
    transformer.model().remember_source(i, source, run, *cache);
  cache->advance(0, source.rows);
  return cache;
}

}  // namespace

Result<Decoding> Decoding::begin(const Transformer& transformer, ConstMatrix source,
                                 std::size_t sequences, std::size_t capacity, Threads* threads) {
  Decoding decoding;
  decoding.sizes_ = transformer.facts().decoder;
  auto own = Cache::make(decoding.sizes_, sequences, capacity);
  if (!own) return std::unexpected(std::move(own.error()));
  decoding.own_ = std::move(*own);
  if (source.rows == 0) return decoding;
  Threads alone{1};
  auto kept = remember(transformer, source, threads != nullptr ? *threads : alone);
  if (!kept) return std::unexpected(std::move(kept.error()));
  decoding.source_ = std::move(*kept);
  return decoding;
}

void Decoding::cut(std::size_t rows) {
  for (std::size_t s = 0; s < sequences(); ++s) own_.cut(s, std::min(rows, own_.rows(s)));
}

Result<void> Decoding::fork(std::size_t sequences) {
  auto forked = own_.fork(sequences);
  if (!forked) return std::unexpected(std::move(forked.error()));
  own_ = std::move(*forked);
  return {};
}

std::uint64_t Decoding::memory() const {
  return Cache::bytes(sizes_, sequences(), own_.capacity()) +
         (source_ ? Cache::bytes(sizes_, 1, source_->capacity()) : 0);
}

Result<void> Decoding::make_room(std::size_t rows) {
  // A quarter more each time, so that going on row by row moves each row a few times at most.
  if (rows <= own_.capacity()) return {};
  return own_.grow(std::max(rows, own_.capacity() + own_.capacity() / 4));
}

}  // namespace attnscope
