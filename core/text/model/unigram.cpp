#include "text/model/unigram.h"

#include <algorithm>
#include <utility>

#include "text/unicode/unicode.h"

namespace attnscope {

Unigram::Unigram(const Vocabulary& vocabulary, std::vector<double> all, std::int32_t unknown_id,
                 bool byte_fallback)
    : scores(std::move(all)),
      unknown_score(*std::ranges::min_element(scores) - 10),
      unknown(unknown_id),
      bytes(byte_fallback ? ByteTokens(vocabulary) : ByteTokens()) {}

void UnigramCutter::spell(std::span<const Character> word) {
  bytes_.clear();
  starts_.clear();
  for (const Character& character : word) {
    char text[4];
    starts_.push_back(static_cast<std::uint32_t>(bytes_.size()));
    bytes_.append(text, unicode::encode(character.point, text));
  }
  starts_.push_back(static_cast<std::uint32_t>(bytes_.size()));
  best_.resize(word.size() + 1);
}

// Viterbi's search, character by character. All starts of a text are hashed in one pass.
void UnigramCutter::find_best() {
  for (Best& best : best_) best.id = -1;
  best_[0].score = 0;
  const auto count = static_cast<std::uint32_t>(best_.size() - 1);
  for (std::uint32_t from = 0; from < count; ++from) {
    const double before = best_[from].score;
    const auto offer = [&](std::uint32_t to, double score, std::int32_t id) {
      Best& best = best_[to];
      double sum = before + score;
      if (model_.rounds) sum = static_cast<float>(sum);
      if (best.id < 0 || sum > best.score) best = {sum, from, id};
    };
    const std::size_t most = starts_[from] + vocabulary_.longest_bytes();
    std::uint32_t hash = Vocabulary::kHashStart;
    bool has_single = false;
    for (std::uint32_t to = from + 1; to <= count && starts_[to] <= most; ++to) {
      for (std::uint32_t at = starts_[to - 1]; at < starts_[to]; ++at) {
        hash = Vocabulary::hash_byte(hash, bytes_[at]);
      }
      const std::int32_t id = vocabulary_.find_rare(hash, text(from, to));
      if (id < 0) continue;
      offer(to, model_.scores[static_cast<std::size_t>(id)], id);
      has_single |= to == from + 1;
    }
    if (!has_single) offer(from + 1, model_.unknown_score, model_.unknown);
  }
}

void UnigramCutter::trace_back() {
  path_.clear();
  bool fuses = false;
  for (auto to = static_cast<std::uint32_t>(best_.size() - 1); to > 0;) {
    const Best& best = best_[to];
    const bool is_unknown = best.id == model_.unknown;
    if (is_unknown && fuses) {
      path_[path_.size() - 1].from = best.from;
    } else {
      path_.push_back({best.from, to, best.id});
    }
    fuses = is_unknown && path_.complete();
    to = best.from;
  }
}

std::span<const UnigramCutter::Part> UnigramCutter::best(std::span<const Character> word) {
  spell(word);
  if (!complete()) return {};
  find_best();
  trace_back();
  return path_.span();
}

void UnigramCutter::cut(std::span<const Character> word, std::int32_t number, Tokens& out) {
  const auto parts = best(word);
  for (std::size_t i = parts.size(); i-- > 0;) {
    const auto& [from, to, best_id] = parts[i];
    const std::uint32_t start = word[from].source, end = word[to - 1].source + 1;
    std::int32_t id = best_id;
    if (id == model_.unknown) {
      // Characters that are unknown each for itself may be a piece together.
      const std::string_view spelling = text(from, to);
      const std::int32_t found =
          spelling.size() > vocabulary_.longest_bytes() ? -1 : vocabulary_.find({}, spelling);
      if (found >= 0) {
        id = found;
      } else if (model_.bytes.spell(spelling)) {
        for (const char byte : spelling) out.add(model_.bytes.of(byte), start, end, number);
        continue;
      }
    }
    out.add(id, start, end, number);
  }
}

}  // namespace attnscope
