#include "base/json.h"

#include <string>
#include <utility>
#include <vector>

#include "base/file_kind.h"
#include "base/printable.h"

namespace attnscope {
namespace {

// Builds the document from nlohmann's event stream and refuses on the way, so
// that a file is read once and a duplicate key is met where it is inserted.
class StrictBuilder : public nlohmann::json_sax<Json> {
 public:
  Json document;
  std::string problem;

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return true; }

  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    // An ordered map: a file could choose its keys to collide in a hash table.
    auto& members = open_.back()->get_ref<Json::object_t&>();
    const auto [member, inserted] = members.try_emplace(std::move(name));
    member_ = &member->second;
    if (!inserted) problem = "the key " + in_quotes(member->first) + " occurs twice in one object";
    return inserted;
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
  // Where the next value goes: the document itself, the member whose key was
  // just read, or the end of the open array.
  Json& place() {
    if (open_.empty()) return document;
    if (open_.back()->is_object()) return *member_;
    return open_.back()->get_ref<Json::array_t&>().emplace_back();
  }
  bool add(Json value) {
    place() = std::move(value);
    return true;
  }
  bool open(Json container) {
    if (open_.size() >= kMaxJsonDepth) {
      problem = "it nests deeper than " + std::to_string(kMaxJsonDepth) + " levels";
      return false;
    }
    Json& value = place();
    value = std::move(container);
    open_.push_back(&value);
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  std::vector<Json*> open_;  // containers that are not closed yet, outermost first;
                             // an array grows only while its last element is closed
  Json* member_ = nullptr;
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
    StrictBuilder builder;
    if (Json::sax_parse(text.begin(), text.end(), &builder)) return std::move(builder.document);
    problem = std::move(builder.problem);
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
