/// @file
/// What products are computed with, and what weights are held as.
#pragma once

#include <cstdint>

namespace attnscope {

/// Not of the model's files: chosen by who loads it.
enum class Precision : std::uint8_t {
  kFloat32,  ///< float32 arithmetic, on weights as their file has them
  kInt8,     ///< 8-bit tables, 10-bit weights, 16-bit activations: kernels/quantized.h
};

}  // namespace attnscope
