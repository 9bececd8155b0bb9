// A run on several threads gives the very bits of a run on one.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cstring>

#include "golden.h"

namespace attnscope::test {
namespace {

bool same_bits(ConstMatrix a, ConstMatrix b) {
  return a.rows == b.rows && a.cols == b.cols &&
         std::memcmp(a.data, b.data, a.rows * a.cols * sizeof(float)) == 0;
}

bool same_trace(const Trace& a, const Trace& b) {
  return std::ranges::equal(a.kept(), b.kept(), [](const KeptPart& x, const KeptPart& y) {
    return x.key == y.key && same_bits(x.matrix, y.matrix);
  });
}

TEST_CASE("embeddings and traces are the same bits on any number of threads", "[threads][model]") {
  const Transformer& transformer = minilm();
  const TraceSelection everything = select_everything(transformer.facts());
  const std::vector<Sample> all = samples(data_dir() / "golden" / "minilm");
  for (const Sample& sample : {all.front(), all.back()}) {
    const Run alone = run_sample(transformer, sample, everything);
    for (const std::size_t count : {1, 2, 3, 4}) {
      INFO(sample.id << " on " << count << " threads");
      Threads threads(count);
      const Run shared = run_sample(transformer, sample, everything, &threads);
      CHECK(same_bits(alone.embeddings(), shared.embeddings()));
      CHECK(same_trace(alone.trace(), shared.trace()));
    }
  }
}

TEST_CASE("sequences laid end to end are the same bits on any number of threads",
          "[threads][model]") {
  const Transformer& transformer = minilm();
  std::vector<std::int32_t> ids, types;
  std::vector<std::size_t> lengths;
  for (const Sample& sample : samples(data_dir() / "golden" / "minilm")) {
    if (ids.size() + sample.ids.size() > 400) continue;
    ids.insert(ids.end(), sample.ids.begin(), sample.ids.end());
    types.insert(types.end(), sample.types.begin(), sample.types.end());
    lengths.push_back(sample.ids.size());
  }
  const Run alone = run_to_end(transformer, {ids, types, lengths});
  for (const std::size_t count : {2, 3, 4}) {
    INFO(count << " threads");
    Threads threads(count);
    CHECK(same_bits(alone.embeddings(),
                    run_to_end(transformer, {ids, types, lengths}, {}, &threads).embeddings()));
  }
}

}  // namespace
}  // namespace attnscope::test
