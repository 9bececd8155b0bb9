#include "blocks/embedding.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "blocks/parallel.h"

namespace attnscope {
namespace {

// The row of each token's position, sequence by sequence.
class PositionRows {
 public:
  explicit PositionRows(const Facts& facts) : facts_(facts) {}

  void begin_sequence(std::size_t past) { next_ = facts_.first_position + past; }
  std::size_t row_of(std::int32_t id) {
    if (id == facts_.uncounted_token) return facts_.first_position - 1;
    return next_++;
  }

 private:
  const Facts& facts_;
  std::size_t next_ = 0;
};

}  // namespace

void Embedding::ask(Tensors& tensors, const Facts& facts, const EmbeddingNames& names) {
  const std::size_t width = facts.embedding_width;
  tensors.table(words, "embeddings.word", {names.words}, facts.vocabulary, width);
  tensors.table(positions, "embeddings.position", {names.positions}, facts.position_rows, width);
  if (facts.type_rows != 0)
    tensors.small_table(types, "embeddings.type", std::string(names.types), facts.type_rows, width);
  tensors.norm(norm, "embeddings.norm", std::string(names.norm), width);
  if (facts.projects_embedding)
    tensors.linear(projection, "embeddings.projection", std::string(names.projection), facts.width,
                   width);
}

void sines(std::size_t position, std::span<float> row) {
  const std::size_t half = (row.size() + 1) / 2;
  const auto angle = [&](std::size_t pair) {
    return static_cast<double>(position) /
           std::pow(10000.0, 2 * static_cast<double>(pair) / static_cast<double>(row.size()));
  };
  for (std::size_t j = 0; j < half; ++j) row[j] = static_cast<float>(std::sin(angle(j)));
  for (std::size_t j = 0; half + j < row.size(); ++j)
    row[half + j] = static_cast<float>(std::cos(angle(j)));
}

void embed(const Embedding& weights, const Batch& batch, Forward& run) {
  run.clock.start();
  const Facts& facts = *run.facts;
  const Matrix sum = facts.projects_embedding ? run.embedded : run.hidden;
  PositionRows positions(facts);
  std::size_t t = 0;
  for (std::size_t s = 0; s < batch.lengths.size(); ++s) {
    const std::size_t length = batch.lengths[s];
    positions.begin_sequence(run.past(s));
    for (const std::size_t end = t + length; t < end; ++t) {
      const auto row = sum.row(t);
      if (weights.types.data == nullptr) {
        std::ranges::fill(row, 0.0f);
      } else {
        // A family of one type takes a second text for more of the first.
        const std::size_t type =
            facts.type_rows == 1 ? 0 : static_cast<std::size_t>(batch.types[t]);
        std::ranges::copy(weights.types.row(type), row.begin());
      }
      add_row(weights.words, static_cast<std::size_t>(batch.ids[t]), row);
      if (facts.embedding_scale != 1) kernels::scale_row(row, facts.embedding_scale);
      if (facts.position_kind != PositionKind::kRelative)
        add_row(weights.positions, positions.row_of(batch.ids[t]), row);
    }
  }
  keep(sum, run.kept(0).embedding_sum);
  run.clock.lap(&StageTimes::embedding);
  if (!weights.norm.gain.empty()) {
    kernels::layer_norm(sum, weights.norm.gain, weights.norm.bias,
                        static_cast<float>(facts.layer_norm_epsilon));
    keep(sum, run.kept(0).embedding_norm);
    run.clock.lap(&StageTimes::layer_norm);
  }
  if (!facts.projects_embedding) return;
  share_products(*run.threads, share_preparation(*run.threads, sum, weights.projection, run.rows),
                 {{&weights.projection, run.hidden}}, linear);
  run.clock.lap(&StageTimes::embedding);
}

}  // namespace attnscope
