#include "model/safetensors.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>

#include "support/make_safetensors.h"
#include "support/tiny_model.h"

using namespace attnscope;
using namespace attnscope::test;
using Catch::Matchers::ContainsSubstring;

namespace {

// The refusal of `file`; a good file must then still be read.
Error refusal_of(const Bytes& file) {
  const auto index = read_safetensors(file);
  REQUIRE_FALSE(index);
  CHECK_FALSE(index.error().message.empty());
  REQUIRE(read_safetensors(tiny_weights()));
  return index.error();
}

// The message of a file that is broken, not merely beyond a limit.
std::string problem_of(const Bytes& file) {
  const Error error = refusal_of(file);
  CHECK(error.code == ErrorCode::kBadModel);
  return error.message;
}

std::string problem_of(std::string_view header, std::size_t data_bytes = 0) {
  return problem_of(file_with_header(header, Bytes(data_bytes)));
}

// The header of one tensor "t" with these members.
std::string one(std::string_view dtype, std::string_view shape, std::string_view offsets) {
  return "{\"t\":{\"dtype\":" + std::string(dtype) + ",\"shape\":" + std::string(shape) +
         ",\"data_offsets\":" + std::string(offsets) + "}}";
}

}  // namespace

TEST_CASE("safetensors: names, types, shapes and ranges are read", "[model][safetensors]") {
  const Bytes file =
      make_safetensors({{"b", "F32", {2, 3}, Bytes(24)}, {"a", "I64", {}, Bytes(8)}}, 0);
  const auto index = read_safetensors(file);
  REQUIRE(index);
  REQUIRE(index->tensors.size() == 2);
  const TensorInfo* b = index->find("b");
  REQUIRE(b);
  CHECK(b->dtype == DType::kF32);
  CHECK(b->shape == std::vector<std::uint64_t>{2, 3});
  CHECK(b->begin == file.size() - 32);
  CHECK(b->end == file.size() - 8);
  CHECK(index->find("a")->shape.empty());
  CHECK(index->find("c") == nullptr);
}

TEST_CASE("safetensors: every type of the format is known by its size", "[model][safetensors]") {
  const auto [name, size] = GENERATE(table<std::string, std::size_t>({{"F64", 8},
                                                                      {"F32", 4},
                                                                      {"F16", 2},
                                                                      {"BF16", 2},
                                                                      {"F8_E4M3", 1},
                                                                      {"F8_E5M2", 1},
                                                                      {"F8_E8M0", 1},
                                                                      {"F8_E4M3FNUZ", 1},
                                                                      {"F8_E5M2FNUZ", 1},
                                                                      {"C64", 8},
                                                                      {"I64", 8},
                                                                      {"I32", 4},
                                                                      {"I16", 2},
                                                                      {"I8", 1},
                                                                      {"U64", 8},
                                                                      {"U32", 4},
                                                                      {"U16", 2},
                                                                      {"U8", 1},
                                                                      {"BOOL", 1}}));
  CAPTURE(name);
  const auto index = read_safetensors(make_safetensors({{"t", name, {3}, Bytes(3 * size)}}));
  REQUIRE(index);
  CHECK(dtype_name(index->tensors[0].dtype) == name);
  CHECK(dtype_bits(index->tensors[0].dtype) == 8 * size);
}

TEST_CASE("safetensors: types of 4 and 6 bits come to whole bytes together",
          "[model][safetensors]") {
  const auto [name, count, size] = GENERATE(table<std::string, std::uint64_t, std::size_t>(
      {{"F4", 2, 1}, {"F4", 8, 4}, {"F6_E2M3", 4, 3}, {"F6_E3M2", 8, 6}, {"F4", 0, 0}}));
  CAPTURE(name, count);
  CHECK(read_safetensors(make_safetensors({{"t", name, {count}, Bytes(size)}})));
  // The reference refuses these, too.
  CHECK_THAT(problem_of(one('"' + name + '"', "[" + std::to_string(count + 1) + "]",
                            "[0," + std::to_string(size) + "]"),
                        size),
             ContainsSubstring("does not come to whole bytes"));
  CHECK_THAT(problem_of(one('"' + name + '"', "[" + std::to_string(count) + "]",
                            "[0," + std::to_string(size + 1) + "]"),
                        size + 1),
             ContainsSubstring("but data_offsets"));
}

TEST_CASE("safetensors: metadata that is null is none", "[model][safetensors]") {
  CHECK(read_safetensors(file_with_header(R"({"__metadata__":null})")));
}

TEST_CASE("safetensors: a file without tensors is a file", "[model][safetensors]") {
  const auto index = read_safetensors(file_with_header("{}"));
  REQUIRE(index);
  CHECK(index->tensors.empty());
}

TEST_CASE("safetensors: white space around the header is padding", "[model][safetensors]") {
  CHECK(read_safetensors(file_with_header("  \n{}   \t")));
}

TEST_CASE("safetensors: text metadata is accepted and is no tensor", "[model][safetensors]") {
  const auto index = read_safetensors(file_with_header(R"({"__metadata__":{"format":"pt"}})"));
  REQUIRE(index);
  CHECK(index->tensors.empty());
}

TEST_CASE("safetensors: keys of an entry that the format does not know are ignored",
          "[model][safetensors]") {
  CHECK(read_safetensors(file_with_header(
      R"({"t":{"dtype":"U8","shape":[1],"data_offsets":[0,1],"note":"x"}})", Bytes(1))));
}

TEST_CASE("safetensors: the tensors may lie in any order", "[model][safetensors]") {
  const std::string_view header =
      R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[2,3]},"b":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}})";
  CHECK(read_safetensors(file_with_header(header, Bytes(3))));
}

TEST_CASE("safetensors: a tensor without elements is legal", "[model][safetensors]") {
  const std::string shape = GENERATE("[0]", "[0,18446744073709551615]", "[3,0,5]");
  CAPTURE(shape);
  CHECK(read_safetensors(file_with_header(one("\"F32\"", shape, "[0,0]"))));
}

TEST_CASE("safetensors: names are any text, hostile ones included", "[model][safetensors]") {
  const std::string_view header =
      R"({"__proto__":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"a\u0000b":{"dtype":"U8","shape":[1],"data_offsets":[1,2]},)"
      R"("a":{"dtype":"U8","shape":[1],"data_offsets":[2,3]}})";
  const auto index = read_safetensors(file_with_header(header, Bytes(3)));
  REQUIRE(index);
  CHECK(index->find("__proto__") != nullptr);
  CHECK(index->find(std::string_view("a\0b", 3))->begin + 1 == index->find("a")->begin);
}

TEST_CASE("safetensors: fewer than eight bytes are no file", "[model][safetensors]") {
  const std::size_t size = GENERATE(0u, 1u, 7u);
  CAPTURE(size);
  CHECK_THAT(problem_of(Bytes(size)),
             ContainsSubstring(std::to_string(size) + " bytes, fewer than the 8"));
}

TEST_CASE("safetensors: a header longer than the file is refused by its number",
          "[model][safetensors]") {
  const std::uint64_t length =
      GENERATE(values<std::uint64_t>({3, 100'000'001, 0x8000000000000000, 0xffffffffffffffff}));
  CHECK_THAT(
      problem_of(file_with_header("{}", {}, length)),
      ContainsSubstring("should have " + std::to_string(length) + " bytes, but only 2 follow"));
}

TEST_CASE("safetensors: a header over the limit is refused before it is parsed",
          "[model][safetensors]") {
  const Error error = refusal_of(file_with_header("x" + std::string(kMaxHeaderBytes, ' ')));
  CHECK(error.code == ErrorCode::kUnsupported);
  CHECK_THAT(error.message, ContainsSubstring("at most 8388608"));
}

TEST_CASE("safetensors: a header that is not one JSON object is refused", "[model][safetensors]") {
  const std::string header = GENERATE("", "[]", "1", "\"t\"", "null", "{", "{}{}",
                                      "{\"t\":", "\xef\xbb\xbf{}", "{\"\xff\":1}");
  CAPTURE(header);
  CHECK_THAT(problem_of(header), ContainsSubstring("header"));
}

TEST_CASE("safetensors: a header nested a hundred thousand deep is refused",
          "[model][safetensors]") {
  CHECK_THAT(problem_of("{\"t\":" + std::string(100'000, '[')), ContainsSubstring("nests deeper"));
}

TEST_CASE("safetensors: a name that occurs twice is refused, whatever its range",
          "[model][safetensors]") {
  const std::string second = GENERATE("[0,1]", "[1,2]", "[1,1]");
  const std::string shape = second == "[1,1]" ? "[0]" : "[1]";
  CAPTURE(second);
  CHECK_THAT(
      problem_of(
          R"({"t":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"t":{"dtype":"U8","shape":)" +
              shape + R"(,"data_offsets":)" + second + "}}",
          1),
      ContainsSubstring("\"t\" occurs twice"));
}

TEST_CASE("safetensors: a key that occurs twice in an entry is refused", "[model][safetensors]") {
  const std::string extra =
      GENERATE("\"shape\":[4]", "\"dtype\":\"F32\"", "\"data_offsets\":[0,4]");
  CAPTURE(extra);
  CHECK_THAT(
      problem_of(R"({"t":{"dtype":"U8","shape":[4],"data_offsets":[0,4],)" + extra + "}}", 4),
      ContainsSubstring("occurs twice"));
}

TEST_CASE("safetensors: tensors that share bytes are refused by name", "[model][safetensors]") {
  const std::string_view header =
      R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"b":{"dtype":"U8","shape":[4],"data_offsets":[2,6]}})";
  CHECK_THAT(problem_of(header, 6),
             ContainsSubstring("\"b\": begins at byte 2") && ContainsSubstring("inside"));
}

TEST_CASE("safetensors: two tensors over the same bytes are refused", "[model][safetensors]") {
  const std::string_view header =
      R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"b":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}})";
  CHECK_THAT(problem_of(header, 4), ContainsSubstring("inside the tensor before it"));
}

TEST_CASE("safetensors: bytes that no tensor owns are refused", "[model][safetensors]") {
  SECTION("before the first") {
    CHECK_THAT(problem_of(one("\"U8\"", "[4]", "[1,5]"), 5), ContainsSubstring("hole"));
  }
  SECTION("between two") {
    const std::string_view header =
        R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"b":{"dtype":"U8","shape":[1],"data_offsets":[2,3]}})";
    CHECK_THAT(problem_of(header, 3), ContainsSubstring("\"b\": begins at byte 2") &&
                                          ContainsSubstring("expected byte 1"));
  }
  SECTION("after the last") {
    CHECK_THAT(problem_of(one("\"U8\"", "[4]", "[0,4]"), 5),
               ContainsSubstring("1 bytes follow the last tensor"));
  }
  SECTION("an archive appended to a good file") {
    Bytes file = tiny_weights();
    append(file, "PK\x03\x04 and more", 13);
    CHECK_THAT(problem_of(file), ContainsSubstring("13 bytes follow the last tensor"));
  }
}

TEST_CASE("safetensors: a file cut short names the first tensor that is missing bytes",
          "[model][safetensors]") {
  Bytes file =
      make_safetensors({{"first", "F32", {2}, Bytes(8)}, {"second", "F32", {2}, Bytes(8)}});
  file.erase(file.end() - 3, file.end());
  CHECK_THAT(problem_of(file), ContainsSubstring("cut short") && ContainsSubstring("\"second\""));
}

TEST_CASE("safetensors: offsets are exact whole numbers or nothing", "[model][safetensors]") {
  const std::string end = GENERATE("-1", "1.5", "4.0", "1e3", "\"4\"", "true", "null", "[4]",
                                   "18446744073709551616", "-0");
  CAPTURE(end);
  CHECK_THAT(problem_of(one("\"U8\"", "[4]", "[0," + end + "]"), 4),
             ContainsSubstring("\"t\"") && ContainsSubstring("expected whole numbers"));
}

TEST_CASE("safetensors: an offset past the file is refused, past 2^53 too",
          "[model][safetensors]") {
  const std::string size = GENERATE("5", "9007199254740993", "18446744073709551615");
  CAPTURE(size);
  CHECK_THAT(problem_of(one("\"U8\"", "[" + size + "]", "[0," + size + "]"), 4),
             ContainsSubstring("cut short") && ContainsSubstring(size + " bytes"));
}

TEST_CASE("safetensors: a range that ends before it begins is refused", "[model][safetensors]") {
  CHECK_THAT(problem_of(one("\"U8\"", "[4]", "[4,0]"), 4),
             ContainsSubstring("end before they begin"));
}

TEST_CASE("safetensors: data_offsets are two numbers", "[model][safetensors]") {
  const std::string offsets = GENERATE("[]", "[0]", "[0,4,8]", "{\"begin\":0}", "null", "4");
  CAPTURE(offsets);
  CHECK_THAT(problem_of(one("\"U8\"", "[4]", offsets), 4),
             ContainsSubstring("\"data_offsets\" must be"));
}

TEST_CASE("safetensors: a shape whose product passes 64 bits is refused", "[model][safetensors]") {
  const std::string shape =
      GENERATE("[4294967296,4294967296]", "[9223372036854775808,2,0]", "[4611686018427387904]");
  CAPTURE(shape);
  CHECK_THAT(problem_of(one("\"F32\"", shape, "[0,0]")),
             ContainsSubstring("more bytes than 64 bits can count"));
}

TEST_CASE("safetensors: a range must hold exactly what the shape says", "[model][safetensors]") {
  const std::string shape = GENERATE("[1]", "[3]", "[]", "[2,2]", "[0]");
  CAPTURE(shape);
  CHECK_THAT(problem_of(one("\"F32\"", shape, "[0,8]"), 8),
             ContainsSubstring("but data_offsets [0, 8] hold 8"));
}

TEST_CASE("safetensors: a type that is not the format's is refused by name",
          "[model][safetensors]") {
  const std::string dtype = GENERATE("F31", "f32", "", "F32 ", "float32", "F8_E3M4", "F4_E2M1");
  CAPTURE(dtype);
  CHECK_THAT(problem_of(one('"' + dtype + '"', "[1]", "[0,4]"), 4),
             ContainsSubstring("the dtype \"" + dtype + "\" is unknown"));
}

TEST_CASE("safetensors: an entry lacks nothing", "[model][safetensors]") {
  const std::string entry =
      GENERATE("{}", "[]", "null", "7", R"({"dtype":"U8","shape":[0]})",
               R"({"dtype":"U8","data_offsets":[0,0]})", R"({"shape":[0],"data_offsets":[0,0]})",
               R"({"dtype":3,"shape":[0],"data_offsets":[0,0]})",
               R"({"dtype":"U8","shape":0,"data_offsets":[0,0]})");
  CAPTURE(entry);
  CHECK_THAT(problem_of("{\"t\":" + entry + "}"), ContainsSubstring("tensor \"t\""));
}

TEST_CASE("safetensors: metadata that is not text to text is refused", "[model][safetensors]") {
  const std::string metadata =
      GENERATE("7", "[]", "[\"a\"]", R"({"a":1})", R"({"a":{"b":"c"}})", R"({"a":null})");
  CAPTURE(metadata);
  CHECK_THAT(problem_of("{\"__metadata__\":" + metadata + "}"), ContainsSubstring("__metadata__"));
}

TEST_CASE("safetensors: more tensors, axes or letters than any model has are refused",
          "[model][safetensors]") {
  SECTION("tensors") {
    std::string header = "{";
    for (std::size_t i = 0; i <= kMaxTensors; ++i)
      header += (i ? ",\"" : "\"") + std::to_string(i) + "\":{}";
    CHECK(refusal_of(file_with_header(header + "}")).code == ErrorCode::kUnsupported);
  }
  SECTION("axes") {
    std::string shape = "[1";
    for (int i = 0; i < 100'000; ++i) shape += ",1";
    const Error error = refusal_of(file_with_header(one("\"U8\"", shape + "]", "[0,1]"), Bytes(1)));
    CHECK_THAT(error.message, ContainsSubstring("100001 numbers; at most 8"));
  }
  SECTION("letters") {
    const std::string name(1'000'000, 'n');
    const Error error = refusal_of(
        file_with_header("{\"" + name + R"(":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}})"));
    CHECK_THAT(error.message, ContainsSubstring("the name has 1000000 bytes"));
    CHECK(error.message.size() < 300);
  }
}

TEST_CASE("safetensors: a hostile name is spelled out in the message", "[model][safetensors]") {
  const std::string message = problem_of("{\"\\u001b[31m\\u202e\":{}}");
  CHECK_THAT(message, ContainsSubstring("\\x1b[31m\\xe2\\x80\\xae"));
}

TEST_CASE("safetensors: other files are called what they are", "[model][safetensors]") {
  CHECK_THAT(problem_of(text_bytes("<!DOCTYPE html>\n<html><body>404</body></html>")),
             ContainsSubstring("HTML page"));
  CHECK_THAT(problem_of(text_bytes("<html>")), ContainsSubstring("HTML page"));
  CHECK_THAT(problem_of(text_bytes(
                 "version https://git-lfs.github.com/spec/v1\noid sha256:53aa\nsize 90868376\n")),
             ContainsSubstring("git-LFS pointer"));
  CHECK_THAT(problem_of(text_bytes(std::string("PK\x03\x04\x14\0\0\0\x08\0", 10))),
             ContainsSubstring("ZIP archive"));
  CHECK_THAT(problem_of(text_bytes("\x80\x02}q\x01(X\x05")), ContainsSubstring("pickle"));
  CHECK_THAT(problem_of(text_bytes("{\"error\":\"Repository not found\"}")),
             ContainsSubstring("JSON text"));
  CHECK_THAT(problem_of(text_bytes("Entry not found")),
             ContainsSubstring("starts with \"Entry not found\""));
}

TEST_CASE("safetensors: a truncated file whose length looks like a letter is not taken for a page",
          "[model][safetensors]") {
  CHECK_THAT(problem_of(file_with_header("{}", {}, '<')),
             ContainsSubstring("should have 60 bytes"));
}
