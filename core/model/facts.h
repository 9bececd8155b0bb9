/// @file
/// What a model is: its sizes and the choices its numbers depend on, validated. Every other part
/// may trust them without looking again, and nobody guesses them from a name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/stack.h"
#include "kernels/activations.h"
#include "model/precision.h"

namespace attnscope {

using kernels::Activation;

enum class Pooling : std::uint8_t { kMean, kCls, kMax };

/// How a token's place comes in: a row of a table, which was learned or is sines of the place,
/// added to what a token starts from; or by turning queries and keys, or by a term of the scores.
enum class PositionKind : std::uint8_t { kLearned, kSinusoidal, kRotary, kRelative };

/// Where a layer's norms stand: after each sum with what went in, or before what is added to it.
enum class NormPlace : std::uint8_t { kPost, kPre };

/// Layers that follow one another.
struct StackFacts {
  std::size_t layers = 0;        ///< L; 0: the model has no such stack
  std::size_t heads = 0;         ///< H
  std::size_t head_width = 0;    ///< d
  std::size_t feed_forward = 0;  ///< F
  std::size_t layer_groups = 0;  ///< sets of weights that the layers share; L: one each

  /// H * d: D itself in nearly all families.
  std::size_t attention_width() const { return heads * head_width; }
};

/// One letter each in shape comments: L H T D d F V, and E for the width of the embedding.
struct Facts {
  std::string family;  ///< the model_type of config.json, e.g. "bert"
  StackFacts encoder, decoder;
  std::size_t width = 0;              ///< D
  std::size_t vocabulary = 0;         ///< V
  std::size_t target_vocabulary = 0;  ///< of the decoder behind an encoder; V in nearly all
  std::size_t embedding_width = 0;    ///< E
  bool projects_embedding = false;    ///< from E to D, also where they are equal
  float embedding_scale = 1;          ///< what a word's row is multiplied by
  PositionKind position_kind = PositionKind::kLearned;
  std::size_t position_rows = 0;     ///< rows of the table of positions, where there is one
  std::size_t first_position = 0;    ///< the row of the first token
  std::size_t relative_buckets = 0;  ///< where positions are relative; see blocks/relative_bias.h
  std::size_t relative_distance = 0;
  /// A token of this id takes the row before the first and is not counted by the tokens after it.
  std::optional<std::int32_t> uncounted_token;
  std::size_t type_rows = 0;   ///< rows of the table of types; 0: there is none
  std::size_t max_tokens = 0;  ///< what a text is cut to: 1 .. token_limit()
  NormPlace norm_place = NormPlace::kPost;
  bool gated = false;             ///< the feed-forward is activation(x W^T) times x U^T
  double layer_norm_epsilon = 0;  ///< as the file says it; kernels take the nearest float
  Activation activation = Activation::kGelu;
  Pooling pooling = Pooling::kMean;
  bool ties_words = true;        ///< answers in words use the table of word embeddings
  bool scales_answer = false;    ///< next words' logits are divided by sqrt(D)
  bool scales_scores = true;     ///< by 1 / sqrt(d)
  bool scales_by_layer = false;  ///< and by 1 / (layer + 1)
  bool normalize = true;         ///< L2-normalise the pooled embedding
  bool pool_prompt = true;       ///< false: the tokens of a prompt are left out of the pooling
  Precision precision = Precision::kFloat32;

  const StackFacts& stack(Stack which) const {
    return which == Stack::kEncoder ? encoder : decoder;
  }
  /// The stack that a text goes through first: the encoder, or a decoder that stands alone.
  Stack first_stack() const { return encoder.layers != 0 ? Stack::kEncoder : Stack::kDecoder; }
  const StackFacts& first() const { return stack(first_stack()); }
  bool has_both() const { return encoder.layers != 0 && decoder.layers != 0; }

  /// The most tokens that have a position.
  std::size_t token_limit() const {
    return position_kind == PositionKind::kRelative ? kMostRelative
                                                    : position_rows - first_position;
  }
  /// Distances have no end; what is computed with them must have one.
  static constexpr std::size_t kMostRelative = std::size_t{1} << 16;
};

/// As config.json spells it.
std::string_view activation_name(Activation activation);
std::optional<Activation> find_activation(std::string_view name);
/// Every name known, for messages.
std::string activation_names();

/// As bindings/js spells them: "learned", "post".
std::string_view position_kind_name(PositionKind kind);
std::string_view norm_place_name(NormPlace place);

}  // namespace attnscope
