#include "run/beams.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace attnscope {
namespace {

// The score of what is no choice at all.
constexpr double kOut = -1e9;

}  // namespace

Beams::Beams(const GenerationSettings& settings, Ids prompt, std::size_t limit)
    : settings_(settings), prompt_(prompt.size()), limit_(limit) {
  running_.push_back({std::move(prompt), 0, false});
  finished_.resize(settings.beams);
  for (Beam& beam : finished_) beam.score = kOut;
}

double Beams::for_length(double score, std::size_t length) const {
  return score / std::pow(static_cast<double>(length), settings_.length_penalty);
}

// The best of all beams with all words, best first; of equal ones the earlier beam and lower id.
std::vector<Beams::Extension> Beams::best_extensions(Matrix scores, std::size_t most) const {
  std::vector<Extension> found;
  for (std::size_t b = 0; b < scores.rows; ++b) {
    const auto row = scores.row(b);
    for (std::size_t v = 0; v < row.size(); ++v) {
      const double score = running_[b].score + static_cast<double>(row[v]);
      if (found.size() == most && !(score > found.back().score)) continue;
      if (!std::isfinite(score)) continue;
      if (found.size() == most) found.pop_back();
      const auto place =
          std::ranges::upper_bound(found, score, std::ranges::greater(), &Extension::score);
      found.insert(place, {b, static_cast<std::int32_t>(v), score});
    }
  }
  return found;
}

// Among the finished, of which so many stay as there are beams.
void Beams::set_aside(Beam beam) {
  const auto place =
      std::ranges::upper_bound(finished_, beam.score, std::ranges::greater(), &Beam::score);
  finished_.insert(place, std::move(beam));
  finished_.pop_back();
}

Result<std::vector<std::size_t>> Beams::extend(Matrix logits) {
  using EarlyStopping = GenerationSettings::EarlyStopping;
  const std::size_t beams = settings_.beams, length = running_.front().ids.size();
  for (std::size_t b = 0; b < logits.rows; ++b) {
    log_softmax(logits.row(b));
    apply_rules(settings_, {running_[b].ids, prompt_, limit_}, logits.row(b));
    if (settings_.renormalizes) log_softmax(logits.row(b));
  }
  // Enough that as many can go on, should all the best of them end.
  const auto extensions =
      best_extensions(logits, std::max<std::size_t>(2, 1 + settings_.ends.size()) * beams);
  if (extensions.empty())
    return fail(ErrorCode::kBadInput, "what is forbidden leaves no word to go on with");

  const bool is_full = settings_.early_stopping == EarlyStopping::kYes &&
                       std::ranges::all_of(finished_, &Beam::is_finished);
  std::vector<Beam> going_on, over;
  std::vector<std::size_t> parents, parents_over;
  for (std::size_t i = 0; i < extensions.size(); ++i) {
    const auto& [parent, id, score] = extensions[i];
    Beam longer{running_[parent].ids, score, false};
    longer.ids.push_back(id);
    const bool ends =
        length + 1 >= limit_ || std::ranges::find(settings_.ends, id) != settings_.ends.end();
    if (ends && i < beams && !is_full && can_improve_)
      set_aside({longer.ids, for_length(score, length + 1 - prompt_), true});
    if (ends) longer.score += kOut;
    (ends ? over : going_on).push_back(std::move(longer));
    (ends ? parents_over : parents).push_back(parent);
  }
  const bool all_end = going_on.empty();
  // Where fewer can go on than there are beams, those that have ended fill their places.
  std::ranges::move(over, std::back_inserter(going_on));
  std::ranges::copy(parents_over, std::back_inserter(parents));
  while (going_on.size() < beams) {
    going_on.push_back({going_on.back().ids, kOut * 2, false});
    parents.push_back(parents.back());
  }
  going_on.resize(beams);
  parents.resize(beams);
  running_ = std::move(going_on);

  const bool is_never = settings_.early_stopping == EarlyStopping::kNever;
  const std::size_t hoped =
      (is_never && settings_.length_penalty > 0 ? limit_ : length + 1) - prompt_;
  const double possible = for_length(running_.front().score, hoped);
  const bool all_finished = std::ranges::all_of(finished_, &Beam::is_finished);
  const double worst = all_finished ? finished_.back().score : kOut;
  can_improve_ = can_improve_ && possible > worst;
  ended_ =
      !can_improve_ || all_end || (all_finished && settings_.early_stopping == EarlyStopping::kYes);
  return parents;
}

Ids Beams::last_tokens() const {
  Ids ids;
  for (const Beam& beam : running_) ids.push_back(beam.ids.back());
  return ids;
}

}  // namespace attnscope
