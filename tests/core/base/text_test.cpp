#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>

#include "base/file_kind.h"
#include "base/printable.h"
#include "base/result.h"

using namespace attnscope;
using Catch::Matchers::ContainsSubstring;

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

TEST_CASE("file kind: what downloads turn into is recognised", "[base][file_kind]") {
  CHECK_THAT(std::string(foreign_kind("<!DOCTYPE html>")), ContainsSubstring("HTML"));
  CHECK_THAT(std::string(foreign_kind("\r\n\n  <html>")), ContainsSubstring("HTML"));
  CHECK_THAT(std::string(foreign_kind("\xef\xbb\xbf<html>")), ContainsSubstring("HTML"));
  CHECK_THAT(std::string(foreign_kind("version https://git-lfs.github.com/spec/v1\n")),
             ContainsSubstring("git-LFS"));
  CHECK_THAT(std::string(foreign_kind("PK\x03\x04")), ContainsSubstring("ZIP"));
  CHECK_THAT(std::string(foreign_kind("\x80\x02}q")), ContainsSubstring("pickle"));
  CHECK_THAT(std::string(foreign_kind("GGUF")), ContainsSubstring("GGUF"));
}

TEST_CASE("file kind: unknown and empty bytes are nothing in particular", "[base][file_kind]") {
  CHECK(foreign_kind("").empty());
  CHECK(foreign_kind("   ").empty());
  CHECK(foreign_kind("Entry not found").empty());
}

TEST_CASE("result: every error code has its own stable name", "[base][result]") {
  CHECK(code_name(ErrorCode::kBadInput) == "bad-input");
  CHECK(code_name(ErrorCode::kBadModel) == "bad-model");
  CHECK(code_name(ErrorCode::kUnsupported) == "unsupported");
  CHECK(code_name(ErrorCode::kOutOfMemory) == "out-of-memory");
  CHECK(code_name(ErrorCode::kNonFinite) == "non-finite");
  CHECK(code_name(ErrorCode::kInvalidState) == "invalid-state");
}
