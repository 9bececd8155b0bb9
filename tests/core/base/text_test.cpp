#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>

#include "base/file_kind.h"
#include "base/json.h"
#include "base/printable.h"
#include "base/result.h"
#include "support/files.h"

using namespace attnscope;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

TEST_CASE("printable: plain text stays as it is", "[base][printable]") {
  CHECK(printable("encoder.layer.0 ~") == "encoder.layer.0 ~");
  CHECK(in_quotes("a") == "\"a\"");
}

TEST_CASE("printable: control characters, NUL and other bytes are spelled out",
          "[base][printable]") {
  CHECK(printable(std::string_view("a\0\n\x1b[31m\x7f\xe2\x80\xae", 12)) ==
        "a\\x00\\x0a\\x1b[31m\\x7f\\xe2\\x80\\xae");
}

TEST_CASE("printable: long text is cut and says so", "[base][printable]") {
  CHECK(printable("abcdef", 6) == "abcdef");
  CHECK(printable("abcdefg", 6) == "abcdef...");
}

TEST_CASE("file kind: every start on the list that the package has, too, is called what it is",
          "[base][file_kind]") {
  const auto text = test::read_text(test::data_dir() / "support" / "foreign-starts.json");
  REQUIRE(text.has_value());
  const auto list = parse_json(*text, "foreign-starts.json");
  REQUIRE(list.has_value());
  for (const Json& entry : *list) {
    const auto& start = entry["start"].get_ref<const std::string&>();
    const auto& expected = entry["core"].get_ref<const std::string&>();
    INFO(printable(start));
    CHECK_THAT(std::string(foreign_kind(start)), StartsWith(expected));
    CHECK(foreign_kind(start).empty() == expected.empty());
  }
}

TEST_CASE("file kind: archives that are no text are recognised", "[base][file_kind]") {
  CHECK_THAT(std::string(foreign_kind("\x80\x02}q")), ContainsSubstring("pickle"));
  CHECK_THAT(std::string(foreign_kind("\x1f\x8b\x08")), ContainsSubstring("gzip"));
}

TEST_CASE("file kind: empty bytes are nothing in particular", "[base][file_kind]") {
  CHECK(foreign_kind("").empty());
  CHECK(foreign_kind("   ").empty());
}

TEST_CASE("result: every error code has its own stable name", "[base][result]") {
  CHECK(code_name(ErrorCode::kBadInput) == "bad-input");
  CHECK(code_name(ErrorCode::kBadModel) == "bad-model");
  CHECK(code_name(ErrorCode::kUnsupported) == "unsupported");
  CHECK(code_name(ErrorCode::kOutOfMemory) == "out-of-memory");
  CHECK(code_name(ErrorCode::kNonFinite) == "non-finite");
  CHECK(code_name(ErrorCode::kInvalidState) == "invalid-state");
}
