#include "run/rules.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace attnscope {
namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();

float& at(std::span<float> scores, std::int32_t id) { return scores[static_cast<std::size_t>(id)]; }

void forbid(std::span<float> scores, const Ids& ids) {
  for (const std::int32_t id : ids) at(scores, id) = kNever;
}

void force(std::span<float> scores, const Ids& ids) {
  if (ids.empty()) return;
  std::ranges::fill(scores, kNever);
  for (const std::int32_t id : ids) at(scores, id) = 0;
}

void penalise_repetition(double penalty, const Written& written, std::span<float> scores) {
  if (penalty == 1) return;
  Ids seen(written.ids.begin(), written.ids.end());
  std::ranges::sort(seen);
  seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
  const auto factor = static_cast<float>(penalty);
  for (const std::int32_t id : seen) {
    float& score = at(scores, id);
    score = score < 0 ? score * factor : score / factor;
  }
}

// What would end an n-gram that is there already.
void forbid_repeated(std::size_t n, const Written& written, std::span<float> scores) {
  const auto ids = written.ids;
  if (n == 0 || ids.size() < n) return;
  const auto prefix = ids.last(n - 1);
  for (std::size_t first = 0; first + n <= ids.size(); ++first) {
    if (std::ranges::equal(ids.subspan(first, n - 1), prefix))
      at(scores, ids[first + n - 1]) = kNever;
  }
}

void forbid_words(const GenerationSettings& settings, const Written& written,
                  std::span<float> scores) {
  for (const Ids& word : settings.bad_words) {
    const std::span<const std::int32_t> before(word.data(), word.size() - 1);
    // An end alone may always come.
    if (before.empty() && std::ranges::find(settings.ends, word.front()) != settings.ends.end())
      continue;
    if (before.size() <= written.ids.size() &&
        std::ranges::equal(written.ids.last(before.size()), before))
      at(scores, word.back()) = kNever;
  }
}

}  // namespace

void apply_rules(const GenerationSettings& settings, const Written& written,
                 std::span<float> scores) {
  const std::size_t length = written.ids.size();
  penalise_repetition(settings.repetition_penalty, written, scores);
  forbid_repeated(settings.no_repeat_ngram, written, scores);
  forbid_words(settings, written, scores);
  if (length < settings.min_length || length - written.prompt < settings.min_new_tokens)
    forbid(scores, settings.ends);
  if (length == 1) force(scores, settings.forced_first);
  if (length + 1 == written.limit) force(scores, settings.forced_last);
  forbid(scores, settings.suppressed);
  const std::size_t forced = written.prompt == 1 ? settings.forced_first.size() : 0;
  if (length == written.prompt + forced) forbid(scores, settings.suppressed_first);
}

void log_softmax(std::span<float> scores) {
  const double largest = *std::ranges::max_element(scores);
  double sum = 0;
  for (const float score : scores) sum += std::exp(static_cast<double>(score) - largest);
  const double subtracted = largest + std::log(sum);
  for (float& score : scores) score = static_cast<float>(static_cast<double>(score) - subtracted);
}

double Draws::next() {
  state_ += 0x9E3779B97F4A7C15u;
  std::uint64_t bits = state_;
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
  bits ^= bits >> 31;
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

std::int32_t draw(const GenerationSettings& settings, std::span<float> scores, Draws& draws) {
  // The likeliest first, of equal ones the lower id: the order in which they are drawn too.
  Ids ids(scores.size());
  std::iota(ids.begin(), ids.end(), 0);
  const std::size_t kept = settings.top_k == 0 ? ids.size() : std::min(settings.top_k, ids.size());
  std::ranges::partial_sort(ids, ids.begin() + static_cast<std::ptrdiff_t>(kept),
                            [&](std::int32_t a, std::int32_t b) {
                              const float left = at(scores, a), right = at(scores, b);
                              return left != right ? left > right : a < b;
                            });
  ids.resize(kept);
  const double largest = at(scores, ids.front());
  if (!std::isfinite(largest)) return -1;
  std::vector<double> weights;
  double sum = 0;
  for (const std::int32_t id : ids) {
    weights.push_back(
        std::exp((static_cast<double>(at(scores, id)) - largest) / settings.temperature));
    sum += weights.back();
  }
  // As many of the likeliest as reach top_p together; one at least.
  double reached = 0;
  std::size_t count = 0;
  while (count < weights.size() && (count == 0 || reached < settings.top_p * sum))
    reached += weights[count++];
  double left = draws.next() * reached;
  for (std::size_t i = 0; i < count; ++i) {
    left -= weights[i];
    if (left < 0) return ids[i];
  }
  return ids[count - 1];
}

std::int32_t best(std::span<const float> scores) {
  const auto it = std::ranges::max_element(scores);
  return *it == kNever ? -1 : static_cast<std::int32_t>(it - scores.begin());
}

}  // namespace attnscope
