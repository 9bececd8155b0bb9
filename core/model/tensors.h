/// @file
/// The one registry of what a model learned. A family asks for its tensors, each by our name and by
/// the checkpoint's; finish() finds them in the weights file, says everything that does not fit at
/// once, and brings each into the form that kernels read. Afterwards it knows what is held, how
/// many bytes that takes, and gives any of it back by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/buffer.h"
#include "base/matrix.h"
#include "base/result.h"
#include "base/workspace.h"
#include "kernels/half.h"
#include "kernels/kernels.h"
#include "kernels/quantized.h"
#include "model/precision.h"
#include "model/safetensors.h"
#include "model/shards.h"

namespace attnscope {

/// A matrix W [out, in] as products read it, in whatever precision it is held. A view.
using WeightForm =
    std::variant<kernels::PackedMatrix, kernels::HalfMatrix, kernels::QuantizedMatrix>;

/// y = x W^T + b.
struct Linear {
  WeightForm weight;
  std::span<const float> bias;  ///< [out]
};

/// A table of rows to be looked up, [rows, cols], as it lies. A view.
using Table = std::variant<ConstMatrix, kernels::HalfTable, const kernels::QuantizedTable*>;

/// The gain and bias of a layer norm, each [width].
struct Norm {
  std::span<const float> gain, bias;
};

enum class Bias : std::uint8_t { kAdded, kNone };

/// How a checkpoint keeps a linear, where that is not one matrix [out, in] with its bias.
struct LinearForm {
  Bias bias = Bias::kAdded;
  bool transposed = false;  ///< the matrix is [in, out], as in GPT-2
  std::size_t first = 0;    ///< of a matrix of `of` rows, of which ours begin here
  std::size_t of = 0;       ///< 0: all rows are ours
};

/// Rows [first, end) of a matrix; of a vector, its numbers.
struct RowRange {
  std::size_t first = 0;
  std::size_t end = 0;
};

/// Row-major float32. Of a matrix that is held as integers: what is left of it, which is what
/// products are computed with.
struct Parameter {
  std::span<const float> values;
  std::size_t rows = 0;
  std::size_t cols = 0;  ///< 0: a vector of `rows` numbers

  Buffer<float> owner;  ///< empty where `values` lie in the model itself
};

/// Places that are handed in are filled by finish() and must not move before.
class Tensors {
 public:
  /// Reads the headers of the weights. Errors: kBadModel, kUnsupported.
  static Result<Tensors> open(WeightFiles files);

  /// Names of the encoder may stand behind one of these: a checkpoint of a task nests it.
  void prefixes(std::initializer_list<std::string_view> known);

  /// From here on names are not behind any prefix: those of a task's own part.
  void without_prefix() { nested_ = false; }

  /// Whether the file has a tensor of this name, prefix and all.
  bool contains(std::string_view name) const { return index_.find(name) != nullptr; }

  // Asking. `ours` is what parameter() calls it; `theirs` the checkpoint's name without prefix. One
  // tensor may be asked for many times: it is held once and counted once.

  /// "<theirs>.weight" [out, in] and "<theirs>.bias" [out], or zeros where the form has none.
  void linear(Linear& place, const std::string& ours, const std::string& theirs, std::size_t out,
              std::size_t in, LinearForm form = {});
  /// A table [rows, cols] under the first of its whole names that the file has.
  void table(Table& place, std::string ours, std::initializer_list<std::string_view> theirs,
             std::size_t rows, std::size_t cols);
  /// A table that no file has: fill(i, row) writes row i of it. Float32 in every precision.
  void computed_table(Table& place, std::string ours, std::size_t rows, std::size_t cols,
                      void (*fill)(std::size_t i, std::span<float> row));
  /// The same, and float32 in every precision: of few rows.
  void small_table(ConstMatrix& place, std::string ours, std::string theirs, std::size_t rows,
                   std::size_t cols);
  /// "<theirs>.weight" and "<theirs>.bias" [width], or gamma and beta, as TensorFlow spelled them.
  /// Without a bias it is an rms norm.
  void norm(Norm& place, const std::string& ours, const std::string& theirs, std::size_t width,
            Bias bias = Bias::kAdded);
  /// A vector under the first of its names that the file has.
  void vector(std::span<const float>& place, std::string ours,
              std::initializer_list<std::string_view> theirs, std::size_t size);

  /// Finds and checks all that was asked for, and fills the places. Float32 that lies aligned is
  /// used in its own place, and so are 16-bit floats; for kInt8, integers are made of matrices and
  /// tables, and the files are given back. What conversions need is added up before it is asked
  /// for.
  /// Errors: kBadModel with the list of missing, misshapen and wrongly typed tensors (each with
  /// name, found and expected; the first twenty, and how many more); kUnsupported where element
  /// types are all that is wrong (a quantised or float64 file); kOutOfMemory.
  Result<void> finish(Precision precision);

  /// Tensors of the files that nobody asked for (position_ids, pooler.*, heads of other tasks).
  const std::vector<std::string>& unused() const { return unused_; }

  /// Bytes of everything that is held, each tensor once.
  std::uint64_t bytes() const;

  /// What the matrices are held as: "float32", "float16", "bfloat16", "int8", or "mixed".
  std::string_view storage() const;

  /// `rows` nullopt: all of them. The result may point into this object.
  /// Errors: kBadInput (no such name, and what there is; no such rows), kOutOfMemory.
  Result<Parameter> parameter(std::string_view ours, std::optional<RowRange> rows) const;

 private:
  enum class Use : std::uint8_t { kWeight, kTable, kSmallTable, kVector, kComputed };
  using Place = std::variant<WeightForm*, Table*, ConstMatrix*, std::span<const float>*>;

  struct Asked {
    std::string ours;
    std::vector<std::string> theirs;  // in the order in which they are looked for
    bool nested;                      // behind the prefix
    Use use;
    std::size_t rows;
    std::size_t cols;  // 0: a vector
    Place place;
    LinearForm form{};
    void (*fill)(std::size_t, std::span<float>) = nullptr;
    std::size_t held = 0;  // in held_

    std::vector<std::uint64_t> shape() const;  // in the file
    std::size_t count() const { return rows * (cols == 0 ? 1 : cols); }
    // Where its numbers begin in the file's tensor, once that is [out, in].
    std::size_t offset() const { return form.first * (cols == 0 ? 1 : cols); }
  };

  // One tensor of the file, in its form; and the memory of forms that are not in the files.
  struct Held {
    std::variant<WeightForm, Table, ConstMatrix, std::span<const float>> form;
    std::variant<std::monostate, kernels::PackedWeight, kernels::PackedHalf,
                 kernels::QuantizedWeight, kernels::QuantizedTable, Buffer<float>>
        owner;
  };

  class Problems;

  const TensorInfo* locate(const Asked& asked, std::string_view prefix) const;
  std::string_view best_prefix() const;
  bool lies_ready(const TensorInfo& tensor) const;
  std::uint64_t moved_floats(const TensorInfo& tensor, const Asked& asked,
                             Precision precision) const;
  std::byte* bytes_of(const TensorInfo& tensor) {
    return files_.files[tensor.file].data() + tensor.begin;
  }
  Result<void> turn(const TensorInfo& tensor);
  Result<void> compute(const Asked& asked, Held& held);
  Result<void> hold(const TensorInfo& tensor, const Asked& asked, Precision precision, Held& held);
  Result<void> quantize(const TensorInfo& tensor, const std::byte* source, const Asked& asked,
                        Held& held);
  template <class Owner>
  static Result<void> own(Held& held, Owner owner);
  void show();
  std::unexpected<Error> unknown(std::string_view ours) const;

  WeightFiles files_;
  TensorIndex index_;
  std::vector<std::string_view> prefixes_{""};
  bool nested_ = true;
  std::vector<Asked> asked_;
  std::vector<Held> held_;
  std::vector<std::string> unused_;
  struct Unbiased {
    Linear* linear;
    std::size_t out;
  };
  std::vector<Unbiased> unbiased_;
  // Tensors that were not aligned, vectors of 16 bits as float32, and zeros for missing biases.
  Workspace moved_;
};

}  // namespace attnscope
