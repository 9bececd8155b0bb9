// The safetensors container, read strictly: 8 bytes of header length (little
// endian), a JSON header, then the tensors' bytes end to end.
// Source: the format's description and reference reader, huggingface/safetensors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace attnscope {

enum class DType : std::uint8_t {
  kF64,
  kF32,
  kF16,
  kBF16,
  kF8E4M3,
  kF8E5M2,
  kF8E8M0,
  kF8E4M3Fnuz,
  kF8E5M2Fnuz,
  kF6E2M3,
  kF6E3M2,
  kF4,
  kC64,
  kI64,
  kI32,
  kI16,
  kI8,
  kU64,
  kU32,
  kU16,
  kU8,
  kBool,
};

// The format's spelling, e.g. "BF16", and the bits one element takes: whole bytes but for the types
// of 4 and 6 bits, whose tensors must come to whole bytes together.
std::string_view dtype_name(DType dtype);
std::size_t dtype_bits(DType dtype);

// One tensor. [begin, end) are bytes of the file, counted from its first; they
// lie inside the file and hold exactly the elements the shape says.
struct TensorInfo {
  std::string name;
  DType dtype = DType::kF32;
  std::vector<std::uint64_t> shape;  // empty: a single number
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::size_t file = 0;  // which of several shards
};

struct TensorIndex {
  std::vector<TensorInfo> tensors;  // ordered by name

  // nullptr where there is none of that name.
  const TensorInfo* find(std::string_view name) const;
};

// Far above any encoder (BERT-large: 400 tensors, rank 2, a 50 kB header) and
// low enough that a hostile header is survived. The reference reads headers of
// up to 100 MB; parsed JSON takes up to 30 times its text (measured), which a
// 32-bit module could not hold, and running out of memory there is an abort.
inline constexpr std::uint64_t kMaxHeaderBytes = 8u << 20;
inline constexpr std::size_t kMaxTensors = 65'536;
inline constexpr std::size_t kMaxRank = 8;
inline constexpr std::size_t kMaxNameBytes = 512;

// Reads and checks the header of `file`; the tensors' bytes are not looked at.
// Accepts what the reference reader accepts within the limits above, except
// names that occur twice: which of the two is meant is anyone's guess.
// Errors: kBadModel, naming the tensor, what was found and what was expected;
// kUnsupported where only a limit above is passed.
Result<TensorIndex> read_safetensors(std::span<const std::byte> file);

// The shape as people write it: "[384, 1536]".
std::string shape_text(std::span<const std::uint64_t> shape);

}  // namespace attnscope
