#include "model/weights.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/checked.h"
#include "base/printable.h"
#include "model/architecture.h"
#include "model/half.h"
#include "model/safetensors.h"

namespace attnscope {
namespace {

static_assert(std::endian::native == std::endian::little, "the file's numbers are little endian");

constexpr std::size_t kMaxListed = 20;

// One tensor of the architecture: what it is called, the shape it must have,
// and where its values are to be seen.
struct Wanted {
  std::string name;
  std::string old_name;  // LayerNorm's, as TensorFlow spelled it; empty: none
  std::size_t rows = 0;
  std::size_t cols = 0;  // 0: a vector
  std::variant<ConstMatrix*, Matrix*, std::span<float>*> place;

  std::vector<std::uint64_t> shape() const {
    return cols == 0 ? std::vector<std::uint64_t>{rows} : std::vector<std::uint64_t>{rows, cols};
  }
};

void want_norm(std::vector<Wanted>& all, const std::string& name, std::size_t width,
               LayerNormWeights& norm) {
  all.push_back({name + ".weight", name + ".gamma", width, 0, &norm.gain});
  all.push_back({name + ".bias", name + ".beta", width, 0, &norm.bias});
}

// Everything that `architecture` says a model of this size has. `weights`
// outlives the result, and its layers are already there.
std::vector<Wanted> list_wanted(const Architecture& architecture, std::string_view prefix,
                                const Config& config, Weights& weights) {
  std::vector<Wanted> all;
  const std::string start(prefix);
  for (const EmbeddingRow& row : architecture.embeddings) {
    all.push_back(
        {start + std::string(row.name), {}, config.*row.rows, config.width, &(weights.*row.place)});
  }
  want_norm(all, start + std::string(architecture.embedding_norm), config.width,
            weights.embedding_norm);
  for (std::size_t l = 0; l < config.layers; ++l) {
    LayerWeights& layer = weights.layers[l];
    const std::string scope = start + std::string(architecture.layer) + std::to_string(l) + '.';
    for (const LinearRow& row : architecture.linears) {
      const std::string name = scope + std::string(row.name);
      LinearWeights& linear = layer.*row.place;
      all.push_back({name + ".weight", {}, config.*row.out, config.*row.in, &linear.weight});
      all.push_back({name + ".bias", {}, config.*row.out, 0, &linear.bias});
    }
    for (const NormRow& row : architecture.norms) {
      want_norm(all, scope + std::string(row.name), config.width, layer.*row.place);
    }
  }
  return all;
}

const TensorInfo* locate(const TensorIndex& index, const Wanted& wanted) {
  const TensorInfo* tensor = index.find(wanted.name);
  return tensor || wanted.old_name.empty() ? tensor : index.find(wanted.old_name);
}

// The prefix under which the file has most of the tensors, so that a file with
// a hole is told about the hole and not that everything is missing.
std::string_view best_prefix(const Architecture& architecture, const Config& config,
                             Weights& weights, const TensorIndex& index) {
  std::string_view best;
  std::ptrdiff_t most = -1;
  for (const std::string_view prefix : architecture.prefixes) {
    const auto found = std::ranges::count_if(
        list_wanted(architecture, prefix, config, weights),
        [&](const Wanted& wanted) { return locate(index, wanted) != nullptr; });
    if (found > most) std::tie(best, most) = std::pair(prefix, found);
  }
  return best;
}

// Everything that does not fit, gathered so that one look tells the whole story.
class Problems {
 public:
  void add(ErrorCode code, const std::string& line) {
    if (++count_ <= kMaxListed) lines_ += "\n  " + line;
    if (code == ErrorCode::kBadModel) code_ = code;
  }
  bool empty() const { return count_ == 0; }
  std::unexpected<Error> to_error() const {
    std::string message = "model.safetensors does not fit config.json (" + std::to_string(count_) +
                          (count_ == 1 ? " problem):" : " problems):") + lines_;
    if (count_ > kMaxListed) message += "\n  and " + std::to_string(count_ - kMaxListed) + " more";
    return fail(code_, std::move(message));
  }

 private:
  std::size_t count_ = 0;
  std::string lines_;
  ErrorCode code_ = ErrorCode::kUnsupported;
};

bool is_readable(DType dtype) {
  return dtype == DType::kF32 || dtype == DType::kF16 || dtype == DType::kBF16;
}

void check(const Wanted& wanted, const TensorInfo* tensor, Problems& problems) {
  const std::string expected = shape_text(wanted.shape());
  if (!tensor) {
    problems.add(ErrorCode::kBadModel, wanted.name + ": missing, expected F32 " + expected);
    return;
  }
  if (tensor->shape != wanted.shape()) {
    problems.add(ErrorCode::kBadModel,
                 tensor->name + ": shape " + shape_text(tensor->shape) + ", expected " + expected);
  }
  if (!is_readable(tensor->dtype)) {
    problems.add(ErrorCode::kUnsupported, tensor->name + ": element type " +
                                              std::string(dtype_name(tensor->dtype)) +
                                              ", expected F32, F16 or BF16");
  }
}

std::uint64_t element_count(const TensorInfo& tensor) {
  return (tensor.end - tensor.begin) * 8 / dtype_bits(tensor.dtype);
}

// Can be used where it lies: the format does not promise alignment.
bool is_in_place(const TensorInfo& tensor, const std::vector<Buffer<std::byte>>& files) {
  return tensor.dtype == DType::kF32 &&
         (reinterpret_cast<std::uintptr_t>(files[tensor.file].data()) + tensor.begin) %
                 alignof(float) ==
             0;
}

void convert(const TensorInfo& tensor, const std::byte* source, float* out) {
  const auto count = static_cast<std::size_t>(element_count(tensor));
  if (tensor.dtype == DType::kF32) {
    std::memcpy(out, source, count * sizeof(float));
    return;
  }
  const auto from_bits = tensor.dtype == DType::kF16 ? from_float16 : from_bfloat16;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint16_t bits;  // read by memcpy: the source may be unaligned
    std::memcpy(&bits, source + i * sizeof(bits), sizeof(bits));
    out[i] = from_bits(bits);
  }
}

void show(const Wanted& wanted, float* values) {
  std::visit(
      [&](auto* view) {
        if constexpr (std::is_same_v<decltype(view), std::span<float>*>) {
          *view = {values, wanted.rows};
        } else {
          *view = {values, wanted.rows, wanted.cols};
        }
      },
      wanted.place);
}

std::array<LinearWeights*, 6> linears_of(LayerWeights& layer) {
  return {&layer.query,           &layer.key,
          &layer.value,           &layer.attention_output,
          &layer.feed_forward_in, &layer.feed_forward_out};
}

constexpr std::string_view kOneFile = "model.safetensors";

// The tensors of one shard. What is wrong with it is said by its own name.
Result<TensorIndex> read_shard(const WeightFiles& given, std::size_t shard) {
  auto index = read_safetensors(given.files[shard].span());
  if (index) {
    for (TensorInfo& tensor : index->tensors) tensor.file = shard;
  } else if (!given.index.files.empty()) {
    std::string& message = index.error().message;
    if (const auto at = message.find(kOneFile); at != std::string::npos) {
      message.replace(at, kOneFile.size(), given.index.files[shard]);
    }
  }
  return index;
}

std::unexpected<Error> contradiction(const std::string& tensor, const std::string& problem) {
  return fail(ErrorCode::kBadModel,
              "model.safetensors.index.json: the tensor " + in_quotes(tensor) + ' ' + problem);
}

// The tensors of all files together, which must be what the index says.
Result<TensorIndex> read_all(const WeightFiles& given) {
  if (given.index.files.empty() && given.files.size() == 1) return read_shard(given, 0);
  const auto& names = given.index.files;
  if (given.files.size() != names.size()) {
    return fail(ErrorCode::kBadModel, "model.safetensors.index.json names " +
                                          std::to_string(names.size()) + " files, but " +
                                          std::to_string(given.files.size()) + " were given");
  }
  TensorIndex all;
  for (std::size_t i = 0; i < names.size(); ++i) {
    auto shard = read_shard(given, i);
    if (!shard) return shard;
    std::ranges::move(shard->tensors, std::back_inserter(all.tensors));
  }
  std::ranges::sort(all.tensors, {}, &TensorInfo::name);
  const auto twice = std::ranges::adjacent_find(all.tensors, {}, &TensorInfo::name);
  if (twice != all.tensors.end()) {
    return contradiction(twice->name, "is in both " + in_quotes(names[twice->file]) + " and " +
                                          in_quotes(names[(twice + 1)->file]));
  }
  for (const auto& [name, file] : given.index.tensors) {
    const TensorInfo* tensor = all.find(name);
    if (tensor != nullptr && tensor->file == file) continue;
    return contradiction(
        name, "should be in " + in_quotes(names[file]) +
                  (tensor ? ", but is in " + in_quotes(names[tensor->file]) : ", but is not"));
  }
  return all;
}

}  // namespace

Result<Weights> load_weights(WeightFiles given, const Config& config) {
  const auto index = read_all(given);
  if (!index) return std::unexpected(index.error());
  auto& files = given.files;
  const Architecture* architecture = find_architecture(config.family);
  if (!architecture) {
    return fail(ErrorCode::kUnsupported,
                "the model family " + in_quotes(config.family) + " is not known");
  }

  Weights weights;
  weights.layers.resize(config.layers);
  const auto prefix = best_prefix(*architecture, config, weights, *index);
  const auto all = list_wanted(*architecture, prefix, config, weights);

  Problems problems;
  std::vector<const TensorInfo*> found;
  std::vector<bool> used(index->tensors.size());
  std::uint64_t to_convert = 0;  // floats; cannot overflow, the files hold half their bytes
  std::vector<bool> is_kept(files.size());
  for (const Wanted& wanted : all) {
    const TensorInfo* tensor = locate(*index, wanted);
    check(wanted, tensor, problems);
    found.push_back(tensor);
    if (!tensor) continue;
    used[static_cast<std::size_t>(tensor - index->tensors.data())] = true;
    if (is_in_place(*tensor, files)) {
      is_kept[tensor->file] = true;
    } else {
      to_convert += arena_floats(element_count(*tensor));
    }
  }
  if (!problems.empty()) return problems.to_error();

  auto converted = Arena::allocate(to_convert, "the weights as float32");
  if (!converted) return std::unexpected(std::move(converted.error()));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const TensorInfo& tensor = *found[i];
    std::byte* source = files[tensor.file].data() + tensor.begin;
    float* values;
    if (is_in_place(tensor, files)) {
      values = reinterpret_cast<float*>(source);
    } else {
      values = converted->take(static_cast<std::size_t>(element_count(tensor)));
      convert(tensor, source, values);
    }
    show(all[i], values);
  }

  for (std::size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) weights.unused.push_back(index->tensors[i].name);
  }
  weights.converted = std::move(*converted);
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (is_kept[i]) weights.files.push_back(std::move(files[i]));
  }
  return weights;
}

Result<void> release_matrices(Weights& weights) {
  std::vector<std::span<float>*> vectors = {&weights.embedding_norm.gain,
                                            &weights.embedding_norm.bias};
  for (LayerWeights& layer : weights.layers) {
    for (LinearWeights* linear : linears_of(layer)) {
      vectors.push_back(&linear->bias);
    }
    for (LayerNormWeights* norm : {&layer.attention_norm, &layer.feed_forward_norm}) {
      vectors.insert(vectors.end(), {&norm->gain, &norm->bias});
    }
  }
  const ConstMatrix types = weights.type_embedding;
  std::uint64_t floats = arena_floats(types.rows * types.cols);
  for (const auto* vector : vectors) floats += arena_floats(vector->size());
  auto kept = Arena::allocate(floats, "the vectors of the model");
  if (!kept) return std::unexpected(std::move(kept.error()));

  for (std::span<float>* vector : vectors) {
    float* copy = kept->take(vector->size());
    std::ranges::copy(*vector, copy);
    *vector = {copy, vector->size()};
  }
  const Matrix copy = kept->take_matrix(types.rows, types.cols);
  for (std::size_t r = 0; r < types.rows; ++r) std::ranges::copy(types.row(r), copy.row(r).begin());
  weights.type_embedding = copy;
  weights.word_embedding = {};
  weights.position_embedding = {};
  for (LayerWeights& layer : weights.layers) {
    for (LinearWeights* linear : linears_of(layer)) linear->weight = {};
  }
  weights.files.clear();
  weights.converted = std::move(*kept);
  return {};
}

}  // namespace attnscope
