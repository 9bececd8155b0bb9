#include "text/tokenizer_keys.h"

#include <utility>

#include "base/printable.h"

namespace attnscope::tokenizer_keys {

namespace {

std::unexpected<Error> failure(ErrorCode code, Parts what) {
  std::string message = "tokenizer.json: ";
  for (const std::string_view part : what) message += part;
  return fail(code, std::move(message));
}

}  // namespace

std::unexpected<Error> bad(Parts what) { return failure(ErrorCode::kBadModel, what); }
std::unexpected<Error> unsupported(Parts what) { return failure(ErrorCode::kUnsupported, what); }

std::string shown(const Json* value) {
  if (value == nullptr) return "missing";
  if (value->is_object()) return "an object";
  if (value->is_array()) return "an array";
  return value_text(*value, 60);
}

const std::string* as_string(const Json* value) {
  return value != nullptr && value->is_string() ? value->get_ptr<const std::string*>() : nullptr;
}

Result<bool> read_bool(const Json& object, const char* key, const std::string& where,
                       bool otherwise) {
  const Json* value = find(object, key);
  if (value == nullptr || value->is_null()) return otherwise;
  if (!value->is_boolean()) {
    return bad({where, ".", key, " is ", shown(value), ", expected true or false"});
  }
  return value->get<bool>();
}

Result<std::string> read_string(const Json& object, const char* key, const std::string& where,
                                const char* otherwise) {
  const Json* value = find(object, key);
  if (value == nullptr) return otherwise;
  if (const std::string* text = as_string(value)) return *text;
  return bad({where, ".", key, " is ", shown(value), ", expected a string"});
}

namespace {

// As deep as JSON may nest.
Result<void> add_steps(const Json& value, const std::string& where, const char* list,
                       std::vector<Step>& out) {
  if (!value.is_object()) return bad({where, " is ", shown(value), ", expected an object"});
  const Json* type = find(value, "type");
  const std::string* name = as_string(type);
  if (type != nullptr && name == nullptr) {
    return bad({where, ".type is ", shown(type), ", expected a string"});
  }
  if (name == nullptr || *name != "Sequence") {
    out.push_back({&value, name ? *name : std::string(), where});
    return {};
  }
  const std::string key = where + "." + list;
  const Json* items = find(value, list);
  if (items == nullptr || !items->is_array()) {
    return bad({key, " is ", shown(items), ", expected an array"});
  }
  for (std::size_t i = 0; i < items->size(); ++i) {
    auto added = add_steps((*items)[i], key + "[" + std::to_string(i) + "]", list, out);
    if (!added) return added;
  }
  return {};
}

}  // namespace

Result<std::vector<Step>> steps(const Json& root, const char* part, const char* list) {
  std::vector<Step> found;
  const Json* value = find(root, part);
  if (value == nullptr || value->is_null()) return found;
  if (auto added = add_steps(*value, part, list, found); !added) {
    return std::unexpected(std::move(added.error()));
  }
  return found;
}

std::unexpected<Error> unknown_type(const Step& step, const std::string& known) {
  return unsupported({step.where, ".type is ",
                      (step.type.empty() ? "missing" : in_quotes(step.type)), ", only ", known,
                      " supported"});
}

}  // namespace attnscope::tokenizer_keys
