#include "model/tensors.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <charconv>
#include <cstring>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "base/printable.h"

namespace attnscope {
namespace {

static_assert(std::endian::native == std::endian::little, "the file's numbers are little endian");

constexpr std::size_t kMaxListed = 20;

bool is_half(DType dtype) { return dtype == DType::kF16 || dtype == DType::kBF16; }
bool is_readable(DType dtype) { return dtype == DType::kF32 || is_half(dtype); }

kernels::HalfFormat half_format(DType dtype) {
  return dtype == DType::kF16 ? kernels::HalfFormat::kFloat16 : kernels::HalfFormat::kBFloat16;
}

std::size_t element_bytes(DType dtype) { return dtype_bits(dtype) / 8; }

void widen(DType dtype, const std::byte* source, std::size_t count, float* out) {
  if (dtype == DType::kF32) {
    std::memcpy(out, source, count * sizeof(float));
    return;
  }
  const auto from_bits = dtype == DType::kF16 ? kernels::from_float16 : kernels::from_bfloat16;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint16_t bits;  // read by memcpy: the source may be unaligned
    std::memcpy(&bits, source + i * sizeof(bits), sizeof(bits));
    out[i] = from_bits(bits);
  }
}

// Passes an error on.
template <class T>
std::unexpected<Error> error_of(Result<T>& failed) {
  return std::unexpected(std::move(failed.error()));
}

}  // namespace

// Everything that does not fit, gathered so that one look tells the whole story.
class Tensors::Problems {
 public:
  void look_at(const Asked& asked, const TensorInfo* tensor, std::string_view prefix) {
    const std::string expected = shape_text(asked.shape());
    if (!tensor) {
      const std::string name = std::string(asked.nested ? prefix : "") + asked.theirs.front();
      add(ErrorCode::kBadModel, name + ": missing, expected F32 " + expected);
      return;
    }
    if (tensor->shape != asked.shape()) {
      add(ErrorCode::kBadModel,
          tensor->name + ": shape " + shape_text(tensor->shape) + ", expected " + expected);
    }
    if (!is_readable(tensor->dtype)) {
      add(ErrorCode::kUnsupported, tensor->name + ": element type " +
                                       std::string(dtype_name(tensor->dtype)) +
                                       ", expected F32, F16 or BF16");
    }
  }
  bool empty() const { return count_ == 0; }
  std::unexpected<Error> to_error() const {
    std::string message = "model.safetensors does not fit config.json (" + std::to_string(count_) +
                          (count_ == 1 ? " problem):" : " problems):") + lines_;
    if (count_ > kMaxListed) message += "\n  and " + std::to_string(count_ - kMaxListed) + " more";
    return fail(code_, std::move(message));
  }

 private:
  void add(ErrorCode code, const std::string& line) {
    if (++count_ <= kMaxListed) lines_ += "\n  " + line;
    if (code == ErrorCode::kBadModel) code_ = code;
  }

  std::size_t count_ = 0;
  std::string lines_;
  ErrorCode code_ = ErrorCode::kUnsupported;
};

std::vector<std::uint64_t> Tensors::Asked::shape() const {
  const std::uint64_t all = form.of == 0 ? rows : form.of;
  if (cols == 0) return {all};
  return form.transposed ? std::vector<std::uint64_t>{cols, all}
                         : std::vector<std::uint64_t>{all, cols};
}

Result<Tensors> Tensors::open(WeightFiles files) {
  auto index = read_weight_index(files);
  if (!index) return error_of(index);
  Tensors tensors;
  tensors.files_ = std::move(files);
  tensors.index_ = std::move(*index);
  return tensors;
}

void Tensors::prefixes(std::initializer_list<std::string_view> known) { prefixes_ = known; }

void Tensors::linear(Linear& place, const std::string& ours, const std::string& theirs,
                     std::size_t out, std::size_t in, LinearForm form) {
  asked_.push_back({ours + ".weight",
                    {theirs + ".weight"},
                    nested_,
                    Use::kWeight,
                    out,
                    in,
                    &place.weight,
                    form});
  if (form.bias == Bias::kNone) {
    unbiased_.push_back({&place, out});
    return;
  }
  vector(place.bias, ours + ".bias", {theirs + ".bias"}, out);
  asked_.back().form = form;
}

void Tensors::table(Table& place, std::string ours, std::initializer_list<std::string_view> theirs,
                    std::size_t rows, std::size_t cols) {
  asked_.push_back(
      {std::move(ours), {theirs.begin(), theirs.end()}, nested_, Use::kTable, rows, cols, &place});
}

void Tensors::computed_table(Table& place, std::string ours, std::size_t rows, std::size_t cols,
                             void (*fill)(std::size_t i, std::span<float> row)) {
  asked_.push_back({std::move(ours), {}, false, Use::kComputed, rows, cols, &place, {}, fill});
}

void Tensors::small_table(ConstMatrix& place, std::string ours, std::string theirs,
                          std::size_t rows, std::size_t cols) {
  asked_.push_back(
      {std::move(ours), {std::move(theirs)}, nested_, Use::kSmallTable, rows, cols, &place});
}

void Tensors::norm(Norm& place, const std::string& ours, const std::string& theirs,
                   std::size_t width, Bias bias) {
  vector(place.gain, ours + ".gain", {theirs + ".weight", theirs + ".gamma"}, width);
  if (bias == Bias::kNone) return;
  vector(place.bias, ours + ".bias", {theirs + ".bias", theirs + ".beta"}, width);
}

void Tensors::vector(std::span<const float>& place, std::string ours,
                     std::initializer_list<std::string_view> theirs, std::size_t size) {
  asked_.push_back(
      {std::move(ours), {theirs.begin(), theirs.end()}, nested_, Use::kVector, size, 0, &place});
}

const TensorInfo* Tensors::locate(const Asked& asked, std::string_view prefix) const {
  for (const std::string& name : asked.theirs) {
    const TensorInfo* found =
        index_.find(asked.nested ? std::string(prefix) + name : std::string_view(name));
    if (found) return found;
  }
  return nullptr;
}

// The prefix under which the file has most of the tensors, so that a file with a hole is told about
// the hole and not that everything is missing.
std::string_view Tensors::best_prefix() const {
  std::string_view best;
  std::ptrdiff_t most = -1;
  for (const std::string_view prefix : prefixes_) {
    const auto found = std::ranges::count_if(
        asked_, [&](const Asked& asked) { return locate(asked, prefix) != nullptr; });
    if (found > most) std::tie(best, most) = std::pair(prefix, found);
  }
  return best;
}

// Can be used where it lies: the format does not promise alignment.
bool Tensors::lies_ready(const TensorInfo& tensor) const {
  const auto address =
      reinterpret_cast<std::uintptr_t>(files_.files[tensor.file].data()) + tensor.begin;
  return address % element_bytes(tensor.dtype) == 0;
}

// Floats of moved_ that it takes.
std::uint64_t Tensors::moved_floats(const TensorInfo& tensor, const Asked& asked,
                                    Precision precision) const {
  const std::uint64_t count = asked.count();
  const bool is_float32 = asked.use == Use::kVector || asked.use == Use::kSmallTable;
  // Integers are made straight from the file, which then goes.
  if (precision == Precision::kInt8) return is_float32 ? count : 0;
  if (is_float32 && is_half(tensor.dtype)) return count;
  if (lies_ready(tensor)) return 0;
  return is_half(tensor.dtype) ? (count + 1) / 2 : count;
}

Result<void> Tensors::finish(Precision precision) {
  const std::string_view prefix = best_prefix();
  Problems problems;
  // Of each tensor of the files, what is held of it: one after the other where it is cut.
  std::vector<std::vector<std::size_t>> held_of(index_.tensors.size());
  std::vector<std::size_t> first_asked;  // of each that is held
  for (std::size_t i = 0; i < asked_.size(); ++i) {
    if (asked_[i].use == Use::kComputed) {
      asked_[i].held = first_asked.size();
      first_asked.push_back(i);
      continue;
    }
    const TensorInfo* tensor = locate(asked_[i], prefix);
    problems.look_at(asked_[i], tensor, prefix);
    if (!tensor) continue;
    auto& parts = held_of[static_cast<std::size_t>(tensor - index_.tensors.data())];
    const auto found = std::ranges::find_if(parts, [&](std::size_t held) {
      return asked_[first_asked[held]].form.first == asked_[i].form.first;
    });
    if (found == parts.end()) {
      asked_[i].held = first_asked.size();
      parts.push_back(first_asked.size());
      first_asked.push_back(i);
    } else {
      asked_[i].held = *found;
      assert(asked_[first_asked[*found]].use == asked_[i].use);
    }
  }
  if (!problems.empty()) return problems.to_error();

  std::vector<bool> file_is_kept(files_.files.size(), false);
  for (std::size_t i = 0; i < held_of.size(); ++i) {
    const TensorInfo& tensor = index_.tensors[i];
    if (held_of[i].empty()) unused_.push_back(tensor.name);
    for (const std::size_t part : held_of[i]) {
      const std::uint64_t moved = moved_floats(tensor, asked_[first_asked[part]], precision);
      if (moved != 0) moved_.take(moved);
      if (moved == 0 && precision == Precision::kFloat32) file_is_kept[tensor.file] = true;
    }
  }
  const auto widest = std::ranges::max_element(unbiased_, {}, &Unbiased::out);
  const std::size_t zeros = unbiased_.empty() ? 0 : widest->out;
  if (zeros != 0) moved_.take(zeros);
  if (auto room = moved_.allocate("the weights as float32"); !room) return room;

  for (std::size_t i = 0; i < held_of.size(); ++i) {
    if (held_of[i].empty()) continue;
    const Asked& asked = asked_[first_asked[held_of[i].front()]];
    if (!asked.form.transposed || asked.cols == 0) continue;
    if (auto done = turn(index_.tensors[i]); !done) return done;
  }
  held_.resize(first_asked.size());
  for (std::size_t h = 0; h < held_.size(); ++h) {
    const Asked& asked = asked_[first_asked[h]];
    auto done = asked.use == Use::kComputed
                    ? compute(asked, held_[h])
                    : hold(*locate(asked, prefix), asked, precision, held_[h]);
    if (!done) return done;
  }
  for (std::size_t i = 0; i < file_is_kept.size(); ++i) {
    if (!file_is_kept[i]) files_.files[i] = {};
  }
  index_ = {};
  show();
  if (zeros != 0) {
    const std::span<float> zero(moved_.take(zeros), zeros);
    std::ranges::fill(zero, 0.0f);
    for (const auto& [linear, out] : unbiased_) linear->bias = zero.first(out);
  }
  return {};
}

// [in, out] becomes [out, in] in its own place.
Result<void> Tensors::turn(const TensorInfo& tensor) {
  const auto rows = static_cast<std::size_t>(tensor.shape[0]);
  const auto cols = static_cast<std::size_t>(tensor.shape[1]);
  const std::size_t bytes = element_bytes(tensor.dtype);
  std::byte* const place = bytes_of(tensor);
  auto copy = Buffer<std::byte>::allocate(std::uint64_t{rows} * cols * bytes,
                                          "a matrix that the file has transposed");
  if (!copy) return error_of(copy);
  std::memcpy(copy->data(), place, copy->size());
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < cols; ++c)
      std::memcpy(place + (c * rows + r) * bytes, copy->data() + (r * cols + c) * bytes, bytes);
  }
  return {};
}

Result<void> Tensors::compute(const Asked& asked, Held& held) {
  auto table = Buffer<float>::allocate(asked.count(), "a table that is computed");
  if (!table) return error_of(table);
  const Matrix rows(table->data(), asked.rows, asked.cols);
  for (std::size_t i = 0; i < asked.rows; ++i) asked.fill(i, rows.row(i));
  held.form = Table(ConstMatrix(rows));
  held.owner = std::move(*table);
  return {};
}

Result<void> Tensors::hold(const TensorInfo& tensor, const Asked& asked, Precision precision,
                           Held& held) {
  const std::size_t count = asked.count();
  std::byte* const source = bytes_of(tensor) + asked.offset() * element_bytes(tensor.dtype);
  const bool is_moved = moved_floats(tensor, asked, precision) != 0;
  // Float32, where it lies or moved.
  const auto floats = [&] {
    auto* values = reinterpret_cast<float*>(source);
    if (is_moved) widen(tensor.dtype, source, count, values = moved_.take(count));
    return values;
  };

  if (asked.use == Use::kVector) {
    held.form = std::span<const float>(floats(), asked.rows);
    return {};
  }
  if (asked.use == Use::kSmallTable) {
    held.form = ConstMatrix(floats(), asked.rows, asked.cols);
    return {};
  }
  if (precision == Precision::kInt8) return quantize(tensor, source, asked, held);
  if (is_half(tensor.dtype)) {
    auto* values = reinterpret_cast<std::uint16_t*>(source);
    if (is_moved) {
      values = reinterpret_cast<std::uint16_t*>(moved_.take((count + 1) / 2));
      std::memcpy(values, source, count * sizeof(std::uint16_t));
    }
    const auto format = half_format(tensor.dtype);
    if (asked.use == Use::kTable) {
      held.form = Table(kernels::HalfTable{values, format, asked.rows, asked.cols});
      return {};
    }
    auto packed = kernels::pack_in_place(values, asked.rows, asked.cols, format);
    return packed ? own(held, std::move(*packed)) : error_of(packed);
  }
  if (asked.use == Use::kTable) {
    held.form = Table(ConstMatrix(floats(), asked.rows, asked.cols));
    return {};
  }
  auto packed = kernels::pack_in_place(Matrix(floats(), asked.rows, asked.cols));
  return packed ? own(held, std::move(*packed)) : error_of(packed);
}

Result<void> Tensors::quantize(const TensorInfo& tensor, const std::byte* source,
                               const Asked& asked, Held& held) {
  Buffer<float> widened;
  const auto* values = reinterpret_cast<const float*>(source);
  if (tensor.dtype != DType::kF32 || !lies_ready(tensor)) {
    auto room = Buffer<float>::allocate(asked.count(), "a matrix as float32");
    if (!room) return error_of(room);
    widened = std::move(*room);
    widen(tensor.dtype, source, asked.count(), widened.data());
    values = widened.data();
  }
  const ConstMatrix matrix(values, asked.rows, asked.cols);
  if (asked.use == Use::kTable) {
    auto table = kernels::quantize_table(matrix);
    if (!table) return error_of(table);
    held.form = Table(&held.owner.emplace<kernels::QuantizedTable>(std::move(*table)));
    return {};
  }
  auto weight = kernels::quantize_matrix(matrix);
  return weight ? own(held, std::move(*weight)) : error_of(weight);
}

template <class Owner>
Result<void> Tensors::own(Held& held, Owner owner) {
  held.form = WeightForm(owner.matrix);
  held.owner = std::move(owner);
  return {};
}

void Tensors::show() {
  for (const Asked& asked : asked_) {
    std::visit(
        [&](auto* place) {
          *place = std::get<std::remove_pointer_t<decltype(place)>>(held_[asked.held].form);
        },
        asked.place);
  }
}

namespace {

struct Bytes {
  std::uint64_t operator()(const WeightForm& form) const { return std::visit(*this, form); }
  std::uint64_t operator()(const Table& form) const { return std::visit(*this, form); }
  std::uint64_t operator()(const ConstMatrix& matrix) const {
    return matrix.rows * matrix.cols * sizeof(float);
  }
  std::uint64_t operator()(std::span<const float> vector) const { return vector.size_bytes(); }
  std::uint64_t operator()(const kernels::PackedMatrix& matrix) const {
    return matrix.out * matrix.in * sizeof(float);
  }
  std::uint64_t operator()(const kernels::HalfMatrix& matrix) const {
    return matrix.out * matrix.in * sizeof(std::uint16_t);
  }
  std::uint64_t operator()(const kernels::HalfTable& table) const {
    return table.rows * table.cols * sizeof(std::uint16_t);
  }
  // Its owner is asked.
  std::uint64_t operator()(const kernels::QuantizedMatrix&) const { return 0; }
  std::uint64_t operator()(const kernels::QuantizedTable* table) const { return table->bytes(); }
};

struct Storage {
  std::string_view operator()(const kernels::PackedMatrix&) const { return "float32"; }
  std::string_view operator()(const kernels::HalfMatrix& matrix) const {
    return matrix.format == kernels::HalfFormat::kFloat16 ? "float16" : "bfloat16";
  }
  std::string_view operator()(const kernels::QuantizedMatrix&) const { return "int8"; }
};

// "layers.3." as 3 and what follows.
struct LayerName {
  std::size_t layer;
  std::string_view rest;
};
std::optional<LayerName> layer_name(std::string_view ours) {
  constexpr std::string_view kStart = "layers.";
  if (!ours.starts_with(kStart)) return std::nullopt;
  ours.remove_prefix(kStart.size());
  LayerName found{};
  const auto [end, error] = std::from_chars(ours.data(), ours.data() + ours.size(), found.layer);
  if (error != std::errc()) return std::nullopt;
  found.rest = ours.substr(static_cast<std::size_t>(end - ours.data()) + 1);
  return found;
}

}  // namespace

std::uint64_t Tensors::bytes() const {
  std::uint64_t sum = 0;
  for (const Held& held : held_) {
    const auto* integers = std::get_if<kernels::QuantizedWeight>(&held.owner);
    sum += integers ? integers->bytes() : std::visit(Bytes{}, held.form);
  }
  return sum;
}

std::string_view Tensors::storage() const {
  std::string_view storage;
  for (const Held& held : held_) {
    const auto* form = std::get_if<WeightForm>(&held.form);
    if (!form) continue;
    const std::string_view own = std::visit(Storage{}, *form);
    if (!storage.empty() && storage != own) return "mixed";
    storage = own;
  }
  return storage;
}

std::unexpected<Error> Tensors::unknown(std::string_view ours) const {
  std::string whole, layered;
  std::size_t last = 0;
  for (const Asked& asked : asked_) {
    const auto name = layer_name(asked.ours);
    if (!name) {
      whole += asked.ours + ", ";
      continue;
    }
    last = std::max(last, name->layer);
    if (name->layer == 0) layered += (layered.empty() ? "" : ", ") + std::string(name->rest);
  }
  return fail(ErrorCode::kBadInput, "no parameter is called " + in_quotes(ours) +
                                        "; expected one of " + whole +
                                        "or layers.N. (N from 0 to " + std::to_string(last) +
                                        ") followed by one of " + layered);
}

namespace {

// Rows [first, first + to.rows) as float32; or where they lie.
struct Rows {
  std::size_t first;
  std::size_t count;
  Parameter& to;

  Result<void> operator()(const WeightForm& form) const { return std::visit(*this, form); }
  Result<void> operator()(const Table& form) const { return std::visit(*this, form); }
  Result<void> operator()(const ConstMatrix& matrix) const {
    to.values = {matrix.data + first * matrix.cols, count * matrix.cols};
    return {};
  }
  Result<void> operator()(std::span<const float> vector) const {
    to.values = vector.subspan(first, count);
    return {};
  }
  Result<void> operator()(const kernels::QuantizedTable* table) const { return unpack(*table); }
  template <class Form>
  Result<void> operator()(const Form& form) const {
    return unpack(form);
  }
  template <class Form>
  Result<void> unpack(const Form& form) const {
    auto copy = Buffer<float>::allocate(std::uint64_t{count} * to.cols, "a parameter as float32");
    if (!copy) return error_of(copy);
    to.owner = std::move(*copy);
    to.values = to.owner.span();
    kernels::unpack_rows(form, first, Matrix(to.owner.data(), count, to.cols));
    return {};
  }
};

}  // namespace

Result<Parameter> Tensors::parameter(std::string_view ours, std::optional<RowRange> rows) const {
  const auto asked = std::ranges::find(asked_, ours, &Asked::ours);
  if (asked == asked_.end()) return unknown(ours);
  const auto [first, end] = rows.value_or(RowRange{0, asked->rows});
  if (first >= end || end > asked->rows) {
    return fail(ErrorCode::kBadInput,
                "rows " + std::to_string(first) + " to " + std::to_string(end) + " of " +
                    std::string(ours) + " are not there; expected rows between 0 and " +
                    std::to_string(asked->rows) + ", the first below the second");
  }
  Parameter found;
  found.rows = end - first;
  found.cols = asked->cols;
  if (auto done = std::visit(Rows{first, found.rows, found}, held_[asked->held].form); !done)
    return error_of(done);
  return found;
}

}  // namespace attnscope
