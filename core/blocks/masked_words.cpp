#include "blocks/masked_words.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "blocks/feed_forward.h"
#include "blocks/parallel.h"

namespace attnscope {

void MaskedWords::ask(Tensors& tensors, const Facts& facts, const Table& words,
                      const MaskedWordsNames& names, Activation with) {
  const std::string dense(names.transform), own_norm(names.norm), table(names.decoder);
  const bool has_table = tensors.contains(table);
  is_there = has_table || tensors.contains(dense + ".weight") ||
             tensors.contains(dense + ".bias") || tensors.contains(own_norm + ".weight") ||
             tensors.contains(own_norm + ".gamma") || tensors.contains(names.bias) ||
             tensors.contains(names.decoder_bias);
  if (!is_there) return;
  activation = with;
  const std::size_t width = facts.embedding_width;
  tensors.without_prefix();
  tensors.linear(transform, "maskedWords.transform", dense, width, facts.width);
  tensors.norm(norm, "maskedWords.norm", own_norm, width);
  output.table = &words;
  // As transformers 5.24 does it: a table or bias of the decoder's own wins over the tied one.
  if (has_table || !facts.ties_words) {
    tensors.table(own_decoder, "maskedWords.decoder", {table}, facts.vocabulary, width);
    output.table = &own_decoder;
  }
  const bool has_bias = tensors.contains(names.decoder_bias);
  tensors.vector(output.bias, "maskedWords.bias", {has_bias ? names.decoder_bias : names.bias},
                 facts.vocabulary);
}

Result<Buffer<float>> word_logits(const MaskedWords& weights, const Facts& facts,
                                  std::span<const float> hidden, Threads& threads) {
  Matrix transformed;
  LinearScratch rows;
  Workspace workspace;
  const auto lay_out = [&] {
    transformed = workspace.take_matrix(1, facts.embedding_width);
    rows = LinearScratch::take(workspace, facts, 1);
  };
  lay_out();
  if (auto room = workspace.allocate("a masked word"); !room)
    return std::unexpected(std::move(room.error()));
  lay_out();
  auto logits = Buffer<float>::allocate(facts.vocabulary, "the logits of a masked word");
  if (!logits) return logits;

  const ConstMatrix state(hidden.data(), 1, hidden.size());
  share_activated(threads, share_preparation(threads, state, weights.transform, rows),
                  weights.transform, weights.activation, transformed);
  share_norm(threads, transformed, weights.norm, facts.layer_norm_epsilon);
  weights.output.logits(transformed, threads, Matrix(logits->data(), 1, facts.vocabulary));
  return logits;
}

std::vector<Candidate> likeliest(std::span<const float> logits, std::size_t most) {
  std::vector<std::int32_t> ids(logits.size());
  std::iota(ids.begin(), ids.end(), 0);
  const auto logit = [&](std::int32_t id) { return logits[static_cast<std::size_t>(id)]; };
  const auto count = static_cast<std::ptrdiff_t>(std::min(most, ids.size()));
  std::ranges::partial_sort(ids, ids.begin() + count, [&](std::int32_t a, std::int32_t b) {
    return logit(a) != logit(b) ? logit(a) > logit(b) : a < b;
  });
  if (count == 0) return {};
  const double largest = logit(ids.front());
  double sum = 0;
  for (const float value : logits) sum += std::exp(static_cast<double>(value) - largest);
  std::vector<Candidate> found;
  for (auto id = ids.begin(); id != ids.begin() + count; ++id) {
    found.push_back({*id, std::exp(static_cast<double>(logit(*id)) - largest) / sum});
  }
  return found;
}

}  // namespace attnscope
