#include "base/json.h"

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/file_kind.h"
#include "base/json_extent.h"
#include "base/printable.h"

namespace attnscope {
namespace {

// Builds the document from nlohmann's event stream and refuses on the way, so
// that a file is read once and a duplicate key is met where it is inserted.
class StrictBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit StrictBuilder(JsonTaker* taker) : taker_(taker) {}

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
    if (taken_ != 0) {
      key_ = std::move(name);
      return true;
    }
    auto& members = open_.back()->get_ref<Json::Object&>();
    const auto [member, inserted] = members.try_emplace(std::move(name));
    member_ = &member->second;
    if (open_.size() == 1) parent_ = &member->first;
    takes_next_ = taker_ != nullptr && open_.size() == 2 && open_[0]->is_object() &&
                  taker_->takes(*parent_, member->first);
    if (takes_next_) key_ = member->first;
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
    return open_.back()->get_ref<Json::Array&>().emplace_back();
  }
  bool add(Json value) {
    if (taken_ != 0) {
      taker_->take(taken_, key_, std::move(value));
    } else {
      place() = std::move(value);
    }
    return true;
  }
  bool open(Json container) {
    if (open_.size() + taken_ >= kMaxJsonDepth) {
      problem = "it nests deeper than " + std::to_string(kMaxJsonDepth) + " levels";
      return false;
    }
    if (taken_ != 0) {
      taker_->take(taken_++, key_, std::move(container));
      key_.clear();
      return true;
    }
    const bool takes = takes_next_ && open_.size() == 2;
    Json& value = place();
    value = std::move(container);
    if (takes) {
      taker_->take(0, key_, Json(value));
      key_.clear();
      taken_ = 1;
    } else {
      open_.push_back(&value);
    }
    return true;
  }
  bool close() {
    if (taken_ != 0) {
      --taken_;
    } else {
      open_.pop_back();
    }
    return true;
  }

  std::vector<Json*> open_;  // containers that are not closed yet, outermost first;
                             // an array grows only while its last element is closed
  Json* member_ = nullptr;
  const std::string* parent_ = nullptr;  // key of the root's member that is being read
  JsonTaker* taker_;
  bool takes_next_ = false;  // the value of the key that was just read
  unsigned taken_ = 0;       // depth inside of what the taker takes
  std::string key_;          // in there
};

// The code point at `at`, which moves behind it; U+FFFD for a byte that belongs to none. What was
// parsed is UTF-8.
std::uint32_t decode(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint32_t first = byte(at++);
  if (first < 0x80) return first;
  const std::size_t more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
  if (first < 0xC0 || at + more > text.size()) return 0xFFFD;
  std::uint32_t point = first & (0x3F >> more);
  for (const std::size_t end = at + more; at < end; ++at) {
    if (byte(at) >> 6 != 2) return 0xFFFD;
    point = point << 6 | (byte(at) & 0x3F);
  }
  return point;
}

// The four digits of a UTF-16 unit's escape.
void add_escape(std::uint32_t unit, std::string& to) {
  to += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) to += "0123456789abcdef"[unit >> shift & 15];
}

void add_text(std::string_view text, std::string& to) {
  constexpr std::string_view kPlain = "\"\\\b\f\n\r\t";
  to += '"';
  for (std::size_t at = 0; at < text.size();) {
    const std::uint32_t point = decode(text, at);
    const auto plain = point < 0x80 ? kPlain.find(static_cast<char>(point)) : kPlain.npos;
    if (plain != kPlain.npos) {
      (to += '\\') += "\"\\bfnrt"[plain];
    } else if (point >= 0x20 && point < 0x7F) {
      to += static_cast<char>(point);
    } else if (point < 0x10000) {
      add_escape(point, to);
    } else {
      add_escape(0xD7C0 + (point >> 10), to);
      add_escape(0xDC00 + (point & 0x3FF), to);
    }
  }
  to += '"';
}

// The shortest digits that come to the same number.
std::string real_text(double value) {
  if (!std::isfinite(value)) return "null";
  std::array<char, 64> digits;
  return {digits.data(),
          nlohmann::detail::to_chars(digits.data(), digits.data() + digits.size(), value)};
}

// As deep as the value is.
void add_value(const Json& value, std::string& to) {
  if (value.is_null()) to += "null";
  if (value.is_boolean()) to += value.get<bool>() ? "true" : "false";
  if (value.is_number_unsigned()) {
    to += std::to_string(value.get<std::uint64_t>());
  } else if (value.is_number_integer()) {
    to += std::to_string(value.get<std::int64_t>());
  }
  if (value.is_number_float()) to += real_text(value.get<double>());
  if (value.is_string()) add_text(value.get_ref<const std::string&>(), to);
  if (!value.is_structured()) return;
  to += value.is_array() ? '[' : '{';
  for (auto it = value.begin(); it != value.end(); ++it) {
    if (it != value.begin()) to += ',';
    if (value.is_object()) {
      add_text(it.key(), to);
      to += ':';
    }
    add_value(*it, to);
  }
  to += value.is_array() ? ']' : '}';
}

// What nlohmann lets pass and the references of these files do not: it skips a
// byte-order mark, and takes a NUL for the end of the text.
std::string lexical_problem(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) return "it starts with a byte-order mark";
  const auto nul = text.find('\0');
  if (nul == std::string_view::npos) return {};
  return "there is a NUL at byte " + std::to_string(nul);
}

}  // namespace

Result<Json> parse_json(std::string_view text, std::string_view what, JsonTaker* taker) {
  std::string problem = lexical_problem(text);
  if (problem.empty()) {
    if (auto checked = check_extent(text, what, taker); !checked) {
      return std::unexpected(std::move(checked.error()));
    }
    StrictBuilder builder(taker);
    if (nlohmann::json::sax_parse(text.begin(), text.end(), &builder))
      return std::move(builder.document);
    problem = std::move(builder.problem);
  }
  std::string message = std::string(what) + " is not valid JSON: " + problem;
  if (const auto kind = foreign_kind(text); !kind.empty() && !text.starts_with('{')) {
    message += "; it looks like " + std::string(kind);
  }
  return fail(ErrorCode::kBadModel, std::move(message));
}

std::string Json::dump() const {
  std::string text;
  add_value(*this, text);
  return text;
}

const Json* find(const Json& object, std::string_view key) { return object.member(key); }

std::string value_text(const Json& value, std::size_t max_bytes) {
  return printable(value.dump(), max_bytes);
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
