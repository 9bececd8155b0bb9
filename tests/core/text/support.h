// What the tests of the text room share.
#pragma once

#include <catch2/catch_test_macros.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"
#include "support/files.h"
#include "text/tokenizer.h"

namespace attnscope::test {

inline constexpr std::size_t kNoLimit = static_cast<std::size_t>(-1);

inline std::string must_read(const std::filesystem::path& path) {
  auto text = read_text(path);
  INFO("cannot read " << path.string());
  REQUIRE(text.has_value());
  return std::move(*text);
}

inline Json must_parse(std::string_view text) {
  auto json = parse_json(text, "test data");
  INFO((json ? "" : json.error().message));
  REQUIRE(json.has_value());
  return std::move(*json);
}

inline Json golden(const char* name) { return must_parse(must_read(data_dir() / "golden" / name)); }

inline Tokenizer must_load(std::string_view json) {
  auto tokenizer = Tokenizer::from_json(json);
  INFO((tokenizer ? "" : tokenizer.error().message));
  REQUIRE(tokenizer.has_value());
  return std::move(*tokenizer);
}

// The default model's tokenizer, read once.
inline const Tokenizer& minilm_tokenizer() {
  static const Tokenizer tokenizer = must_load(must_read(model_dir() / "tokenizer.json"));
  return tokenizer;
}

inline Encoding must_encode(const Tokenizer& tokenizer, std::string_view text,
                            std::optional<std::string_view> pair = std::nullopt,
                            std::size_t max_tokens = kNoLimit) {
  auto encoding = tokenizer.encode(text, pair, max_tokens);
  INFO((encoding ? "" : encoding.error().message));
  REQUIRE(encoding.has_value());
  return std::move(*encoding);
}

using Offsets = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

inline Offsets offsets_of(const Encoding& encoding) {
  Offsets offsets;
  for (std::size_t i = 0; i < encoding.ids.size(); ++i) {
    offsets.emplace_back(encoding.starts[i], encoding.ends[i]);
  }
  return offsets;
}

inline std::vector<std::string> pieces_of(const Tokenizer& tokenizer, const Encoding& encoding) {
  std::vector<std::string> pieces;
  for (const auto id : encoding.ids) pieces.emplace_back(tokenizer.piece(id));
  return pieces;
}

// The pieces of `text` without the two that the template adds.
inline std::vector<std::string> cut(const Tokenizer& tokenizer, std::string_view text) {
  auto pieces = pieces_of(tokenizer, must_encode(tokenizer, text));
  REQUIRE(pieces.size() >= 2);
  return {pieces.begin() + 1, pieces.end() - 1};
}

// A whole tokenizer.json with a vocabulary small enough to read. Ids: [PAD] 0,
// [UNK] 1, [CLS] 2, [SEP] 3, [MASK] 4, un 5, ##aff 6, ##able 7, able 8, a 9,
// ##a 10, the 11, "," 12.
inline constexpr std::string_view kSmallFile = R"({
  "added_tokens": [
    {"id": 1, "content": "[UNK]", "special": true, "normalized": false},
    {"id": 2, "content": "[CLS]", "special": true, "normalized": false},
    {"id": 3, "content": "[SEP]", "special": true, "normalized": false},
    {"id": 4, "content": "[MASK]", "special": true, "normalized": false, "lstrip": false}
  ],
  "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null, "lowercase": true},
  "pre_tokenizer": {"type": "BertPreTokenizer"},
  "post_processor": {
    "type": "TemplateProcessing",
    "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
    "pair": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[SEP]", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}, {"SpecialToken": {"id": "[SEP]", "type_id": 1}}],
    "special_tokens": {"[CLS]": {"id": "[CLS]", "ids": [2], "tokens": ["[CLS]"]}, "[SEP]": {"id": "[SEP]", "ids": [3], "tokens": ["[SEP]"]}}
  },
  "model": {
    "type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
    "vocab": {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "[MASK]": 4, "un": 5, "##aff": 6, "##able": 7, "able": 8, "a": 9, "##a": 10, "the": 11, ",": 12}
  }
})";

// kSmallFile with the first `from` replaced by `to`.
inline std::string small_file_with(std::string_view from, std::string_view to) {
  std::string text(kSmallFile);
  const auto at = text.find(from);
  INFO("the file does not hold " << from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace attnscope::test
