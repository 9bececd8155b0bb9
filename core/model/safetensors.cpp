#include "model/safetensors.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "base/buffer.h"
#include "base/checked.h"
#include "base/file_kind.h"
#include "base/json.h"
#include "base/printable.h"
#include "base/sorting.h"

namespace attnscope {
namespace {

constexpr std::uint64_t kLengthBytes = 8;

struct DTypeRow {
  std::string_view name;
  std::size_t bits;
};

// In the order of the enumeration.
constexpr DTypeRow kDTypes[] = {
    {"F64", 64},    {"F32", 32},    {"F16", 16},        {"BF16", 16},       {"F8_E4M3", 8},
    {"F8_E5M2", 8}, {"F8_E8M0", 8}, {"F8_E4M3FNUZ", 8}, {"F8_E5M2FNUZ", 8}, {"F6_E2M3", 6},
    {"F6_E3M2", 6}, {"F4", 4},      {"C64", 64},        {"I64", 64},        {"I32", 32},
    {"I16", 16},    {"I8", 8},      {"U64", 64},        {"U32", 32},        {"U16", 16},
    {"U8", 8},      {"BOOL", 8},
};
static_assert(std::size(kDTypes) == static_cast<std::size_t>(DType::kBool) + 1);

std::unexpected<Error> broken(const std::string& problem) {
  return fail(ErrorCode::kBadModel, "model.safetensors: " + problem);
}

std::unexpected<Error> beyond(const std::string& problem) {
  return fail(ErrorCode::kUnsupported, "model.safetensors: " + problem);
}

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < kLengthBytes; ++i) {
    value |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  return value;
}

Result<std::string_view> header_text(std::string_view bytes) {
  const std::uint64_t length = bytes.size() < kLengthBytes ? 0 : little_endian(bytes);
  // Text read as a length is astronomic. Below the limit it may be a true
  // length whose first byte happens to be '<', so nothing is guessed there.
  if (bytes.size() < kLengthBytes || length > kMaxHeaderBytes) {
    const auto kind = foreign_kind(bytes);
    if (!kind.empty()) return broken("this is not a safetensors file but " + std::string(kind));
  }
  if (bytes.size() < kLengthBytes) {
    return broken("the file has " + std::to_string(bytes.size()) +
                  " bytes, fewer than the 8 of the header length");
  }
  const std::uint64_t rest = bytes.size() - kLengthBytes;
  if (length > rest) {
    return broken("the header should have " + std::to_string(length) + " bytes, but only " +
                  std::to_string(rest) + " follow; the file starts with " +
                  in_quotes(bytes.substr(0, 16)));
  }
  if (length > kMaxHeaderBytes) {
    return beyond("the header has " + std::to_string(length) + " bytes; at most " +
                  std::to_string(kMaxHeaderBytes) + " are read");
  }
  return bytes.substr(kLengthBytes, static_cast<std::size_t>(length));
}

Result<DType> read_dtype(const std::string& where, const Json& entry) {
  const Json* dtype = find(entry, "dtype");
  if (!dtype || !dtype->is_string()) return broken(where + "\"dtype\" must be a string");
  const auto& name = dtype->get_ref<const std::string&>();
  const auto row = std::ranges::find(kDTypes, std::string_view(name), &DTypeRow::name);
  // A type of unknown size cannot be checked, so it is refused even if unused.
  if (row == std::end(kDTypes))
    return broken(where + "the dtype " + in_quotes(name) + " is unknown");
  return static_cast<DType>(row - std::begin(kDTypes));
}

// An array of exact unsigned integers.
Result<std::vector<std::uint64_t>> read_numbers(const std::string& where, const Json& entry,
                                                const char* key) {
  const Json* array = find(entry, key);
  if (!array || !array->is_array()) return broken(where + '"' + key + "\" must be an array");
  if (array->size() > kMaxRank) {
    return beyond(where + '"' + key + "\" has " + std::to_string(array->size()) +
                  " numbers; at most " + std::to_string(kMaxRank) + " are read");
  }
  std::vector<std::uint64_t> numbers;
  for (const Json& element : *array) {
    const auto number = as_unsigned(element);
    if (!number) {
      return broken(where + '"' + key + "\" holds " + value_text(element) +
                    "; expected whole numbers from 0 to 2^64-1");
    }
    numbers.push_back(*number);
  }
  return numbers;
}

// shape product x element size, in 64 bits.
struct Size {
  std::uint64_t bytes;
  bool is_whole;  // ends with a byte
};
std::optional<Size> size_of(const TensorInfo& tensor) {
  std::optional<std::uint64_t> count = 1;
  for (const std::uint64_t extent : tensor.shape) {
    count = checked_multiply(*count, extent);
    if (!count) return std::nullopt;
  }
  const std::size_t bits = dtype_bits(tensor.dtype);
  const std::size_t unit = bits < 8 ? 8 : 1;  // of which there are so many to a byte
  const auto units = checked_multiply(*count, bits * unit / 8);
  if (!units) return std::nullopt;
  return Size{*units / unit, *units % unit == 0};
}

// Offsets in the result still count from the end of the header.
Result<TensorInfo> read_entry(const std::string& name, const Json& entry) {
  const std::string where = "tensor " + in_quotes(name) + ": ";
  if (name.size() > kMaxNameBytes) {
    return beyond(where + "the name has " + std::to_string(name.size()) + " bytes; at most " +
                  std::to_string(kMaxNameBytes) + " are read");
  }
  if (!entry.is_object())
    return broken(where + "expected an object with dtype, shape, data_offsets");

  auto dtype = read_dtype(where, entry);
  if (!dtype) return std::unexpected(std::move(dtype.error()));
  auto shape = read_numbers(where, entry, "shape");
  if (!shape) return std::unexpected(std::move(shape.error()));
  const auto offsets = read_numbers(where, entry, "data_offsets");
  if (!offsets) return std::unexpected(offsets.error());
  if (offsets->size() != 2) return broken(where + "\"data_offsets\" must be [begin, end]");

  TensorInfo tensor{name, *dtype, std::move(*shape), (*offsets)[0], (*offsets)[1], 0};
  const std::string range = shape_text(*offsets);
  if (tensor.begin > tensor.end)
    return broken(where + "data_offsets " + range + " end before they begin");
  const auto size = size_of(tensor);
  const std::string kind = std::string(dtype_name(tensor.dtype)) + ' ' + shape_text(tensor.shape);
  if (!size) return broken(where + kind + " has more bytes than 64 bits can count");
  if (!size->is_whole) return broken(where + kind + " does not come to whole bytes");
  if (size->bytes != tensor.end - tensor.begin) {
    return broken(where + kind + " takes " + std::to_string(size->bytes) +
                  " bytes, but data_offsets " + range + " hold " +
                  std::to_string(tensor.end - tensor.begin));
  }
  return tensor;
}

std::optional<Error> check_metadata(const Json& metadata) {
  if (metadata.is_null()) return std::nullopt;
  bool good = metadata.is_object();
  for (const Json& value : metadata) good = good && value.is_string();
  if (good) return std::nullopt;
  return broken("\"__metadata__\" must be null or an object whose values are strings").error();
}

// The tensors must tile the data: bytes that no tensor owns can hide another
// file, and bytes that two own would be packed twice.
std::optional<Error> check_layout(const std::vector<TensorInfo>& tensors,
                                  std::uint64_t data_bytes) {
  std::vector<std::size_t> order(tensors.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  heap_sort(order, [&](std::size_t i) { return std::pair(tensors[i].begin, tensors[i].end); });
  std::uint64_t expected = 0;
  for (const std::size_t i : order) {
    const TensorInfo& tensor = tensors[i];
    if (tensor.begin != expected) {
      return broken("tensor " + in_quotes(tensor.name) + ": begins at byte " +
                    std::to_string(tensor.begin) + " of the data, " +
                    (tensor.begin < expected ? "inside" : "leaving a hole after") +
                    " the tensor before it; expected byte " + std::to_string(expected))
          .error();
    }
    expected = tensor.end;
  }
  if (expected == data_bytes) return std::nullopt;
  if (expected > data_bytes) {
    const auto first =
        std::ranges::find_if(order, [&](std::size_t i) { return tensors[i].end > data_bytes; });
    return broken("the file is cut short: the tensors take " + std::to_string(expected) +
                  " bytes, but only " + std::to_string(data_bytes) +
                  " are there; the first to pass the end is " + in_quotes(tensors[*first].name))
        .error();
  }
  return broken(std::to_string(data_bytes - expected) +
                " bytes follow the last tensor, which none of them owns")
      .error();
}

}  // namespace

std::string_view dtype_name(DType dtype) { return kDTypes[static_cast<std::size_t>(dtype)].name; }
std::size_t dtype_bits(DType dtype) { return kDTypes[static_cast<std::size_t>(dtype)].bits; }

const TensorInfo* TensorIndex::find(std::string_view name) const {
  const auto it = std::ranges::lower_bound(tensors, name, {}, &TensorInfo::name);
  return it != tensors.end() && it->name == name ? &*it : nullptr;
}

std::string shape_text(std::span<const std::uint64_t> shape) {
  std::string text = "[";
  for (const std::uint64_t extent : shape) {
    if (text.size() > 1) text += ", ";
    text += std::to_string(extent);
  }
  return text + "]";
}

Result<TensorIndex> read_safetensors(std::span<const std::byte> file) {
  const std::string_view bytes(reinterpret_cast<const char*>(file.data()), file.size());
  const auto text = header_text(bytes);
  if (!text) return std::unexpected(text.error());
  const auto header = parse_json(*text, "the header of model.safetensors");
  if (!header) return std::unexpected(header.error());
  if (!header->is_object()) return broken("the header must be a JSON object");
  if (header->size() > kMaxTensors) {
    return beyond("the header lists " + std::to_string(header->size()) + " tensors; at most " +
                  std::to_string(kMaxTensors) + " are read");
  }

  // Names are in the header, so with the rest of an entry they take no more than it.
  if (auto room = check_room(4 * text->size() + 2 * header->size() * sizeof(TensorInfo),
                             "the list of tensors");
      !room) {
    return std::unexpected(std::move(room.error()));
  }
  const std::uint64_t data_begin = kLengthBytes + text->size();
  TensorIndex index;
  index.tensors.reserve(header->size());
  for (auto it = header->begin(); it != header->end(); ++it) {
    if (it.key() == "__metadata__") {
      if (auto problem = check_metadata(it.value())) return std::unexpected(std::move(*problem));
      continue;
    }
    auto tensor = read_entry(it.key(), it.value());
    if (!tensor) return std::unexpected(std::move(tensor.error()));
    index.tensors.push_back(std::move(*tensor));
  }
  if (auto problem = check_layout(index.tensors, file.size() - data_begin)) {
    return std::unexpected(std::move(*problem));
  }
  for (TensorInfo& tensor : index.tensors) {
    tensor.begin += data_begin;
    tensor.end += data_begin;
  }
  return index;
}

}  // namespace attnscope
