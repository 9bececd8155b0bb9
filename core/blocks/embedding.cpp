#include "blocks/embedding.h"

#include <algorithm>
#include <string>

#include "blocks/parallel.h"

namespace attnscope {
namespace {

// The row of each token's position, sequence by sequence.
class PositionRows {
 public:
  explicit PositionRows(const Facts& facts) : facts_(facts) {}

  void begin_sequence() { next_ = facts_.first_position; }
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
  tensors.table(words, "embeddings.word", std::string(names.words), facts.vocabulary, width);
  tensors.table(positions, "embeddings.position", std::string(names.positions), facts.position_rows,
                width);
  if (facts.type_rows != 0)
    tensors.small_table(types, "embeddings.type", std::string(names.types), facts.type_rows, width);
  tensors.norm(norm, "embeddings.norm", std::string(names.norm), width);
  if (facts.projects_embedding)
    tensors.linear(projection, "embeddings.projection", std::string(names.projection), facts.width,
                   width);
}

void embed(const Embedding& weights, const Batch& batch, Forward& run) {
  run.clock.start();
  const Facts& facts = *run.facts;
  const Matrix sum = facts.projects_embedding ? run.embedded : run.hidden;
  PositionRows positions(facts);
  std::size_t t = 0;
  for (const std::size_t length : batch.lengths) {
    positions.begin_sequence();
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
      add_row(weights.positions, positions.row_of(batch.ids[t]), row);
    }
  }
  keep(sum, run.kept(0).embedding_sum);
  run.clock.lap(&StageTimes::embedding);
  kernels::layer_norm(sum, weights.norm.gain, weights.norm.bias,
                      static_cast<float>(facts.layer_norm_epsilon));
  keep(sum, run.kept(0).embedding_norm);
  run.clock.lap(&StageTimes::layer_norm);
  if (!facts.projects_embedding) return;
  share_products(*run.threads, share_preparation(*run.threads, sum, weights.projection, run.rows),
                 {{&weights.projection, run.hidden}}, linear);
  run.clock.lap(&StageTimes::embedding);
}

}  // namespace attnscope
