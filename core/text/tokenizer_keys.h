// Reading single keys of tokenizer.json, and refusing them by name.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace attnscope::tokenizer_keys {

// kBadModel and kUnsupported, with the file's name before `what`.
// `what` in parts, put together in one place: a message takes more code than what it is about.
using Parts = std::initializer_list<std::string_view>;
std::unexpected<Error> bad(Parts what);
std::unexpected<Error> unsupported(Parts what);

// A value for a message: short, and safe to show whatever it holds; "missing"
// for nullptr.
std::string shown(const Json* value);
inline std::string shown(const Json& value) { return shown(&value); }

// The string, or nullptr where `value` is none (or is nullptr).
const std::string* as_string(const Json* value);

// The flag `object`.`key`; `otherwise` where it is missing or null.
Result<bool> read_bool(const Json& object, const char* key, const std::string& where,
                       bool otherwise);

// The string `object`.`key`; `otherwise` where it is missing.
Result<std::string> read_string(const Json& object, const char* key, const std::string& where,
                                const char* otherwise);

// One thing that a part does.
struct Step {
  const Json* value;  // an object
  std::string type;
  std::string where;  // its name in messages, e.g. "normalizer.normalizers[0]"
};

// What `root`.`part` does, one after the other: itself, or what it lists where its type is
// Sequence, to any depth; `list` is the key of such a list. Nothing where it is missing or null.
Result<std::vector<Step>> steps(const Json& root, const char* part, const char* list);

// That `step` is of a type which is not done here, `known` being those that are.
std::unexpected<Error> unknown_type(const Step& step, const std::string& known);

}  // namespace attnscope::tokenizer_keys
