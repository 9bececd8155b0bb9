// One forward pass, a layer a step:
//
//     h_0     = layer_norm(word + position + type)
//     a_i     = layer_norm(h_(i-1) + attention_i(h_(i-1)))
//     h_i     = layer_norm(a_i + feed_forward_i(a_i))            i = 1 .. L
//     result  = pool(h_L)
#include <algorithm>
#include <utility>

#include "base/arena.h"
#include "transformer/plan.h"
#include "transformer/stages.h"

namespace attnscope {

struct Run::State {
  const Transformer::Parts* parts = nullptr;
  std::vector<std::size_t> lengths;
  std::vector<std::size_t> unpooled;
  std::size_t layers_done = 0;
  bool finished = false;
  Arena arena;
  Matrix hidden;      // [T, D]
  Matrix embeddings;  // [sequences, D]
  AttentionScratch attention;
  FeedForwardScratch feed_forward;  // in the same memory as `attention`: they take turns
  Trace trace;
  Threads alone{1};
  Threads* threads = &alone;
  StageClock clock;

  void lay_out_scratch(const Plan& plan);
  Result<void> lay_out_trace(const Plan& plan, const TraceSelection& selection);
  void keep_hidden();
  Result<bool> finish();
};

void Run::State::lay_out_scratch(const Plan& plan) {
  const Config& config = parts->config;
  hidden = arena.take_matrix(plan.tokens, config.width);
  embeddings = arena.take_matrix(plan.sequences, config.width);
  attention.rows = feed_forward.rows = LinearScratch::take(arena, config, plan.tokens);
  const std::size_t shared = arena.used();
  attention.queries = arena.take_matrix(plan.tokens, config.width);
  attention.keys = arena.take_matrix(plan.tokens, config.width);
  attention.values = arena.take_matrix(plan.tokens, config.width);
  attention.context = arena.take_matrix(plan.tokens, config.width);
  for (std::size_t i = 0; i < threads->count(); ++i) {
    attention.heads.push_back(HeadScratch::take(arena, plan.longest, config.head_width));
  }
  arena.rewind(shared);
  feed_forward.inner = arena.take_matrix(plan.tokens, config.feed_forward);
}

Result<void> Run::State::lay_out_trace(const Plan& plan, const TraceSelection& selection) {
  const Config& config = parts->config;
  trace.layers = config.layers;
  trace.heads = config.heads;
  trace.tokens = plan.tokens;
  if (plan.trace == 0) return {};
  auto memory = Arena::allocate(plan.trace, "the trace");
  if (!memory) return std::unexpected(std::move(memory.error()));

  const auto asked = [](const std::vector<bool>& flags, std::size_t i) {
    return !flags.empty() && flags[i];
  };
  const std::size_t tokens = plan.tokens;
  const bool any_head = std::ranges::count(selection.attention, true) +
                            std::ranges::count(selection.scores, true) +
                            std::ranges::count(selection.vectors, true) >
                        0;
  if (any_head) trace.head.resize(config.layers * config.heads);
  for (std::size_t i = 0; i < trace.head.size(); ++i) {
    HeadTrace& head = trace.head[i];
    if (asked(selection.attention, i)) head.weights = memory->take_matrix(tokens, tokens);
    if (asked(selection.scores, i)) {
      head.scores = memory->take_matrix(tokens, tokens);
      head.scaled = memory->take_matrix(tokens, tokens);
    }
    if (asked(selection.vectors, i)) {
      for (Matrix* matrix : {&head.queries, &head.keys, &head.values, &head.context}) {
        *matrix = memory->take_matrix(tokens, config.head_width);
      }
    }
  }
  if (std::ranges::count(selection.hidden, true) > 0) trace.hidden.resize(config.layers + 1);
  for (std::size_t i = 0; i < trace.hidden.size(); ++i) {
    if (selection.hidden[i]) trace.hidden[i] = memory->take_matrix(tokens, config.width);
  }
  trace.memory = std::move(*memory).release();
  return {};
}

void Run::State::keep_hidden() {
  if (trace.hidden.empty() || trace.hidden[layers_done].data == nullptr) return;
  std::ranges::copy(hidden.data, hidden.data + hidden.rows * hidden.cols,
                    trace.hidden[layers_done].data);
}

Result<bool> Run::State::finish() {
  pool(parts->config, lengths, unpooled, hidden, embeddings);
  // A NaN or infinity anywhere before reaches the last hidden state: every stage
  // keeps it (kernels.h), and layer norm spreads it over its row.
  if (!kernels::all_finite(hidden) || !kernels::all_finite(embeddings)) {
    return fail(ErrorCode::kNonFinite,
                "the result holds NaN or infinity: the weights overflow float32 for this input");
  }
  finished = true;
  return false;
}

Run::Run(std::unique_ptr<State> state) : state_(std::move(state)) {}
Run::Run(Run&&) noexcept = default;
Run& Run::operator=(Run&&) noexcept = default;
Run::~Run() = default;

Result<Run> Run::begin(const Transformer& transformer, const Batch& batch,
                       const TraceSelection& selection, Threads* threads) {
  const Config& config = transformer.config();
  const auto plan =
      plan_run(config, batch.lengths, selection, threads != nullptr ? threads->count() : 1);
  if (!plan) return std::unexpected(plan.error());
  if (auto checked = check_batch(config, batch); !checked)
    return std::unexpected(std::move(checked.error()));

  auto state = std::make_unique<State>();
  state->parts = &transformer.parts();
  if (threads != nullptr) state->threads = threads;
  state->lengths.assign(batch.lengths.begin(), batch.lengths.end());
  state->unpooled.assign(batch.unpooled.begin(), batch.unpooled.end());
  auto arena = Arena::allocate(plan->scratch, "the run");
  if (!arena) return std::unexpected(std::move(arena.error()));
  state->arena = std::move(*arena);
  state->lay_out_scratch(*plan);
  if (auto laid = state->lay_out_trace(*plan, selection); !laid)
    return std::unexpected(std::move(laid.error()));

  state->clock = StageClock(selection.times);
  embed(*state->parts, batch, state->hidden, state->clock);
  state->trace.times = state->clock.times();
  state->keep_hidden();
  return Run(std::move(state));
}

Result<bool> Run::step() {
  State& state = *state_;
  const Config& config = state.parts->config;
  if (state.layers_done == config.layers) {
    return fail(ErrorCode::kInvalidState, "the run has already computed its last layer");
  }
  const Layer& layer = state.parts->layers[state.layers_done];
  const auto kept = std::span<const HeadTrace>(state.trace.head);
  attention_block(
      layer.attention, config, state.lengths, state.attention,
      kept.empty() ? kept : kept.subspan(state.layers_done * config.heads, config.heads),
      state.hidden, *state.threads, state.clock);
  feed_forward_block(layer.feed_forward, config, state.feed_forward, state.hidden, *state.threads,
                     state.clock);
  state.trace.times = state.clock.times();
  ++state.layers_done;
  state.keep_hidden();
  return state.layers_done < config.layers ? Result<bool>(true) : state.finish();
}

ConstMatrix Run::embeddings() const {
  return state_->finished ? ConstMatrix(state_->embeddings) : ConstMatrix();
}
const Trace& Run::trace() const { return state_->trace; }
RunMemory Run::memory() const {
  return {state_->arena.capacity() * sizeof(float), state_->trace.memory.size() * sizeof(float)};
}

}  // namespace attnscope
