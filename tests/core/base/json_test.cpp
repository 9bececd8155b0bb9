#include "base/json.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>

using namespace attnscope;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string problem_of(std::string_view text) {
  const auto json = parse_json(text, "file.json");
  REQUIRE_FALSE(json);
  CHECK(json.error().code == ErrorCode::kBadModel);
  return json.error().message;
}

}  // namespace

TEST_CASE("json: a document is read, white space around it too", "[base][json]") {
  const auto json = parse_json(" \n{\"a\": [1, {\"b\": null}]}  \t", "file.json");
  REQUIRE(json);
  CHECK(find(*json, "a")->size() == 2);
}

TEST_CASE("json: broken text is refused with the file's name", "[base][json]") {
  const std::string text = GENERATE("", "{", "[1,]", "{\"a\" 1}", "nul", "{} {}", "'a'",
                                    "{\"a\":NaN}", "// no\n1", "1e999");
  CAPTURE(text);
  CHECK_THAT(problem_of(text), ContainsSubstring("file.json is not valid JSON"));
}

TEST_CASE("json: bytes that are not UTF-8 are refused and never echoed", "[base][json]") {
  const std::string message = problem_of("{\"a\": \"\xff\xfe\"}");
  for (const char c : message) CHECK(static_cast<unsigned char>(c) < 0x7f);
}

TEST_CASE("json: a byte-order mark is refused", "[base][json]") {
  CHECK_THAT(problem_of("\xef\xbb\xbf{}"), ContainsSubstring("byte-order mark"));
}

TEST_CASE("json: a NUL does not end the text early", "[base][json]") {
  CHECK_THAT(problem_of(std::string_view("{}\0{\"hidden\": 1}", 16)),
             ContainsSubstring("NUL at byte 2"));
}

TEST_CASE("json: a key that occurs twice in one object is refused", "[base][json]") {
  const std::string text = GENERATE(R"({"a": 1, "a": 1})", R"({"x": {"a": 1, "b": 2, "a": 3}})",
                                    R"({"a": 1, "\u0061": 2})");
  CAPTURE(text);
  CHECK_THAT(problem_of(text), ContainsSubstring("\"a\" occurs twice"));
}

TEST_CASE("json: the same key in two objects is fine", "[base][json]") {
  CHECK(parse_json(R"([{"a": 1}, {"a": {"a": 2}}])", "file.json"));
}

TEST_CASE("json: nesting is read up to the limit and refused past it", "[base][json]") {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  CHECK(parse_json(nested(kMaxJsonDepth), "file.json"));
  CHECK_THAT(problem_of(nested(kMaxJsonDepth + 1)),
             ContainsSubstring("nests deeper than 64 levels"));
}

TEST_CASE("json: a hundred thousand open brackets are refused, not recursed into", "[base][json]") {
  CHECK_THAT(problem_of(std::string(100'000, '[')), ContainsSubstring("nests deeper"));
}

TEST_CASE("json: a message about a long value stays short", "[base][json]") {
  CHECK(problem_of("[\"" + std::string(1'000'000, 'x') + "\x01\"]").size() < 500);
}

TEST_CASE("json: what a document takes is found before it is parsed", "[base][json]") {
  CHECK_THAT(problem_of(std::string(kMostJsonStringBytes + 1, '0')),
             ContainsSubstring("a string or number of 1048577 bytes; at most 1048576 are read"));
  CHECK_THAT(problem_of("[\"" + std::string(kMostJsonStringBytes, '\\') + "\"]"),
             ContainsSubstring("a string or number of"));
  std::string values = "[0";
  for (std::uint64_t i = 0; i < kMostJsonBytes / 36; ++i) values += ",0";
  CHECK_THAT(problem_of(values + "]"), ContainsSubstring("bytes when read; at most 1073741824"));
  CHECK_THAT(problem_of(std::string(20'000'000, '\0')), ContainsSubstring("a NUL at byte 0"));
  CHECK(parse_json(std::string(1'000'000, ' ') + "[0]", "blanks"));
}

TEST_CASE("json: a web page in place of JSON is called one", "[base][json]") {
  CHECK_THAT(problem_of("<!DOCTYPE html><html>"), ContainsSubstring("HTML page"));
}

TEST_CASE("json: only exact unsigned integers count as such", "[base][json]") {
  const auto number = [](const char* text) { return as_unsigned(*parse_json(text, "number")); };
  CHECK(number("0") == 0);
  CHECK(number("18446744073709551615") == 18446744073709551615u);
  CHECK(number("9007199254740993") == 9007199254740993u);
  for (const char* text :
       {"-1", "-0", "1.5", "4.0", "1e3", "\"4\"", "true", "null", "[4]", "18446744073709551616"}) {
    CAPTURE(text);
    CHECK_FALSE(number(text).has_value());
  }
}

TEST_CASE("json: find looks only into objects", "[base][json]") {
  CHECK(find(Json::object({{"a", 1}}), "b") == nullptr);
  CHECK(find(Json::array({1, 2}), "a") == nullptr);
  CHECK(find(Json(), "a") == nullptr);
}

TEST_CASE("json: what is read is written as it was", "[base][json]") {
  const std::string text = GENERATE(
      as<std::string>{}, R"({"a":[],"b":{},"c":[null,true,false,""]})", "[0,18446744073709551615]",
      "[-1,-9223372036854775808]", "[0.1,1.0,-0.0,1e-12,1.7976931348623157e+308]",
      R"("\u0000\u001f\u007f\u00e9\ufffd\ud83d\ude00 \"\\\b\f\n\r\t/")");
  CHECK(parse_json(text, "text").value().dump() == text);
}

TEST_CASE("json: values are made, changed and compared", "[base][json]") {
  Json json = {{"list", {1, 2.5, "x", nullptr}}, {"flag", true}};
  CHECK(json.dump() == R"({"flag":true,"list":[1,2.5,"x",null]})");
  Json copy = json;
  copy["list"].push_back(Json::array());
  CHECK_FALSE(copy == json);
  CHECK(json["list"].size() == 4);
  CHECK(copy.erase("list") == 1);
  CHECK(copy.erase("list") == 0);
  CHECK(copy == Json::object({{"flag", true}}));
  CHECK(Json(1) == Json(1.0));
  CHECK(Json(1u) == Json(1));
  CHECK_FALSE(Json(1) == Json(true));
  CHECK_FALSE(Json("1") == Json(1));
  std::string seen;
  for (auto it = json.begin(); it != json.end(); ++it) seen += it.key() + it->dump();
  CHECK(seen == R"(flagtruelist[1,2.5,"x",null])");
  for (const Json& value : Json("one")) seen = value.get<std::string>();
  CHECK(seen == "one");
  const Json nothing = nullptr;
  CHECK(nothing.begin() == nothing.end());
}
