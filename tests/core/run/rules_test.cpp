// What generation does to the scores of a vocabulary, rule by rule, and how it draws.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "run/rules.h"

namespace attnscope::test {
namespace {

constexpr float kOut = -std::numeric_limits<float>::infinity();

// Ten words, of which each is likelier than the one before.
std::vector<float> scores_after(const GenerationSettings& settings, const Ids& ids,
                                std::size_t prompt = 1, std::size_t limit = 100) {
  std::vector<float> scores(10);
  std::iota(scores.begin(), scores.end(), -4.0f);
  apply_rules(settings, {ids, prompt, limit}, scores);
  return scores;
}

TEST_CASE("without rules scores stay as they are", "[generation]") {
  CHECK(scores_after({}, {1, 2}).front() == -4.0f);
  CHECK(best(scores_after({}, {1, 2})) == 9);
}

TEST_CASE("a repetition is made less likely, whatever its sign", "[generation]") {
  GenerationSettings settings;
  settings.repetition_penalty = 2;
  const auto scores = scores_after(settings, {0, 9, 9});
  CHECK(scores[0] == -8.0f);
  CHECK(scores[9] == 2.5f);  // once, though it is there twice
  CHECK(scores[8] == 4.0f);
}

TEST_CASE("an n-gram that was written does not come again", "[generation]") {
  GenerationSettings settings;
  settings.no_repeat_ngram = 2;
  const auto scores = scores_after(settings, {3, 7, 3, 5, 3});
  CHECK((scores[7] == kOut && scores[5] == kOut));
  CHECK(scores[3] == -1.0f);
  settings.no_repeat_ngram = 1;
  CHECK(scores_after(settings, {3, 7})[3] == kOut);
  settings.no_repeat_ngram = 9;
  CHECK(best(scores_after(settings, {3, 7})) == 9);
}

TEST_CASE("a bad word is not ended, and an end alone is no bad word", "[generation]") {
  GenerationSettings settings;
  settings.ends = {9};
  settings.bad_words = {{4}, {2, 6}, {9}, {1, 2, 3, 4, 5, 6, 7, 8}};
  CHECK(scores_after(settings, {1, 2})[6] == kOut);
  CHECK(scores_after(settings, {2, 1})[6] == 2.0f);
  CHECK(scores_after(settings, {1})[4] == kOut);
  CHECK(scores_after(settings, {1})[9] == 5.0f);
}

TEST_CASE("the end waits for the least length, and comes with the greatest", "[generation]") {
  GenerationSettings settings;
  settings.ends = {9, 8};
  settings.min_length = 3;
  CHECK(scores_after(settings, {1, 2})[9] == kOut);
  CHECK(scores_after(settings, {1, 2, 3})[9] == 5.0f);
  settings.min_length = 0;
  settings.min_new_tokens = 2;
  CHECK(scores_after(settings, {1, 2, 3}, 2)[8] == kOut);
  CHECK(scores_after(settings, {1, 2, 3, 4}, 2)[8] == 4.0f);
  settings.min_new_tokens = 0;
  settings.forced_last = {0};
  CHECK(best(scores_after(settings, {1, 2, 3}, 1, 4)) == 0);
  CHECK(best(scores_after(settings, {1, 2, 3}, 1, 5)) == 9);
}

TEST_CASE("a first word is forced behind the start alone, and none of the forbidden comes first",
          "[generation]") {
  GenerationSettings settings;
  settings.forced_first = {2};
  settings.suppressed_first = {9};
  CHECK(best(scores_after(settings, {1})) == 2);
  CHECK(best(scores_after(settings, {1, 2})) == 8);  // the first that is chosen
  CHECK(best(scores_after(settings, {1, 2, 8})) == 9);
  settings.forced_first = {};
  CHECK(best(scores_after(settings, {1})) == 8);
  settings.suppressed = {8};
  CHECK(best(scores_after(settings, {1, 8})) == 9);
  CHECK(best(std::vector<float>(3, kOut)) == -1);
}

TEST_CASE("draws are the same for a seed, and as likely as they should be", "[generation]") {
  GenerationSettings settings;
  settings.top_k = 0;
  Draws first(7), again(7), other(8);
  std::map<std::int32_t, int> counts;
  int differ = 0;
  constexpr int kDraws = 20'000;
  for (int i = 0; i < kDraws; ++i) {
    std::vector<float> scores = {std::log(1.0f), std::log(2.0f), std::log(5.0f), kOut};
    const std::int32_t id = draw(settings, scores, first);
    REQUIRE(id == draw(settings, scores, again));
    differ += id == draw(settings, scores, other) ? 0 : 1;
    ++counts[id];
  }
  CHECK(differ > kDraws / 10);
  CHECK(counts.size() == 3);
  CHECK(std::abs(counts[0] - kDraws / 8) < 200);
  CHECK(std::abs(counts[2] - kDraws * 5 / 8) < 300);
}

TEST_CASE("only the likeliest are drawn where the settings say so", "[generation]") {
  const auto drawn = [](double top_p, std::size_t top_k, double temperature) {
    GenerationSettings settings;
    settings.top_p = top_p;
    settings.top_k = top_k;
    settings.temperature = temperature;
    Draws draws(1);
    std::map<std::int32_t, int> counts;
    for (int i = 0; i < 500; ++i) {
      std::vector<float> scores = {std::log(4.0f), std::log(3.0f), std::log(2.0f), std::log(1.0f)};
      ++counts[draw(settings, scores, draws)];
    }
    return counts;
  };
  CHECK(drawn(1, 0, 1).size() == 4);
  CHECK(drawn(1, 2, 1).size() == 2);
  CHECK(drawn(1, 1, 1).size() == 1);
  CHECK(drawn(0.69, 0, 1).size() == 2);  // 0.4 is less, 0.7 is enough
  CHECK(drawn(0.71, 0, 1).size() == 3);
  CHECK(drawn(1e-9, 0, 1).size() == 1);
  CHECK(drawn(1, 0, 1e-3).size() == 1);
  Draws draws(1);
  std::vector<float> none(4, kOut);
  CHECK(draw({}, none, draws) == -1);
}

TEST_CASE("log-probabilities of a vocabulary sum to one, however large its scores",
          "[generation]") {
  std::vector<float> scores = {1e4f, 1e4f - 1, 0.0f, kOut};
  log_softmax(scores);
  double sum = 0;
  for (const float score : scores) sum += std::exp(static_cast<double>(score));
  CHECK(std::abs(sum - 1) < 1e-5);
  CHECK(scores[3] == kOut);
}

}  // namespace
}  // namespace attnscope::test
