/// @file
/// Sorting where nobody waits for it: a heap's code is an eighth of std::sort's, which every page
/// would download for each type that is sorted. n log n steps at most, whatever is given.
#pragma once

#include <algorithm>
#include <functional>
#include <ranges>

namespace attnscope {

/// Orders `range` by `projection`, least first; equal elements come in any order.
template <std::ranges::random_access_range Range, class Projection = std::identity>
void heap_sort(Range&& range, Projection projection = {}) {
  std::ranges::make_heap(range, {}, projection);
  std::ranges::sort_heap(range, {}, projection);
}

}  // namespace attnscope
