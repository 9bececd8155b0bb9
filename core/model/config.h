/// @file
/// The hyper-parameters of an encoder, validated: every other part may trust
/// them without looking again.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace attnscope {

enum class Activation { kGelu };  ///< x * Phi(x), with the exact error function
/// As config.json spells it.
constexpr std::string_view activation_name(Activation activation) {
  switch (activation) {
    case Activation::kGelu:
      return "gelu";
  }
  return "unknown";
}

enum class Pooling { kMean, kCls, kMax };

/// What the weights are held as and their products computed with. Not of the model's
/// files: chosen by who loads it.
enum class Precision {
  kFloat32,
  kInt8,  ///< 8-bit tables, 10-bit weights, 16-bit activations: kernels/quantized.h
};

/// One letter each in shape comments: L H T D d F V (see CONTRIBUTING.md).
struct Config {
  std::string family;             ///< the model_type of config.json, e.g. "bert"
  std::size_t layers = 0;         ///< L
  std::size_t heads = 0;          ///< H
  std::size_t width = 0;          ///< D = H * d
  std::size_t head_width = 0;     ///< d
  std::size_t feed_forward = 0;   ///< F
  std::size_t vocabulary = 0;     ///< V
  std::size_t positions = 0;      ///< rows of the position embedding
  std::size_t max_tokens = 0;     ///< what a text is cut to: 1 .. positions
  std::size_t token_types = 0;    ///< rows of the type embedding
  double layer_norm_epsilon = 0;  ///< as the file says it; kernels take the nearest float
  Activation activation = Activation::kGelu;
  Pooling pooling = Pooling::kMean;
  bool normalize = true;    ///< L2-normalise the pooled embedding
  bool pool_prompt = true;  ///< false: the tokens of a prompt are left out of the pooling
  Precision precision = Precision::kFloat32;
};

/// The JSON files beside the weights. Only config.json must be there: without
/// modules.json and pooling.json (1_Pooling/config.json of sentence-transformers)
/// pooling is the mean and the result is L2-normalised.
/// The last two are read by read_sentence_settings; parse_config looks at the others.
struct ConfigFiles {
  std::string_view config;
  std::string_view modules{};                ///< modules.json; empty, like the next: not there
  std::string_view pooling{};                ///< 1_Pooling/config.json
  std::string_view sentence_bert{};          ///< sentence_bert_config.json
  std::string_view sentence_transformers{};  ///< config_sentence_transformers.json
};

/// Errors: kBadModel (broken JSON, missing or impossible numbers), kUnsupported
/// (another architecture, activation, position or pooling kind), naming the key.
Result<Config> parse_config(const ConfigFiles& files);

}  // namespace attnscope
