/// @file
/// A model's tensors, typed: names and shapes checked against the architecture
/// table, element types turned into float32.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/matrix.h"
#include "base/result.h"
#include "model/config.h"
#include "model/shards.h"

namespace attnscope {

/// y = x * weight^T + bias, as checkpoints store it: weight [out, in], bias [out].
struct LinearWeights {
  Matrix weight;
  std::span<float> bias;
};

struct LayerNormWeights {
  std::span<float> gain;  ///< [D]
  std::span<float> bias;  ///< [D]
};

struct LayerWeights {
  LinearWeights query, key, value;  ///< [D, D] each; head h owns rows h*d .. h*d+d
  LinearWeights attention_output;   ///< [D, D]
  LayerNormWeights attention_norm;
  LinearWeights feed_forward_in;   ///< [F, D]
  LinearWeights feed_forward_out;  ///< [D, F]
  LayerNormWeights feed_forward_norm;
};

/// Views into memory that this object owns. The views are writable because the
/// transformer packs its matrices where they lie, so that no second copy of the
/// weights ever exists.
struct Weights {
  ConstMatrix word_embedding;      ///< [V, D]
  ConstMatrix position_embedding;  ///< [positions, D]
  ConstMatrix type_embedding;      ///< [token_types, D]
  LayerNormWeights embedding_norm;
  std::vector<LayerWeights> layers;  ///< L

  /// Tensors of the file that nothing reads (position_ids, pooler.*, heads of
  /// other tasks), by name, for those who want to know.
  std::vector<std::string> unused;

  /// What the views point into. A file is given back when nothing lies in it.
  std::vector<Buffer<std::byte>> files;  ///< the safetensors files
  Arena converted;                       ///< tensors that were not aligned float32
};

/// Takes whole safetensors files. Float32 tensors are used where they lie;
/// float16 and bfloat16 ones are converted. Unused tensors may have any type.
/// The bytes of conversions are added up before any are asked for. Each shard must hold the
/// tensors that the index says, and none that another one has.
/// Errors: kBadModel with the list of missing, misshapen and wrongly typed
/// tensors (each with name, found and expected; the first twenty, and how many
/// more); kUnsupported where element types are all that is wrong (a quantised or
/// float64 file); kOutOfMemory.
Result<Weights> load_weights(WeightFiles given, const Config& config);

/// Moves everything but the matrices that are quantised (the linear layers', word and
/// position embedding) into memory of its own, and gives back the rest: their views
/// become empty. Errors: kOutOfMemory (nothing has changed then).
Result<void> release_matrices(Weights& weights);

}  // namespace attnscope
