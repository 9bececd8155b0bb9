// Small tokenizer.json files of byte-level BPE and of Unigram, for the tests and the fuzzers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attnscope::test {

// Ids: <s> 0, <pad> 1, </s> 2, <unk> 3, <mask> 4, then letters and what they are merged into.
inline constexpr std::string_view kTinyBpe = R"({
  "added_tokens": [
    {"id": 0, "content": "<s>", "normalized": false},
    {"id": 2, "content": "</s>", "normalized": false},
    {"id": 4, "content": "<mask>", "normalized": false, "lstrip": true}
  ],
  "normalizer": null,
  "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true, "use_regex": true},
  "post_processor": {"type": "RobertaProcessing", "sep": ["</s>", 2], "cls": ["<s>", 0], "trim_offsets": true, "add_prefix_space": false},
  "model": {
    "type": "BPE", "dropout": null, "unk_token": null, "continuing_subword_prefix": "", "end_of_word_suffix": "",
    "fuse_unk": false, "byte_fallback": false, "ignore_merges": false,
    "vocab": {"<s>": 0, "<pad>": 1, "</s>": 2, "<unk>": 3, "<mask>": 4, "a": 5, "b": 6, "c": 7, "Ġ": 8, "Ã": 9, "©": 10, "ab": 11, "abc": 12, "Ġa": 13, "bc": 14, "aa": 15, "aaaa": 16, "Ã©": 17, "Ġab": 18},
    "merges": [["a", "b"], ["ab", "c"], ["Ġ", "a"], ["b", "c"], ["a", "a"], ["aa", "aa"], ["Ã", "©"], ["Ġ", "ab"]]
  }
})";

// Ids are the pieces' places.
inline constexpr std::string_view kTinyUnigram = R"({
  "added_tokens": [
    {"id": 1, "content": "<s>", "normalized": false},
    {"id": 2, "content": "</s>", "normalized": false},
    {"id": 3, "content": "<mask>", "normalized": false, "lstrip": true}
  ],
  "normalizer": {"type": "Sequence", "normalizers": [
    {"type": "Replace", "pattern": {"String": "``"}, "content": "\""},
    {"type": "NFKD"}, {"type": "StripAccents"}, {"type": "Lowercase"},
    {"type": "Precompiled", "precompiled_charsmap": "CAAAAAAAAAAAAAAA"},
    {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}
  ]},
  "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": true},
  "post_processor": {"type": "Sequence", "processors": [{"type": "BertProcessing", "sep": ["</s>", 2], "cls": ["<s>", 1]}]},
  "model": {
    "type": "Unigram", "unk_id": 0, "byte_fallback": false,
    "vocab": [["<unk>", 0.0], ["<s>", 0.0], ["</s>", 0.0], ["<mask>", 0.0], ["▁", -2.5], ["a", -2.0], ["b", -2.5], ["ab", -3.0], ["abc", -7.5], ["bc", -4.0], ["▁a", -3.5], ["c", -9.0], ["aa", -4.0], ["é", -6.0]]
  }
})";

inline std::string replaced(std::string_view file, std::string_view from, std::string_view to) {
  std::string text(file);
  const auto at = text.find(from);
  return at == std::string::npos ? std::string() : text.replace(at, from.size(), to);
}

// Files that load, of every stage that there is.
inline std::vector<std::string> tiny_stage_files() {
  const auto bpe = [](std::string_view from, std::string_view to) {
    return replaced(kTinyBpe, from, to);
  };
  const auto unigram = [](std::string_view from, std::string_view to) {
    return replaced(kTinyUnigram, from, to);
  };
  return {
      std::string(kTinyBpe),
      bpe("\"add_prefix_space\": false", "\"add_prefix_space\": true"),
      bpe("\"ignore_merges\": false", "\"ignore_merges\": true"),
      bpe("\"use_regex\": true", "\"use_regex\": false"),
      bpe("[[\"a\", \"b\"], [\"ab\", \"c\"], [\"Ġ\", \"a\"], [\"b\", \"c\"]",
          "[\"#version: 0.2\", \"a b\", \"ab c\", \"Ġ a\", [\"b\", \"c\"]"),
      bpe("\"pre_tokenizer\": {\"type\": \"ByteLevel\", \"add_prefix_space\": false",
          "\"pre_tokenizer\": {\"type\": \"WhitespaceSplit\", \"x\": 0"),
      bpe("\"unk_token\": null", "\"unk_token\": \"<unk>\""),
      bpe("\"normalizer\": null", "\"normalizer\": {\"type\": \"NFKD\"}"),
      bpe("\"id\": 0, \"content\": \"<s>\", \"normalized\": false",
          "\"id\": 0, \"content\": \"<s>\", \"normalized\": true, \"rstrip\": true"),
      std::string(kTinyUnigram),
      unigram("\"prepend_scheme\": \"always\"", "\"prepend_scheme\": \"first\""),
      unigram("\"split\": true", "\"split\": false"),
      unigram("\"prepend_scheme\": \"always\"", "\"add_prefix_space\": false"),
      unigram("\"normalizer\": {", "\"normalizer\": null, \"other\": {"),
  };
}

}  // namespace attnscope::test
