// The tiny model's parameters by our names, in the order in which tiny_tensors() lists the file's.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "families/families.h"
#include "run/transformer.h"
#include "support/tiny_model.h"

namespace attnscope::test {

struct TinyParameter {
  std::string name;
  std::size_t rows, cols;  // cols 0: a vector
  float center = 0;        // of a gain: 1
};

inline std::vector<TinyParameter> tiny_parameters() {
  std::vector<TinyParameter> all = {{"embeddings.word", 12, 8},
                                    {"embeddings.position", 16, 8},
                                    {"embeddings.type", 2, 8},
                                    {"embeddings.norm.gain", 8, 0, 1},
                                    {"embeddings.norm.bias", 8, 0}};
  for (const std::string layer : {"layers.0.", "layers.1."}) {
    const auto linear = [&](const std::string& name, std::size_t out, std::size_t in) {
      all.push_back({layer + name + ".weight", out, in});
      all.push_back({layer + name + ".bias", out, 0});
    };
    const auto norm = [&](const std::string& name) {
      all.push_back({layer + name + ".gain", 8, 0, 1});
      all.push_back({layer + name + ".bias", 8, 0});
    };
    for (const char* name :
         {"attention.query", "attention.key", "attention.value", "attention.output"})
      linear(name, 8, 8);
    norm("attention.norm");
    linear("feedForward.in", 16, 8);
    linear("feedForward.out", 8, 16);
    norm("feedForward.norm");
  }
  return all;
}

// Every number of the tiny model in its place, and of the right shape.
inline bool is_tiny(const Transformer& transformer) {
  const auto all = tiny_parameters();
  for (std::size_t tensor = 0; tensor < all.size(); ++tensor) {
    const auto found = transformer.tensors().parameter(all[tensor].name, std::nullopt);
    if (!found || found->rows != all[tensor].rows || found->cols != all[tensor].cols) return false;
    for (std::size_t i = 0; i < found->values.size(); ++i) {
      if (found->values[i] != all[tensor].center + tiny_value(tensor, i)) return false;
    }
  }
  return true;
}

inline Facts tiny_facts() { return read_facts({kTinyConfig, {}, {}}).value(); }

}  // namespace attnscope::test
