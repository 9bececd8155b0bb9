#include "kernels/activations.h"

#include "kernels/functions.h"
#include "kernels/kernels.h"
#include "kernels/vector.h"

namespace attnscope::kernels {
namespace {

using V = Vector<Native>;

// x = x sigmoid(linear x + cubic x^3).
void times_sigmoid(std::span<float> x, float linear, float cubic) {
  constexpr float kLog2E = 1.44269504f;
  map<Native>(
      x,
      [a = V(linear * kLog2E), b = V(cubic * kLog2E)](const V& value) {
        return times_sigmoid2<Native>(value, a, b);
      },
      x);
}

}  // namespace

void activate(Activation activation, std::span<float> x) {
  switch (activation) {
    case Activation::kGelu:
      return gelu(x);
    case Activation::kGeluTanh:
      // (1 + tanh(u)) / 2 = sigmoid(2 u); 2 sqrt(2 / pi), and that times 0.044715.
      return times_sigmoid(x, 1.59576912f, 0.0713548163f);
    case Activation::kGeluQuick:
      return times_sigmoid(x, 1.702f, 0.0f);
    case Activation::kRelu:
      return map<Native>(x, [](const V& value) { return at_least<Native>(value, V(0.0f)); }, x);
    case Activation::kSilu:
      return times_sigmoid(x, 1.0f, 0.0f);
  }
}

}  // namespace attnscope::kernels
