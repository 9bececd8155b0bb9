// A whole BERT small enough to read: 2 layers of 2 heads, width 8, F 16, 12 words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/make_safetensors.h"

namespace attnscope::test {

inline constexpr std::string_view kTinyConfig = R"({
  "architectures": ["BertModel"],
  "model_type": "bert",
  "hidden_act": "gelu",
  "hidden_size": 8,
  "intermediate_size": 16,
  "layer_norm_eps": 1e-12,
  "max_position_embeddings": 16,
  "num_attention_heads": 2,
  "num_hidden_layers": 2,
  "pad_token_id": 0,
  "position_embedding_type": "absolute",
  "type_vocab_size": 2,
  "vocab_size": 12
})";

inline constexpr std::string_view kTinyModules = R"([
  {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
  {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
  {"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"}
])";

inline constexpr std::string_view kTinyPooling = R"({
  "word_embedding_dimension": 8,
  "pooling_mode_cls_token": false,
  "pooling_mode_mean_tokens": true,
  "pooling_mode_max_tokens": false,
  "pooling_mode_mean_sqrt_len_tokens": false
})";

inline constexpr std::string_view kTinyTokenizer = R"({
  "version": "1.0",
  "truncation": null,
  "padding": null,
  "added_tokens": [
    {"id": 0, "special": true, "content": "[PAD]", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false},
    {"id": 1, "special": true, "content": "[UNK]", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false},
    {"id": 2, "special": true, "content": "[CLS]", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false},
    {"id": 3, "special": true, "content": "[SEP]", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false},
    {"id": 4, "special": true, "content": "[MASK]", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false}
  ],
  "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null, "lowercase": true},
  "pre_tokenizer": {"type": "BertPreTokenizer"},
  "post_processor": {
    "type": "TemplateProcessing",
    "single": [
      {"SpecialToken": {"id": "[CLS]", "type_id": 0}},
      {"Sequence": {"id": "A", "type_id": 0}},
      {"SpecialToken": {"id": "[SEP]", "type_id": 0}}
    ],
    "pair": [
      {"SpecialToken": {"id": "[CLS]", "type_id": 0}},
      {"Sequence": {"id": "A", "type_id": 0}},
      {"SpecialToken": {"id": "[SEP]", "type_id": 0}},
      {"Sequence": {"id": "B", "type_id": 1}},
      {"SpecialToken": {"id": "[SEP]", "type_id": 1}}
    ],
    "special_tokens": {
      "[CLS]": {"id": "[CLS]", "ids": [2], "tokens": ["[CLS]"]},
      "[SEP]": {"id": "[SEP]", "ids": [3], "tokens": ["[SEP]"]}
    }
  },
  "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": true},
  "model": {
    "type": "WordPiece",
    "unk_token": "[UNK]",
    "continuing_subword_prefix": "##",
    "max_input_chars_per_word": 100,
    "vocab": {
      "[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "[MASK]": 4,
      "the": 5, "cat": 6, "##s": 7, "sat": 8, "on": 9, "mat": 10, ".": 11
    }
  }
})";

// Element `index` of the file's tensor number `tensor`: a multiple of 1/64 in
// [-0.25, 0.25], which float16 and bfloat16 hold exactly. A multiplicative
// hash, so that no two rows are alike and nothing cancels.
inline float tiny_value(std::size_t tensor, std::size_t index) {
  const auto hash = static_cast<std::uint32_t>(index * 2654435761u + tensor * 40503u + 12345u);
  return (static_cast<float>((hash >> 12) % 33u) - 16.0f) / 64.0f;
}

// Every tensor of the tiny model, stored as `dtype`, each name after `prefix`.
inline std::vector<TensorSpec> tiny_tensors(std::string_view dtype = "F32",
                                            const std::string& prefix = "") {
  std::vector<TensorSpec> tensors;
  const auto add = [&](const std::string& name, std::vector<std::uint64_t> shape, float center) {
    std::size_t count = 1;
    for (const std::uint64_t extent : shape) count *= static_cast<std::size_t>(extent);
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = center + tiny_value(tensors.size(), i);
    tensors.push_back(
        {prefix + name, std::string(dtype), std::move(shape), encode_floats(values, dtype)});
  };
  const auto add_linear = [&](const std::string& name, std::uint64_t out, std::uint64_t in) {
    add(name + ".weight", {out, in}, 0);
    add(name + ".bias", {out}, 0);
  };
  const auto add_norm = [&](const std::string& name) {
    add(name + ".weight", {8}, 1);
    add(name + ".bias", {8}, 0);
  };
  add("embeddings.word_embeddings.weight", {12, 8}, 0);
  add("embeddings.position_embeddings.weight", {16, 8}, 0);
  add("embeddings.token_type_embeddings.weight", {2, 8}, 0);
  add_norm("embeddings.LayerNorm");
  for (const char* layer : {"encoder.layer.0.", "encoder.layer.1."}) {
    const std::string scope(layer);
    add_linear(scope + "attention.self.query", 8, 8);
    add_linear(scope + "attention.self.key", 8, 8);
    add_linear(scope + "attention.self.value", 8, 8);
    add_linear(scope + "attention.output.dense", 8, 8);
    add_norm(scope + "attention.output.LayerNorm");
    add_linear(scope + "intermediate.dense", 16, 8);
    add_linear(scope + "output.dense", 8, 16);
    add_norm(scope + "output.LayerNorm");
  }
  return tensors;
}

inline Bytes tiny_weights(std::string_view dtype = "F32") {
  return make_safetensors(tiny_tensors(dtype));
}

}  // namespace attnscope::test
