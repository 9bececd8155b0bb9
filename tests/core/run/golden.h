// Reference tensors and the real models, as the parity tests read them.
#pragma once

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "families/families.h"
#include "model/safetensors.h"
#include "model/tensors.h"
#include "run/run.h"
#include "support/files.h"

namespace attnscope::test {

// A safetensors file of float32 and int32 tensors.
class TensorFile {
 public:
  explicit TensorFile(const std::filesystem::path& path) {
    INFO(path.string());
    auto bytes = read_file(path);
    REQUIRE(bytes.has_value());
    bytes_ = std::move(*bytes);
    auto index = read_safetensors(bytes_);
    REQUIRE(index.has_value());
    index_ = std::move(*index);
  }

  bool has(const std::string& name) const { return index_.find(name) != nullptr; }
  std::vector<float> floats(const std::string& name) const {
    return read<float>(name, DType::kF32);
  }
  std::vector<std::int32_t> ints(const std::string& name) const {
    return read<std::int32_t>(name, DType::kI32);
  }

 private:
  template <class T>
  std::vector<T> read(const std::string& name, DType dtype) const {
    INFO(name);
    const TensorInfo* info = index_.find(name);
    REQUIRE(info != nullptr);
    REQUIRE(info->dtype == dtype);
    std::vector<T> values((info->end - info->begin) / sizeof(T));
    std::memcpy(values.data(), bytes_.data() + info->begin, values.size() * sizeof(T));
    return values;
  }

  std::vector<std::byte> bytes_;
  TensorIndex index_;
};

// Nothing where the folder or its weights are not there.
inline std::optional<Transformer> load_transformer(const std::filesystem::path& folder,
                                                   Precision precision = Precision::kFloat32) {
  const auto config_text = read_text(folder / "config.json");
  const auto bytes = read_file(folder / "model.safetensors");
  if (!config_text || !bytes) return std::nullopt;
  const auto modules = read_text(folder / "modules.json").value_or("");
  const auto pooling = read_text(folder / "1_Pooling" / "config.json").value_or("");
  auto config = read_facts({*config_text, modules, pooling});
  REQUIRE(config.has_value());
  config->precision = precision;
  auto file = Buffer<std::byte>::allocate(bytes->size(), "a test model");
  REQUIRE(file.has_value());
  std::ranges::copy(*bytes, file->data());
  auto transformer = Transformer::load(*config, std::move(*file));
  INFO((transformer ? "" : transformer.error().message));
  REQUIRE(transformer.has_value());
  return std::move(*transformer);
}

// all-MiniLM-L6-v2, loaded once.
inline const Transformer& minilm() {
  static const std::optional<Transformer> transformer = load_transformer(model_dir());
  INFO("all-MiniLM-L6-v2 must be in " << model_dir().string());
  REQUIRE(transformer.has_value());
  return *transformer;
}

// The same as integers, loaded once.
inline const Transformer& minilm_int8() {
  static const std::optional<Transformer> transformer =
      load_transformer(model_dir(), Precision::kInt8);
  INFO("all-MiniLM-L6-v2 must be in " << model_dir().string());
  REQUIRE(transformer.has_value());
  return *transformer;
}

struct Sample {
  std::string id;
  std::string tensors;  // path of its tensor file, empty: none
  std::string kind;     // "full" or "reduced"
  std::vector<std::int32_t> ids, types;
  std::vector<std::size_t> masks;  // rows of the mask token, where the file lists them
};

// The cases of a golden folder that have tensors.
inline std::vector<Sample> samples(const std::filesystem::path& folder) {
  const auto text = read_text(folder / "cases.json");
  REQUIRE(text.has_value());
  const auto json = parse_json(*text, "cases.json");
  REQUIRE(json.has_value());
  std::vector<Sample> found;
  for (const Json& entry : json->at("cases")) {
    if (!entry.contains("tensors") || !entry["tensors"].is_string()) continue;
    found.push_back({entry["id"].get<std::string>(), entry["tensors"].get<std::string>(),
                     entry["kind"].get<std::string>(),
                     entry["ids"].get<std::vector<std::int32_t>>(),
                     entry["type_ids"].get<std::vector<std::int32_t>>(),
                     entry.contains("masks") ? entry["masks"].get<std::vector<std::size_t>>()
                                             : std::vector<std::size_t>()});
  }
  REQUIRE(!found.empty());
  return found;
}

inline TraceSelection select_everything(const Facts& config) {
  const std::size_t maps = config.first().layers * config.first().heads;
  return {HeadMask(maps, true), HeadMask(maps, true), HeadMask(maps, true),
          std::vector<bool>(config.first().layers + 1, true),
          std::vector<bool>(config.first().layers, true)};
}

// Runs to the end.
inline Run run_to_end(const Transformer& transformer, const Batch& batch,
                      const TraceSelection& selection = {}, Threads* threads = nullptr) {
  auto run = Run::begin(transformer, batch, selection, threads);
  REQUIRE(run.has_value());
  Result<bool> more = true;
  while (more.has_value() && *more) more = run->step();
  REQUIRE(more.has_value());
  return std::move(*run);
}

inline Run run_sample(const Transformer& transformer, const Sample& sample,
                      const TraceSelection& selection = {}, Threads* threads = nullptr) {
  const std::size_t length = sample.ids.size();
  return run_to_end(transformer, {sample.ids, sample.types, {&length, 1}}, selection, threads);
}

// max |ours - expected| over a matrix and the same number of floats at `expected`.
// A NaN counts as infinitely far.
inline double distance(ConstMatrix ours, const float* expected) {
  double largest = 0;
  for (std::size_t r = 0; r < ours.rows; ++r) {
    for (std::size_t c = 0; c < ours.cols; ++c) {
      const double difference = std::abs(static_cast<double>(ours.at(r, c)) -
                                         static_cast<double>(expected[r * ours.cols + c]));
      largest = std::isnan(difference) ? HUGE_VAL : std::max(largest, difference);
    }
  }
  return largest;
}

}  // namespace attnscope::test
