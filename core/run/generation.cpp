#include "run/generation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "run/beams.h"

namespace attnscope {
namespace {

// From this many rows on a layer takes long enough to pause after it.
constexpr std::size_t kManyRows = 16;

// Rows that are remembered without moving any, where the limit is far.
constexpr std::size_t kRowsAtFirst = 256;

}  // namespace

struct Generation::State {
  const Transformer* transformer = nullptr;
  Threads* threads = nullptr;
  GenerationSettings settings;
  TraceSelection selection;
  std::size_t prompt = 0;  // tokens
  std::size_t limit = 0;   // tokens with the prompt

  Decoding decoding;
  std::optional<Run> run;  // under way, or the last one
  bool run_ended = true;
  std::vector<std::int32_t> ids;   // of one beam: all; of several: the best at the end
  std::vector<std::int32_t> next;  // what the decoder is to read
  std::vector<std::size_t> lengths;
  Buffer<float> logits, scores;
  Draws draws{0};
  std::optional<Beams> beams;
  double score = 0;
  bool ended = false;

  Result<void> begin_run();
  Result<Step> choose();
  Result<Step> choose_beams();
};

Generation::Generation(std::unique_ptr<State> state) : state_(std::move(state)) {}
Generation::Generation(Generation&&) noexcept = default;
Generation& Generation::operator=(Generation&&) noexcept = default;
Generation::~Generation() = default;

Result<Generation> Generation::begin(const Transformer& transformer, ConstMatrix source,
                                     std::span<const std::int32_t> prompt,
                                     const GenerationSettings& settings,
                                     const TraceSelection& selection, Threads* threads) {
  const Facts& facts = transformer.facts();
  const std::size_t words = facts.target_vocabulary;
  if (transformer.model().next_word() == nullptr) {
    return fail(ErrorCode::kUnsupported, "this model cannot write: it has no decoder");
  }
  if (facts.has_both() == (source.rows == 0)) {
    return fail(ErrorCode::kBadInput, facts.has_both()
                                          ? "a decoder behind an encoder needs its output"
                                          : "a decoder that stands alone has no source");
  }
  if (auto checked = settings.check(words); !checked)
    return std::unexpected(std::move(checked.error()));
  if (settings.beams > 1 && !selection.empty())
    return fail(ErrorCode::kBadInput, "nothing is kept of beams while they are under way");

  auto state = std::make_unique<State>();
  State& made = *state;
  made.transformer = &transformer;
  made.threads = threads;
  made.settings = settings;
  made.selection = selection;
  made.prompt = prompt.size();
  made.limit = facts.token_limit();
  if (settings.max_length != 0) made.limit = std::min(made.limit, settings.max_length);
  if (settings.max_new_tokens != 0)
    made.limit = std::min(facts.token_limit(),
                          prompt.size() + std::min(settings.max_new_tokens, facts.token_limit()));
  if (prompt.empty() || prompt.size() >= made.limit) {
    return fail(ErrorCode::kBadInput, "there are " + std::to_string(prompt.size()) +
                                          " tokens to go on from; expected at least one and fewer "
                                          "than the limit of " +
                                          std::to_string(made.limit));
  }
  made.ids.assign(prompt.begin(), prompt.end());
  made.next = made.ids;
  made.lengths = {prompt.size()};
  made.draws = Draws(settings.seed);
  if (settings.beams > 1) made.beams.emplace(settings, made.ids, made.limit);
  const std::uint64_t numbers = std::uint64_t{settings.beams} * words;
  auto logits = Buffer<float>::allocate(numbers, "the scores of words that may follow");
  if (!logits) return std::unexpected(std::move(logits.error()));
  auto scores = Buffer<float>::allocate(numbers, "the scores of words that may follow");
  if (!scores) return std::unexpected(std::move(scores.error()));
  made.logits = std::move(*logits);
  made.scores = std::move(*scores);
  auto decoding = Decoding::begin(transformer, source, 1,
                                  std::min(made.limit, prompt.size() + kRowsAtFirst), threads);
  if (!decoding) return std::unexpected(std::move(decoding.error()));
  made.decoding = std::move(*decoding);
  return Generation(std::move(state));
}

Result<void> Generation::State::begin_run() {
  auto begun = Run::begin(*transformer, {next, {}, lengths}, selection, threads, &decoding);
  if (!begun) return std::unexpected(std::move(begun.error()));
  run.emplace(std::move(*begun));
  run_ended = false;
  return {};
}

Result<Generation::Step> Generation::step() {
  State& state = *state_;
  if (state.ended) return fail(ErrorCode::kInvalidState, "what there was to write is written");
  if (state.run_ended) {
    if (auto begun = state.begin_run(); !begun) return std::unexpected(std::move(begun.error()));
  }
  for (;;) {
    const auto more = state.run->step();
    if (!more) return std::unexpected(more.error());
    if (!*more) break;
    if (state.next.size() >= kManyRows) return Step::kLayer;
  }
  state.run_ended = true;
  return state.beams ? state.choose_beams() : state.choose();
}

Result<Generation::Step> Generation::State::choose() {
  const std::size_t words = transformer->facts().target_vocabulary;
  const Matrix row(logits.data(), 1, words);
  if (auto done = run->next_word_logits(next.size() - 1, row); !done)
    return std::unexpected(std::move(done.error()));
  std::ranges::copy(row.row(0), scores.data());
  const std::span<float> left(scores.data(), words);
  apply_rules(settings, {ids, prompt, limit}, left);
  const std::int32_t id = settings.samples ? draw(settings, left, draws) : best(left);
  if (id < 0) return fail(ErrorCode::kBadInput, "what is forbidden leaves no word to go on with");
  ids.push_back(id);
  next = {id};
  lengths = {1};
  ended = ids.size() == limit || std::ranges::find(settings.ends, id) != settings.ends.end();
  return ended ? Step::kEnd : Step::kToken;
}

Result<Generation::Step> Generation::State::choose_beams() {
  const std::size_t words = transformer->facts().target_vocabulary;
  const Matrix rows(logits.data(), lengths.size(), words);
  // The last row of each sequence: all of the prompt has one.
  const std::size_t first = lengths.size() == 1 ? next.size() - 1 : 0;
  if (auto done = run->next_word_logits(first, rows); !done)
    return std::unexpected(std::move(done.error()));
  const auto parents = beams->extend(rows);
  if (!parents) return std::unexpected(parents.error());
  if (beams->ended()) {
    ids = beams->best();
    score = beams->best_score();
    ended = true;
    return Step::kEnd;
  }
  if (lengths.size() == 1) {
    if (auto forked = decoding.fork(settings.beams); !forked)
      return std::unexpected(std::move(forked.error()));
  } else {
    decoding.reorder(*parents);
  }
  next = beams->last_tokens();
  lengths.assign(settings.beams, 1);
  return Step::kToken;
}

std::span<const std::int32_t> Generation::written() const {
  if (state_->beams && !state_->ended) return {};
  return std::span(state_->ids).subspan(state_->prompt);
}

double Generation::score() const { return state_->score; }

std::span<const float> Generation::logits() const {
  return {state_->logits.data(), state_->beams ? 0 : state_->logits.size()};
}

const Trace* Generation::trace() const {
  return state_->run && !state_->beams ? &state_->run->trace() : nullptr;
}

std::uint64_t Generation::remembered() const { return state_->decoding.memory(); }

}  // namespace attnscope
