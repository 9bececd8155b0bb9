/// @file
/// Sizes are computed before memory is asked for, and overflow is an answer,
/// not an accident: on WASM a size_t has 32 bits and a model file has 64-bit
/// numbers in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace attnscope {

/// a * b, or nothing where the product does not fit.
constexpr std::optional<std::uint64_t> checked_multiply(std::uint64_t a, std::uint64_t b) {
  if (a != 0 && b > std::numeric_limits<std::uint64_t>::max() / a) return std::nullopt;
  return a * b;
}

/// a + b, or nothing where the sum does not fit.
constexpr std::optional<std::uint64_t> checked_add(std::uint64_t a, std::uint64_t b) {
  if (b > std::numeric_limits<std::uint64_t>::max() - a) return std::nullopt;
  return a + b;
}

/// A 64-bit size as this machine's size_t, or nothing where it does not fit.
constexpr std::optional<std::size_t> checked_size(std::uint64_t value) {
  if (value > std::numeric_limits<std::size_t>::max()) return std::nullopt;
  return static_cast<std::size_t>(value);
}

}  // namespace attnscope
