/// @file
/// What the model learned, read back by name out of the form that the kernels want.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "base/buffer.h"
#include "base/result.h"
#include "transformer/transformer.h"

namespace attnscope {

/// Rows [first, end); of a vector, its numbers.
struct RowRange {
  std::size_t first = 0;
  std::size_t end = 0;
};

/// Row-major float32. For precision int8 of a matrix that is held as integers: what is
/// left of it, which is what products are computed with.
struct Parameter {
  std::span<const float> values;
  std::size_t rows = 0;
  std::size_t cols = 0;  ///< 0: a vector of `rows` numbers

  Buffer<float> owner;  ///< empty where `values` lie in the transformer itself
};

/// The names are at the top of parameter.cpp: "embeddings.word", "layers.0.attention.query.bias".
/// `rows` nullopt: all of them. The result may point into `transformer`, which must outlive it.
/// Errors: kBadInput (no such name, and what there is; no such rows), kOutOfMemory.
Result<Parameter> read_parameter(const Transformer& transformer, std::string_view name,
                                 std::optional<RowRange> rows);

}  // namespace attnscope
