// Beam search: the best few beginnings are kept, and each goes on with every word; what has ended
// is set aside with its score. Choices, ties and the conditions for stopping are transformers' own.
// Source: Sutskever et al. 2014, section 3.2; Wu et al. 2016, section 7, for the penalty of length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/matrix.h"
#include "base/result.h"
#include "run/rules.h"

namespace attnscope {

class Beams {
 public:
  // All begin with `prompt`; none gets longer than `limit`.
  Beams(const GenerationSettings& settings, Ids prompt, std::size_t limit);

  // One token more each: logits [n, V] of the n beams that are running, which become scores in
  // their place; 1 at first, where all are alike. Of the beams that run then, which each goes on
  // from. Errors: kBadInput where the rules leave no word.
  Result<std::vector<std::size_t>> extend(Matrix logits);

  bool ended() const { return ended_; }
  // Of the running beams, in order.
  Ids last_tokens() const;

  // The best of all that have ended, prompt and all.
  const Ids& best() const { return finished_.front().ids; }
  double best_score() const { return finished_.front().score; }

 private:
  struct Beam {
    Ids ids;
    double score = 0;  // the sum of log-probabilities; of one that has ended, for its length
    bool is_finished = false;
  };
  struct Extension {
    std::size_t parent;
    std::int32_t id;
    double score;
  };

  std::vector<Extension> best_extensions(Matrix scores, std::size_t most) const;
  void set_aside(Beam beam);
  double for_length(double score, std::size_t length) const;

  const GenerationSettings& settings_;
  std::size_t prompt_;
  std::size_t limit_;
  std::vector<Beam> running_, finished_;
  bool can_improve_ = true;
  bool ended_ = false;
};

}  // namespace attnscope
