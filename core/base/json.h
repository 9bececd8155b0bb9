// JSON as the model files use it. Parsing is nlohmann/json's; what is ours is
// strictness: valid UTF-8, bounded depth, no duplicate keys (two readers that
// keep different ones would see two different models), and errors as values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/json_value.h"
#include "base/result.h"

namespace attnscope {

// Deeper than any model file (tokenizer.json nests 6 levels), shallow enough
// that no stack is at risk.
inline constexpr std::size_t kMaxJsonDepth = 64;

// Longer than any in a model file (SentencePiece's table of characters takes 320 kB), and what the
// parsed document may take: parts are many where a file is made to take much.
inline constexpr std::size_t kMostJsonStringBytes = std::size_t{1} << 20;
inline constexpr std::uint64_t kMostJsonBytes = std::uint64_t{1} << 30;

// Takes what large members hold as it comes: a document keeps thirty times its text.
class JsonTaker {
 public:
  virtual ~JsonTaker() = default;

  // Whether it takes the member `key` of the root's member `parent`; the document then has it
  // empty.
  virtual bool takes(std::string_view parent, std::string_view key) const = 0;

  // Such a member at depth 0 and then, in the order of the text, all that is in it: its own
  // elements at depth 1, those of one of these at 2; `key` is a value's name in an object. A list
  // or object comes empty, and what it holds after it. What is kept must be memory whose refusal is
  // noticed.
  virtual void take(unsigned depth, std::string_view key, Json&& value) = 0;
};

// Parses `text`; `what` names the file in error messages. What the document takes is found before
// any of it is asked for. Keys of what `taker` takes may occur twice: it sees both.
// Errors: kBadModel with the byte position and what was expected; kOutOfMemory.
Result<Json> parse_json(std::string_view text, std::string_view what, JsonTaker* taker = nullptr);

// The member `key` of an object, or nullptr where `object` has none (or is no object).
const Json* find(const Json& object, std::string_view key);

// The value as a file would spell it, made fit for an error message (base/printable.h).
std::string value_text(const Json& value, std::size_t max_bytes = 80);

// The value as an exact unsigned integer: 4 is one; 4.0, 1e3, -1, "4" are not.
std::optional<std::uint64_t> as_unsigned(const Json& value);

// A limit: a whole number from 1, in whatever form it is written. Files mean "none" by one such as
// 1e30; what no integer can hold is the greatest integer.
std::optional<std::uint64_t> as_limit(const Json& value);

}  // namespace attnscope
