#include "text/normalizer/normaliser.h"

namespace attnscope {

NormaliserRules::NormaliserRules(const NormaliserOptions& chosen) : options(chosen) {
  for (char32_t point = 0; point < ascii.size(); ++point) {
    const auto flags = unicode::properties(point).flags;
    const bool lowers =
        (options.lowercase || options.lowercase_first) && (flags & unicode::kLowers);
    ascii[point] = static_cast<unsigned char>(lowers ? unicode::lower(point) : point);
    if (options.clean_text && (flags & unicode::kBlank)) ascii[point] = ' ';
    if (options.clean_text && (flags & unicode::kDeleted)) ascii[point] = kNothing;
  }
}

std::span<const MarkRun::Mark> MarkRun::ordered() {
  const auto by_class = [](const Mark& a, const Mark& b) {
    return a.combining_class < b.combining_class;
  };
  if (std::is_sorted(marks_.begin(), marks_.end(), by_class)) return marks_.span();

  places_.clear();
  for (const Mark& mark : marks_) {
    if (!mark.is_tail) places_.push_back(mark.source);
  }
  // A tail that comes first belongs to the character before the run, whose
  // source it already has.
  std::uint32_t place = marks_[0].source;
  sort_by_class();
  if (!complete()) return {};
  std::size_t next = 0;
  for (Mark& mark : marks_) {
    if (!mark.is_tail) place = places_[next++];
    mark.source = place;
  }
  return marks_.span();
}

// By counting: a text may be nothing but marks, and classes are few.
void MarkRun::sort_by_class() {
  std::array<std::size_t, 257> starts{};
  for (const Mark& mark : marks_) ++starts[mark.combining_class + 1u];
  for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
  sorted_.resize(marks_.size());
  if (!sorted_.complete()) return;
  for (const Mark& mark : marks_) sorted_[starts[mark.combining_class]++] = mark;
  swap(marks_, sorted_);
}

}  // namespace attnscope
