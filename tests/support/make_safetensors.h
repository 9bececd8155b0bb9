// Makes safetensors files byte by byte, good ones and bad ones.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/buffer.h"

namespace attnscope::test {

using Bytes = std::vector<std::byte>;

struct TensorSpec {
  std::string name;
  std::string dtype;
  std::vector<std::uint64_t> shape;
  Bytes data;
};

inline void append(Bytes& bytes, const void* source, std::size_t size) {
  const auto* first = static_cast<const std::byte*>(source);
  bytes.insert(bytes.end(), first, first + size);
}

// A file with this very header text, then `data`. `length` is what the first
// eight bytes claim; the text's own size unless said otherwise.
inline Bytes file_with_header(std::string_view header, const Bytes& data, std::uint64_t length) {
  Bytes bytes;
  for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<std::byte>(length >> (8 * i)));
  append(bytes, header.data(), header.size());
  bytes.insert(bytes.end(), data.begin(), data.end());
  return bytes;
}
inline Bytes file_with_header(std::string_view header, const Bytes& data = {}) {
  return file_with_header(header, data, header.size());
}

// A well-formed file with these tensors, in this order. `padding` spaces end
// the header; the usual file pads to a multiple of eight, which -1 does.
inline Bytes make_safetensors(const std::vector<TensorSpec>& tensors, int padding = -1) {
  std::string header = "{";
  Bytes data;
  for (const TensorSpec& tensor : tensors) {
    std::string shape;
    for (const std::uint64_t extent : tensor.shape) {
      shape += (shape.empty() ? "" : ",") + std::to_string(extent);
    }
    header += (header.size() > 1 ? ",\"" : "\"") + tensor.name + "\":{\"dtype\":\"" + tensor.dtype +
              "\",\"shape\":[" + shape + "],\"data_offsets\":[" + std::to_string(data.size()) +
              "," + std::to_string(data.size() + tensor.data.size()) + "]}";
    data.insert(data.end(), tensor.data.begin(), tensor.data.end());
  }
  header += "}";
  header.append(padding < 0 ? (8 - header.size() % 8) % 8 : static_cast<std::size_t>(padding), ' ');
  return file_with_header(header, data);
}

inline Bytes text_bytes(std::string_view text) {
  Bytes bytes;
  append(bytes, text.data(), text.size());
  return bytes;
}

// Memory as load_weights takes it; empty where `bytes` is.
inline Buffer<std::byte> to_buffer(std::span<const std::byte> bytes) {
  auto buffer = Buffer<std::byte>::allocate(bytes.size(), "a test file");
  if (!buffer) return {};
  if (!bytes.empty()) std::memcpy(buffer->data(), bytes.data(), bytes.size());
  return std::move(*buffer);
}

// `values` as bytes of element type F32, F16 or BF16. For the 16-bit types the
// values must be normal and exact there, as the tiny model's are.
inline Bytes encode_floats(std::span<const float> values, std::string_view dtype) {
  Bytes bytes;
  for (const float value : values) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (dtype == "F32") {
      append(bytes, &bits, 4);
      continue;
    }
    std::uint16_t half = static_cast<std::uint16_t>(bits >> 16);
    if (dtype == "F16") {
      half = static_cast<std::uint16_t>(bits >> 16 & 0x8000u);
      if (value != 0)
        half |=
            static_cast<std::uint16_t>(((bits >> 23 & 0xffu) - 112u) << 10 | (bits >> 13 & 0x3ffu));
    }
    append(bytes, &half, 2);
  }
  return bytes;
}

}  // namespace attnscope::test
