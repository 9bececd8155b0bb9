/// @file
/// config.json, read key by key: each getter checks what it reads and names the key in what is
/// wrong with it. The first problem is kept, and everything after it reads as something harmless,
/// so that a family can read its facts without looking after each.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "model/facts.h"

namespace attnscope {

class ConfigReader {
 public:
  /// `json` is an object and outlives the reader.
  explicit ConfigReader(const Json& json) : json_(json) {}

  /// A whole number from 1 (`least`) to `most`. Without a fallback it must be there.
  std::size_t size(std::string_view key, std::size_t most, std::size_t least = 1);
  std::size_t size_or(std::string_view key, std::size_t most, std::size_t fallback,
                      std::size_t least = 1);
  /// The same for sizes that every model has, below what is taken for sane.
  std::size_t heads(std::string_view key);
  std::size_t model_width(std::string_view key);
  std::size_t inner_width(std::string_view key);
  std::size_t positions(std::string_view key);
  std::size_t vocabulary(std::string_view key);
  /// What is added to a variance: above 0 and below 1, also as float32.
  double epsilon(std::string_view key, double fallback);
  std::string text(std::string_view key, std::string_view fallback);
  bool flag(std::string_view key, bool fallback);
  Activation activation(std::string_view key, std::string_view fallback);
  /// `name`, which is what the key's text says of it.
  Activation activation_named(std::string_view key, std::string_view name);
  /// Whether the key is there and not null.
  bool has(std::string_view key) const;
  /// Whether it is a list or an object with anything in it.
  bool has_entries(std::string_view key) const;

  /// What the key says is not done here; `supported` says what is.
  void refuse(std::string_view key, std::string_view supported);
  /// What the key says is impossible.
  void wrong(std::string_view key, const std::string& expected);
  /// The keys are right one by one, and not together.
  void contradiction(const std::string& what);

  /// The width of a head, where all share the model's width.
  void divide_into_heads(std::size_t width, StackFacts& stack);

  const std::optional<Error>& problem() const { return problem_; }

 private:
  const Json* find(std::string_view key) const;
  std::string found(std::string_view key) const;

  const Json& json_;
  std::optional<Error> problem_;
};

/// The most layers taken for sane; no published encoder comes near.
inline constexpr std::size_t kMostLayers = 1024;

/// How a family's config.json spells what every encoder has; an empty key: it has no such thing.
struct EncoderKeys {
  std::string_view layers = "num_hidden_layers";
  std::string_view heads = "num_attention_heads";
  std::string_view width = "hidden_size";
  std::string_view feed_forward = "intermediate_size";
  std::string_view types = "type_vocab_size";
  std::string_view epsilon = "layer_norm_eps";
  std::string_view activation = "hidden_act";
  std::string_view default_activation = "gelu";
  std::size_t least_types = 1;
};

/// Reads the sizes, the epsilon and the activation, and refuses what no encoder here does.
void read_encoder(ConfigReader& config, Facts& facts, const EncoderKeys& keys = {});

/// For families whose embedding may be narrower than their layers (embedding_size).
void read_embedding_width(ConfigReader& config, Facts& facts);

}  // namespace attnscope
