#include "base/json.h"

#include <set>
#include <string>
#include <vector>

#include "base/file_kind.h"
#include "base/printable.h"

namespace attnscope {
namespace {

// Watches nlohmann's event stream: builds nothing, only refuses. The document
// itself is then built by a second, ordinary parse of text known to be good.
class StrictReader : public nlohmann::json_sax<Json> {
 public:
  std::string problem;

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
    problem = "the key " + in_quotes(name) + " occurs twice in one object";
    return false;
  }

  bool parse_error(std::size_t, const std::string&,
                   const nlohmann::detail::exception& why) override {
    problem = why.what();
    // nlohmann prefixes "[json.exception.parse_error.101] "; people need the rest.
    if (const auto end = problem.find("] "); end != std::string::npos) problem.erase(0, end + 2);
    // It quotes the source, which may be long and hold any byte.
    problem = printable(problem, 300);
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

  // Trees, not hash tables: a file could choose its keys to collide.
  std::vector<std::set<std::string>> keys_;
};

// What nlohmann lets pass and the references of these files do not: it skips a
// byte-order mark, and takes a NUL for the end of the text.
std::string lexical_problem(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) return "it starts with a byte-order mark";
  const auto nul = text.find('\0');
  if (nul == std::string_view::npos) return {};
  return "there is a NUL at byte " + std::to_string(nul);
}

}  // namespace

Result<Json> parse_json(std::string_view text, std::string_view what) {
  std::string problem = lexical_problem(text);
  if (problem.empty()) {
    StrictReader reader;
    if (Json::sax_parse(text.begin(), text.end(), &reader)) {
      return Json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
    }
    problem = std::move(reader.problem);
  }
  std::string message = std::string(what) + " is not valid JSON: " + problem;
  if (const auto kind = foreign_kind(text); !kind.empty() && !text.starts_with('{')) {
    message += "; it looks like " + std::string(kind);
  }
  return fail(ErrorCode::kBadModel, std::move(message));
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
