// Model files made to do harm, each by a name that says what it is, with what becomes of it. The
// tests load every one; the fuzzers start from them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "support/make_safetensors.h"
#include "support/tiny_model.h"

namespace attnscope::test {

struct HostileWeights {
  std::string name;
  Bytes file;
  std::optional<ErrorCode> refusal;  // of reading the container; nothing: it is legal there
};

// A header with one tensor `t`, and its data.
inline Bytes one_tensor(std::string_view dtype, std::string_view shape, std::string_view offsets,
                        std::size_t data = 0) {
  return file_with_header("{\"t\":{\"dtype\":" + std::string(dtype) +
                              ",\"shape\":" + std::string(shape) +
                              ",\"data_offsets\":" + std::string(offsets) + "}}",
                          Bytes(data));
}

inline std::vector<HostileWeights> hostile_weights() {
  constexpr auto kBad = ErrorCode::kBadModel;
  constexpr auto kNo = ErrorCode::kUnsupported;
  constexpr std::uint64_t kMost = ~std::uint64_t{0};
  std::vector<HostileWeights> list;
  const auto add = [&](std::string name, Bytes file, std::optional<ErrorCode> refusal) {
    list.push_back({std::move(name), std::move(file), refusal});
  };
  const auto add_header = [&](std::string name, const std::string& header, std::size_t data,
                              std::optional<ErrorCode> refusal) {
    add(std::move(name), file_with_header(header, Bytes(data)), refusal);
  };
  const std::string entry = R"("dtype":"U8","shape":[4],"data_offsets":[0,4])";
  const auto two = [](std::string_view first, std::string_view second) {
    return R"({"a":{"dtype":"U8","shape":[4],"data_offsets":)" + std::string(first) +
           R"(},"b":{"dtype":"U8","shape":[4],"data_offsets":)" + std::string(second) + "}}";
  };

  for (std::size_t size = 0; size < 8; ++size)
    add("a file of " + std::to_string(size) + " bytes", Bytes(size), kBad);
  for (const std::uint64_t length : {kMost, std::uint64_t{100'000'001}, std::uint64_t{3}})
    add("a header said to have " + std::to_string(length) + " bytes",
        file_with_header("{}", {}, length), kBad);
  add_header("a header that is not UTF-8", "{\"\xff\":1}", 0, kBad);
  add_header("a header after a byte-order mark", "\xef\xbb\xbf{}", 0, kBad);
  add_header("a header after blanks", " \n{}", 0, std::nullopt);
  add_header("a hundred thousand open brackets", "{\"t\":" + std::string(100'000, '['), 0, kBad);
  add_header("a name twice over the same bytes", "{\"t\":{" + entry + "},\"t\":{" + entry + "}}", 4,
             kBad);
  add_header(
      "an empty tensor's name twice",
      R"({"t":{"dtype":"U8","shape":[0],"data_offsets":[0,0]},"t":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}})",
      0, kBad);
  for (const char* again : {"\"shape\":[4]", "\"dtype\":\"U8\"", "\"data_offsets\":[0,4]"})
    add_header(std::string("twice in one entry: ") + again, "{\"t\":{" + entry + ',' + again + "}}",
               4, kBad);
  add_header("tensors that overlap", two("[0,4]", "[2,6]"), 6, kBad);
  add_header("two tensors over the same bytes", two("[0,4]", "[0,4]"), 4, kBad);
  add_header("a hole between tensors", two("[0,4]", "[5,9]"), 9, kBad);
  add("a hole before the first tensor", one_tensor("\"U8\"", "[4]", "[1,5]", 5), kBad);
  add("bytes after the last tensor", one_tensor("\"U8\"", "[4]", "[0,4]", 5), kBad);
  Bytes polyglot = tiny_weights();
  append(polyglot, "PK\x05\x06", 4);
  polyglot.resize(polyglot.size() + 18);
  add("an archive appended to a good file", std::move(polyglot), kBad);
  for (const char* end :
       {"-1", "4.0", "1.5", "1e3", "\"4\"", "9007199254740993", "18446744073709551616"})
    add(std::string("an offset of ") + end,
        one_tensor("\"U8\"", "[4]", "[0," + std::string(end) + "]", 4), kBad);
  add("a range that ends before it begins", one_tensor("\"U8\"", "[4]", "[4,0]", 4), kBad);
  for (const char* shape : {"[4294967296,4294967296]", "[9223372036854775808,2,0]"})
    add(std::string("a product past 64 bits: ") + shape, one_tensor("\"F32\"", shape, "[0,0]"),
        kBad);
  add("an empty tensor with an enormous axis",
      one_tensor("\"F32\"", "[0,18446744073709551615]", "[0,0]"), std::nullopt);
  add("more bytes than the shape has", one_tensor("\"F32\"", "[1]", "[0,8]", 8), kBad);
  add("fewer bytes than the shape has", one_tensor("\"F32\"", "[3]", "[0,8]", 8), kBad);
  add("an unknown type", one_tensor("\"F31\"", "[1]", "[0,4]", 4), kBad);
  std::string many = "{";
  for (int i = 0; i < 1'000'000; ++i) many += (i ? ",\"" : "\"") + std::to_string(i) + "\":{}";
  add_header("a million tensors", many + "}", 0, kNo);
  std::string axes = "[1";
  for (int i = 1; i < 1'000'000; ++i) axes += ",1";
  add("a million axes", one_tensor("\"U8\"", axes + "]", "[0,1]", 1), kNo);
  add_header("a name of a million letters",
             "{\"" + std::string(1'000'000, 'n') + "\":{" + entry + "}}", 4, kNo);
  add_header("the name __proto__", "{\"__proto__\":{" + entry + "}}", 4, std::nullopt);
  add_header("a name with a NUL", "{\"a\\u0000b\":{" + entry + "}}", 4, std::nullopt);
  add_header("metadata that is null", R"({"__metadata__":null})", 0, std::nullopt);
  add("a type of four bits", one_tensor("\"F4\"", "[4]", "[0,2]", 2), std::nullopt);
  add("a type of six bits that ends within a byte", one_tensor("\"F6_E2M3\"", "[3]", "[0,2]", 2),
      kBad);
  add_header("metadata that is no text", R"({"__metadata__":{"a":{"b":1}}})", 0, kBad);
  add("a page of a server", text_bytes("<!DOCTYPE html><html><body>404 Not Found</body></html>"),
      kBad);
  add("a pointer of git LFS",
      text_bytes("version https://git-lfs.github.com/spec/v1\noid sha256:53aa\nsize 9\n"), kBad);
  Bytes cut = tiny_weights();
  cut.resize(cut.size() / 2);
  add("a good file cut in half", std::move(cut), kBad);
  return list;
}

struct HostileText {
  std::string name;
  std::string text;
  std::optional<ErrorCode> refusal;  // nothing: it loads, as if what is hostile were not there
};

// kTinyConfig with the first `from` replaced.
inline std::string tiny_config_with(std::string_view from, std::string_view to) {
  std::string text(kTinyConfig);
  if (const auto at = text.find(from); at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

inline std::vector<HostileText> hostile_configs() {
  constexpr auto kBad = ErrorCode::kBadModel;
  constexpr auto kNo = ErrorCode::kUnsupported;
  const std::string_view heads = "\"num_attention_heads\": 2", layers = "\"num_hidden_layers\": 2";
  const std::string_view epsilon = "\"layer_norm_eps\": 1e-12", start = "{\n";
  return {
      {"heads that do not divide the width", tiny_config_with(heads, "\"num_attention_heads\": 3"),
       kBad},
      {"no heads", tiny_config_with(heads, "\"num_attention_heads\": 0"), kBad},
      {"a thousand million layers", tiny_config_with(layers, "\"num_hidden_layers\": 1000000000"),
       kBad},
      {"2^63 layers", tiny_config_with(layers, "\"num_hidden_layers\": 9223372036854775808"), kBad},
      {"an epsilon that is not a number", tiny_config_with(epsilon, "\"layer_norm_eps\": NaN"),
       kBad},
      {"an epsilon of minus one", tiny_config_with(epsilon, "\"layer_norm_eps\": -1"), kBad},
      {"an unknown activation", tiny_config_with("\"gelu\"", "\"tanh\""), kNo},
      {"an unknown family", tiny_config_with("\"bert\"", "\"llama\""), kNo},
      {"a class to import and code to run",
       tiny_config_with(
           start,
           "{\"auto_map\": {\"AutoModel\": \"evil.py--Model\"}, \"custom_code\": \"import os\","
           " \"__proto__\": {\"hidden_size\": 1}, "),
       std::nullopt},
      {"names of files outside the folder",
       tiny_config_with(
           start, "{\"weight_map\": {\"a\": \"../../x\", \"b\": \"https://example.org/x\"}, "),
       std::nullopt},
      {"a hundred thousand open brackets", std::string(100'000, '['), kBad},
      {"a page of a server", "<!DOCTYPE html><html></html>", kBad},
  };
}

// kTinyTokenizer with the first `from` replaced.
inline std::string tiny_tokenizer_with(std::string_view from, std::string_view to) {
  std::string text(kTinyTokenizer);
  if (const auto at = text.find(from); at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

inline std::vector<HostileText> hostile_tokenizers() {
  constexpr auto kBad = ErrorCode::kBadModel;
  constexpr auto kNo = ErrorCode::kUnsupported;
  return {
      {"two pieces with one id", tiny_tokenizer_with("\"cat\": 6", "\"cat\": 5"), kBad},
      {"an id past the vocabulary", tiny_tokenizer_with("\"cat\": 6", "\"cat\": 12"), kBad},
      {"an id of minus one", tiny_tokenizer_with("\"cat\": 6", "\"cat\": -1"), kBad},
      {"an id of 2^32 + 6", tiny_tokenizer_with("\"cat\": 6", "\"cat\": 4294967302"), kBad},
      {"a piece twice", tiny_tokenizer_with("\"cat\": 6", "\"cat\": 6, \"cat\": 6"), kBad},
      {"no piece for what is unknown", tiny_tokenizer_with("\"[UNK]\": 1, ", "\"[unk]\": 1, "),
       kBad},
      {"an added token past the vocabulary",
       tiny_tokenizer_with("{\"id\": 4,", "{\"id\": 4000000000,"), kBad},
      {"more tokens than the model has rows",
       tiny_tokenizer_with("\".\": 11", "\".\": 11, \"!\": 12"), kBad},
      {"a piece of two thousand letters",
       tiny_tokenizer_with("\"cat\": 6", "\"" + std::string(2000, 'c') + "\": 6"), kNo},
      {"a word of 2^40 letters allowed",
       tiny_tokenizer_with("per_word\": 100", "per_word\": 1099511627776"), kNo},
      {"a hundred thousand open brackets", std::string(100'000, '['), kBad},
      {"a number of two million digits", std::string(2'000'000, '0'), kBad},
      {"an id a million past the count", tiny_tokenizer_with("\"cat\": 6", "\"cat\": 1048588"),
       kBad},
      {"normalisers in another order",
       tiny_tokenizer_with("\"type\": \"BertNormalizer\"",
                           "\"type\": \"Sequence\", \"normalizers\": [{\"type\": "
                           "\"StripAccents\"}, {\"type\": \"NFD\"}]"),
       kNo},
      {"blanks kept", tiny_tokenizer_with("\"BertPreTokenizer\"", "\"Punctuation\""), kNo},
  };
}

// Files that are not quite BERT's, and load.
inline std::vector<std::string> unusual_tokenizers() {
  const auto with_added = [](std::string_view flags) {
    return tiny_tokenizer_with("\"added_tokens\": [",
                               "\"added_tokens\": [{\"id\": 12, \"content\": "
                               "\" Cat\", " +
                                   std::string(flags) + "},");
  };
  return {
      tiny_tokenizer_with("\"cat\": 6", "\"cat\": 40"),
      with_added("\"normalized\": true, \"rstrip\": true"),
      with_added("\"single_word\": true, \"lstrip\": true"),
      tiny_tokenizer_with("{\"type\": \"BertPreTokenizer\"}",
                          "{\"type\": \"Sequence\", \"pretokenizers\": [{\"type\": "
                          "\"Whitespace\"}, {\"type\": \"Punctuation\"}]}"),
      tiny_tokenizer_with("\"type\": \"BertNormalizer\"",
                          "\"type\": \"Sequence\", \"normalizers\": [{\"type\": \"NFD\"}, "
                          "{\"type\": \"Lowercase\"}, {\"type\": \"StripAccents\"}]"),
  };
}

}  // namespace attnscope::test
