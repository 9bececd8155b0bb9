#include "model/facts.h"

namespace attnscope {
namespace {

struct ActivationRow {
  std::string_view name;
  Activation activation;
};

// The first name of each is the one it is called by. Reference: transformers, activations.py.
constexpr ActivationRow kActivations[] = {
    {"gelu", Activation::kGelu},
    {"gelu_python", Activation::kGelu},
    {"gelu_new", Activation::kGeluTanh},
    {"gelu_fast", Activation::kGeluTanh},
    {"gelu_pytorch_tanh", Activation::kGeluTanh},
    {"quick_gelu", Activation::kGeluQuick},
    {"relu", Activation::kRelu},
    {"silu", Activation::kSilu},
    {"swish", Activation::kSilu},
};

}  // namespace

std::string_view activation_name(Activation activation) {
  for (const auto& row : kActivations) {
    if (row.activation == activation) return row.name;
  }
  return {};
}

std::optional<Activation> find_activation(std::string_view name) {
  for (const auto& row : kActivations) {
    if (row.name == name) return row.activation;
  }
  return std::nullopt;
}

std::string activation_names() {
  std::string names;
  for (const auto& row : kActivations) names += (names.empty() ? "" : ", ") + std::string(row.name);
  return names;
}

std::string_view position_kind_name(PositionKind kind) {
  switch (kind) {
    case PositionKind::kLearned:
      return "learned";
    case PositionKind::kSinusoidal:
      return "sinusoidal";
    case PositionKind::kRotary:
      return "rotary";
    case PositionKind::kRelative:
      return "relative";
  }
  return {};
}

std::string_view norm_place_name(NormPlace place) {
  return place == NormPlace::kPost ? "post" : "pre";
}

}  // namespace attnscope
