// What tells one family of encoders from another: how its config.json spells
// the sizes, and what its checkpoints call each tensor. Nothing else in the
// project knows a tensor's name; a new family is one more row in architecture.cpp.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "model/config.h"
#include "model/weights.h"

namespace attnscope {

using ConfigSize = std::size_t Config::*;

// A size of config.json: its key, the member it fills, and the largest value
// taken for sane. No published encoder comes near; above, a product of two
// sizes could mean terabytes.
struct SizeRow {
  std::string_view key;
  ConfigSize member;
  std::size_t most;
};

// A table of vectors: `name` is a [rows, D] matrix.
struct EmbeddingRow {
  std::string_view name;
  ConfigSize rows;
  ConstMatrix Weights::* place;
};

// A linear map: `name` + ".weight" is [out, in], `name` + ".bias" is [out].
struct LinearRow {
  std::string_view name;
  ConfigSize out;
  ConfigSize in;
  LinearWeights LayerWeights::* place;
};

// A layer norm: `name` + ".weight" and ".bias", each [D].
struct NormRow {
  std::string_view name;
  LayerNormWeights LayerWeights::* place;
};

struct Architecture {
  std::string_view family;  // model_type of config.json
  std::span<const SizeRow> sizes;
  std::span<const std::string_view> prefixes;  // what may stand before every name
  std::span<const EmbeddingRow> embeddings;
  std::string_view embedding_norm;
  std::string_view layer;              // followed by the layer's number and "."
  std::span<const LinearRow> linears;  // names within a layer
  std::span<const NormRow> norms;      // names within a layer
};

// Every family known.
std::span<const Architecture> architectures();

// nullptr where the family is not known.
const Architecture* find_architecture(std::string_view family);

}  // namespace attnscope
