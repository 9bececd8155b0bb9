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

// What `taker` takes is left out, where its keys are spelled without escapes.
Extent extent_of(std::string_view text, const JsonTaker* taker) {
  Extent extent;
  std::size_t depth = 0, taken = 0;  // `taken`: the depth of what is left out
  std::string_view key[2];           // the last string at depths 1 and 2
  bool in_object[2] = {};
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const char first = text[at++];
    if (is_blank(first)) continue;
    if (closes(first)) {
      if (depth == taken) taken = 0;
      if (depth != 0) --depth;
      continue;
    }
    if (taken == 0) ++extent.parts;
    if (first == '[' || first == '{') {
      // A string before a bracket is a key only in an object.
      if (++depth <= 2) in_object[depth - 1] = first == '{';
      if (depth == 3 && taken == 0 && taker != nullptr && in_object[0] && in_object[1] &&
          taker->takes(key[0], key[1])) {
        taken = 3;
      }
    }
    if (opens(first)) continue;
    if (first == '"') {
      while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
      ++at;
      if (depth == 1 || depth == 2) key[depth - 1] = text.substr(begin + 1, at - begin - 2);
    } else {
      const auto ends = [](char c) { return is_blank(c) || opens(c) || closes(c) || c == '"'; };
      while (at < text.size() && !ends(text[at])) ++at;
    }
    extent.longest = std::max<std::uint64_t>(extent.longest, at - begin);
  }
  return extent;
}

}  // namespace

Result<void> check_extent(std::string_view text, std::string_view what, const JsonTaker* taker) {
  const Extent extent = extent_of(text, taker);
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
