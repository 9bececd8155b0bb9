#include "base/json.h"

#include <string>
#include <unordered_set>
#include <vector>

namespace attnscope {
namespace {

// Watches nlohmann's event stream: builds nothing, only refuses. The document
// itself is then built by a second, ordinary parse of text known to be good.
class StrictReader : public nlohmann::json_sax<Json> {
 public:
  std::string problem;
  std::size_t position = 0;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }

  bool start_object(std::size_t) override { return enter(); }
  bool start_array(std::size_t) override { return enter(); }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }

  bool key(string_t& name) override {
    if (keys_.back().insert(name).second) return true;
    problem = "the key \"" + name.substr(0, 64) + "\" occurs twice in one object";
    return false;
  }

  bool parse_error(std::size_t at, const std::string&, const nlohmann::detail::exception& why) override {
    position = at;
    problem = why.what();
    // nlohmann prefixes "[json.exception.parse_error.101] "; people need the rest.
    if (const auto end = problem.find("] "); end != std::string::npos) problem.erase(0, end + 2);
    return false;
  }

 private:
  bool enter() {
    if (keys_.size() >= kMaxJsonDepth) {
      problem = "it nests deeper than " + std::to_string(kMaxJsonDepth) + " levels";
      return false;
    }
    keys_.emplace_back();
    return true;
  }
  bool leave() {
    keys_.pop_back();
    return true;
  }

  std::vector<std::unordered_set<std::string>> keys_;
};

}  // namespace

Result<Json> parse_json(std::string_view text, std::string_view what) {
  StrictReader reader;
  if (!Json::sax_parse(text.begin(), text.end(), &reader)) {
    return fail(ErrorCode::kBadModel, std::string(what) + " is not valid JSON: " + reader.problem);
  }
  return Json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
}

const Json* find(const Json& object, std::string_view key) {
  if (!object.is_object()) return nullptr;
  const auto it = object.find(key);
  return it == object.end() ? nullptr : &*it;
}

std::optional<std::uint64_t> as_unsigned(const Json& value) {
  if (!value.is_number_unsigned()) return std::nullopt;
  return value.get<std::uint64_t>();
}

}  // namespace attnscope
