#include "base/json.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/buffer.h"
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

}  // namespace

Result<Json> parse_json(std::string_view text, std::string_view what) {
  std::string problem = lexical_problem(text);
  if (problem.empty()) {
    if (auto checked = check_extent(text, what); !checked) {
      return std::unexpected(std::move(checked.error()));
    }
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

std::optional<std::uint64_t> as_limit(const Json& value) {
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  if (const auto whole = as_unsigned(value)) return *whole == 0 ? std::nullopt : whole;
  if (!value.is_number_float()) return std::nullopt;
  const double number = value.get<double>();
  if (!(number >= 1) || number != std::floor(number)) return std::nullopt;
  return number >= 1.8e19 ? kMost : static_cast<std::uint64_t>(number);
}

}  // namespace attnscope
