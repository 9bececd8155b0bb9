#include "run/run.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/carried.h"
#include "blocks/masked_words.h"
#include "blocks/pooling.h"
#include "run/layout.h"

namespace attnscope {

namespace {

std::unexpected<Error> non_finite() {
  return fail(ErrorCode::kNonFinite,
              "the result holds NaN or infinity: the weights overflow float32 for this input");
}

std::unexpected<Error> unfinished() {
  return fail(ErrorCode::kInvalidState, "the run has not computed its last layer yet");
}

}  // namespace

struct Run::State {
  const Transformer* transformer = nullptr;
  std::vector<std::size_t> unpooled;
  std::size_t layers_done = 0;
  bool finished = false;
  Workspace workspace;
  Trace trace;
  Forward forward;
  Places places;
  Threads alone{1};
  Decoding own;  // of a decoder that begins with this run
  Decoding* decoding = nullptr;

  // The hidden state that has just been computed.
  void keep_hidden() {
    if (!places.hidden.empty()) keep(forward.hidden, places.hidden[layers_done]);
    trace.times = forward.clock.times();
  }
  Result<bool> finish();
};

Result<bool> Run::State::finish() {
  const bool goes_on = decoding != nullptr && decoding != &own;
  if (!goes_on)
    pool(transformer->facts(), forward.lengths, unpooled, forward.hidden, places.embeddings);
  // A NaN or infinity anywhere before reaches the last hidden state: every stage
  // keeps it (kernels.h), and layer norm spreads it over its row.
  if (!kernels::all_finite(forward.hidden) ||
      (!goes_on && !kernels::all_finite(places.embeddings))) {
    return non_finite();
  }
  if (decoding != nullptr) {
    for (std::size_t s = 0; s < forward.lengths.size(); ++s)
      decoding->own().advance(s, forward.lengths[s]);
    forward.cache = nullptr;  // its rows are read; nothing looks at them again
  }
  finished = true;
  if (kHasDecoders && places.logits.data != nullptr)
    transformer->model().next_word()->logits(forward.hidden, *forward.threads, places.logits);
  return false;
}

Run::Run(std::unique_ptr<State> state) : state_(std::move(state)) {}
Run::Run(Run&&) noexcept = default;
Run& Run::operator=(Run&&) noexcept = default;
Run::~Run() = default;

Result<RunMemory> run_memory(const Facts& facts, std::span<const std::size_t> lengths,
                             const TraceSelection& selection, std::size_t threads) {
  const auto extent = measure(facts, lengths, selection, threads);
  if (!extent) return std::unexpected(extent.error());
  Workspace workspace;
  Trace trace(selection, facts.first().heads);
  Forward forward;
  Places places;
  lay_out(facts, *extent, selection, workspace, trace, forward, places);
  const std::uint64_t remembered =
      extent->stack == Stack::kDecoder
          ? Cache::bytes(facts.decoder, extent->sequences, extent->longest)
          : 0;
  return RunMemory{workspace.needed() * sizeof(float) + remembered,
                   trace.memory().needed() * sizeof(float)};
}

Result<Run> Run::begin(const Transformer& transformer, const Batch& batch,
                       const TraceSelection& selection, Threads* threads, Decoding* decoding) {
  const Facts& facts = transformer.facts();
  const auto extent =
      measure(facts, batch.lengths, selection, threads != nullptr ? threads->count() : 1, decoding);
  if (!extent) return std::unexpected(extent.error());
  if (auto checked = check_batch(facts, batch, extent->stack); !checked)
    return std::unexpected(std::move(checked.error()));

  auto state = std::make_unique<State>();
  state->transformer = &transformer;
  state->unpooled.assign(batch.unpooled.begin(), batch.unpooled.end());
  state->trace = Trace(selection, facts.stack(extent->stack).heads);
  Forward& forward = state->forward;
  forward.facts = &facts;
  forward.stack = extent->stack;
  forward.threads = threads != nullptr ? threads : &state->alone;
  forward.clock = StageClock(selection.times);
  forward.lengths.assign(batch.lengths.begin(), batch.lengths.end());

  const auto lay = [&] {
    lay_out(facts, *extent, selection, state->workspace, state->trace, forward, state->places);
  };
  lay();
  if (auto room = state->workspace.allocate("the run"); !room)
    return std::unexpected(std::move(room.error()));
  if (auto room = state->trace.memory().allocate("the trace"); !room)
    return std::unexpected(std::move(room.error()));
  lay();

  if (kHasDecoders && extent->stack == Stack::kDecoder) {
    if (decoding == nullptr) {
      auto own = Decoding::begin(transformer, {}, extent->sequences, extent->longest, threads);
      if (!own) return std::unexpected(std::move(own.error()));
      state->own = std::move(*own);
      decoding = &state->own;
    }
    if (auto room = decoding->make_room(extent->keys); !room)
      return std::unexpected(std::move(room.error()));
    state->decoding = decoding;
    forward.cache = &decoding->own();
    forward.source = decoding->source();
  }
  transformer.model().begin(batch, forward);
  state->keep_hidden();
  return Run(std::move(state));
}

Result<bool> Run::step() {
  State& state = *state_;
  const std::size_t layers = state.forward.sizes().layers;
  if (state.layers_done == layers) {
    return fail(ErrorCode::kInvalidState, "the run has already computed its last layer");
  }
  state.transformer->model().layer(state.layers_done++, state.forward);
  if (state.layers_done == layers) state.transformer->model().end(state.forward);
  state.keep_hidden();
  return state.layers_done < layers ? Result<bool>(true) : state.finish();
}

ConstMatrix Run::embeddings() const {
  const bool goes_on = state_->decoding != nullptr && state_->decoding != &state_->own;
  return state_->finished && !goes_on ? ConstMatrix(state_->places.embeddings) : ConstMatrix();
}

ConstMatrix Run::hidden() const {
  return state_->finished ? ConstMatrix(state_->forward.hidden) : ConstMatrix();
}

Result<void> Run::next_word_logits(std::size_t first, Matrix logits) const {
  const State& state = *state_;
  const NextWord* answer = state.transformer->model().next_word();
  if (answer == nullptr || state.forward.stack != Stack::kDecoder) {
    return fail(ErrorCode::kUnsupported,
                "this model cannot say which word follows: it has no decoder");
  }
  if (!state.finished) return unfinished();
  const ConstMatrix hidden = state.forward.hidden;
  if (first + logits.rows > hidden.rows) {
    return fail(ErrorCode::kBadInput, "there are no rows up to " +
                                          std::to_string(first + logits.rows) + " of " +
                                          std::to_string(hidden.rows));
  }
  answer->logits(hidden.row_block(first, logits.rows), *state.forward.threads, logits);
  return kernels::all_finite(logits) ? Result<void>() : Result<void>(non_finite());
}

Result<Buffer<float>> Run::word_logits(std::size_t row) const {
  const State& state = *state_;
  const MaskedWords* answer = state.transformer->model().masked_words();
  if (answer == nullptr) {
    return fail(ErrorCode::kUnsupported,
                "this model cannot say which word stands in a masked place: its files have no "
                "answer of masked words");
  }
  if (!state.finished) return unfinished();
  const ConstMatrix hidden = state.forward.hidden;
  if (row >= hidden.rows) {
    return fail(ErrorCode::kBadInput,
                "there is no token " + std::to_string(row) + " of " + std::to_string(hidden.rows));
  }
  return attnscope::word_logits(*answer, state.transformer->facts(), hidden.row(row),
                                *state.forward.threads);
}

const Trace& Run::trace() const { return state_->trace; }
RunMemory Run::memory() const {
  return {state_->workspace.capacity() * sizeof(float) + state_->own.memory(),
          state_->trace.memory().capacity() * sizeof(float)};
}

}  // namespace attnscope
