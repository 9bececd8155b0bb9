#include "blocks/relative_bias.h"

#include <algorithm>
#include <cmath>

namespace attnscope {

void RelativeBias::ask(Tensors& tensors, const std::string& ours, const std::string& theirs,
                       std::size_t buckets, std::size_t heads) {
  tensors.small_table(table, ours, theirs, buckets, heads);
}

std::size_t RelativeBias::bucket(std::ptrdiff_t distance) const {
  std::size_t buckets = table.rows, first = 0;
  if (!one_sided) {
    buckets /= 2;
    if (distance > 0) first = buckets;
  } else if (distance > 0) {
    distance = 0;
  }
  const auto far = static_cast<std::size_t>(std::abs(distance));
  const std::size_t exact = buckets / 2;
  if (far < exact) return first + far;
  // In float32, as the reference has it: a border that falls on a whole number depends on it.
  const float part =
      std::log(static_cast<float>(far) / static_cast<float>(exact)) /
      static_cast<float>(std::log(static_cast<double>(max_distance) / static_cast<double>(exact)));
  const auto beyond = static_cast<std::size_t>(part * static_cast<float>(buckets - exact));
  return first + std::min(exact + beyond, buckets - 1);
}

void RelativeBias::fill(std::size_t farthest, Matrix rows) const {
  for (std::size_t i = 0; i < rows.cols; ++i) {
    const auto distance = static_cast<std::ptrdiff_t>(i) - static_cast<std::ptrdiff_t>(farthest);
    const auto values = table.row(bucket(distance));
    for (std::size_t h = 0; h < rows.rows; ++h) rows.at(h, i) = values[h];
  }
}

void DistanceBias::add(std::size_t query, std::span<float> scaled) const {
  // Key 0 is `past + query` before the query.
  const std::size_t first = farthest - (past + query);
  const std::size_t count = std::min(scaled.size(), by_distance.size() - first);
  for (std::size_t k = 0; k < count; ++k) scaled[k] += by_distance[first + k];
}

}  // namespace attnscope
