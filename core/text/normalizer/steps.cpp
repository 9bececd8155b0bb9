#include "text/normalizer/steps.h"

#include <algorithm>

namespace attnscope {
namespace {

bool step(const NormaliserOptions& options, const Characters& text, Characters& out) {
  struct Sink {
    Characters& out;
    void put(char32_t point, std::uint32_t source) { out.push_back({point, source}); }
  } sink{out};
  Normaliser normaliser(options, sink);
  for (const auto& [point, source] : text) normaliser.put(point, source);
  normaliser.end();
  return normaliser.complete();
}

// How many characters at the start of `text` are replaced.
std::size_t match(const Replacement& replacement, std::span<const Character> text) {
  const std::u32string& pattern = replacement.pattern;
  if (replacement.repeats) {
    std::size_t count = 0;
    while (count < text.size() && text[count].point == pattern[0]) ++count;
    return count >= 2 ? count : 0;
  }
  if (text.size() < pattern.size()) return 0;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (text[i].point != pattern[i]) return 0;
  }
  return pattern.size();
}

// What is put in comes from the last character that it replaces, as in the reference.
bool step(const Replacement& replacement, const Characters& text, Characters& out) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t count = match(replacement, text.span().subspan(at));
    if (count == 0) {
      out.push_back(text[at++]);
      continue;
    }
    at += count;
    for (const char32_t point : replacement.content) out.push_back({point, text[at - 1].source});
  }
  return true;
}

bool step(const CharacterMap& map, const Characters& text, Characters& out) {
  map.apply(text.span(), out);
  return true;
}

}  // namespace

bool normalise(const std::vector<NormalizerStep>& steps, Characters& text, Characters& room) {
  for (const NormalizerStep& one : steps) {
    room.clear();
    if (!std::visit([&](const auto& kind) { return step(kind, text, room); }, one)) return false;
    swap(text, room);
  }
  return text.complete() && room.complete();
}

}  // namespace attnscope
