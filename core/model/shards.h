/// @file
/// Weights that are cut into several files, as model.safetensors.index.json says.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/buffer.h"
#include "base/result.h"
#include "model/safetensors.h"

namespace attnscope {

/// Which file holds which tensor.
struct ShardIndex {
  std::vector<std::string> files;  ///< names, each once and in order
  /// Tensors in the order of their names, and each one's place in `files`.
  std::vector<std::pair<std::string, std::size_t>> tensors;
};

/// Reads model.safetensors.index.json. A file's name is what stands in the same folder: letters,
/// digits, '.', '-' and '_', ending with ".safetensors". Errors: kBadModel, kUnsupported where a
/// limit is passed.
Result<ShardIndex> read_shard_index(std::string_view json);

/// The weights: one safetensors file, or the shards in the order of `index.files`.
struct WeightFiles {
  WeightFiles() : WeightFiles(Buffer<std::byte>{}) {}
  WeightFiles(Buffer<std::byte> file) { files.push_back(std::move(file)); }
  WeightFiles(std::vector<Buffer<std::byte>> shards, ShardIndex shard_index)
      : files(std::move(shards)), index(std::move(shard_index)) {}

  std::vector<Buffer<std::byte>> files;
  ShardIndex index;  ///< without files: there is one, model.safetensors
};

/// The tensors of all files together; each shard must hold those that the index says, and none that
/// another one has. Errors: as read_safetensors, kBadModel for a contradiction.
Result<TensorIndex> read_weight_index(const WeightFiles& given);

}  // namespace attnscope
