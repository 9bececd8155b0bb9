#include "base/json_extent.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "base/buffer.h"
#include "base/json.h"

namespace attnscope {
namespace {

// What a document is made of, whether or not it is valid.
struct Extent {
  std::uint64_t parts = 1;    // strings, and marks that begin or part values: not fewer than values
  std::uint64_t longest = 0;  // bytes of a string or number

  // Bytes that the parsed document takes, at most. A part is a value, its share of an array that
  // grew to twice its length from a copy, and a string's or object's own memory or half a map's
  // node.
  std::uint64_t bytes(std::size_t text) const {
    return parts * (sizeof(Json) + 6 * sizeof(void*)) + 2 * std::uint64_t{text} + 16 * longest;
  }
};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool opens(char c) { return c == ',' || c == ':' || c == '[' || c == '{'; }
bool closes(char c) { return c == ']' || c == '}'; }

Extent extent_of(std::string_view text) {
  Extent extent;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const char first = text[at++];
    if (is_blank(first) || closes(first)) continue;
    ++extent.parts;
    if (opens(first)) continue;
    if (first == '"') {
      while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
      ++at;
    } else {
      const auto ends = [](char c) { return is_blank(c) || opens(c) || closes(c) || c == '"'; };
      while (at < text.size() && !ends(text[at])) ++at;
    }
    extent.longest = std::max<std::uint64_t>(extent.longest, at - begin);
  }
  return extent;
}

}  // namespace

Result<void> check_extent(std::string_view text, std::string_view what) {
  const Extent extent = extent_of(text);
  if (extent.longest > kMostJsonStringBytes) {
    return fail(ErrorCode::kBadModel, std::string(what) + " holds a string or number of " +
                                          std::to_string(extent.longest) + " bytes; at most " +
                                          std::to_string(kMostJsonStringBytes) + " are read");
  }
  const std::uint64_t bytes = extent.bytes(text.size());
  if (bytes > kMostJsonBytes) {
    return fail(ErrorCode::kBadModel, std::string(what) + " would take " + std::to_string(bytes) +
                                          " bytes when read; at most " +
                                          std::to_string(kMostJsonBytes) + " are given to it");
  }
  return check_room(bytes, std::string(what).c_str());
}

}  // namespace attnscope
