// A bias on the scaled scores that depends on how far a key is from its query: distances fall into
// buckets, near ones of their own, far ones together, and each head has a number for each bucket.
// Source: Raffel et al. 2020, section 2.1; the buckets' borders are transformers' own.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "base/matrix.h"
#include "model/tensors.h"

namespace attnscope {

struct RelativeBias {
  ConstMatrix table;             // [buckets, H]
  std::size_t max_distance = 0;  // from here on all share the last bucket
  bool one_sided = false;        // a decoder's: keys after the query are not seen

  void ask(Tensors& tensors, const std::string& ours, const std::string& theirs,
           std::size_t buckets, std::size_t heads);

  // The bucket of a key `distance` after its query; negative: before it.
  std::size_t bucket(std::ptrdiff_t distance) const;

  // rows [H, farthest + 1 + nearest]: the bias of each head for distances -farthest .. nearest.
  void fill(std::size_t farthest, Matrix rows) const;
};

// One head's bias for attend(): of `by_distance`, entry `farthest` is that of distance 0.
struct DistanceBias {
  std::span<const float> by_distance;
  std::size_t farthest = 0;
  std::size_t past = 0;  // keys before the first query

  void add(std::size_t query, std::span<float> scaled) const;
};

}  // namespace attnscope
