// The activations a feed-forward part may have, as one pass over its rows.
#pragma once

#include <span>

namespace attnscope::kernels {

enum class Activation {
  kGelu,       // x Phi(x), the erf form: gelu() of kernels.h
  kGeluTanh,   // x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2: gelu_new, gelu_fast,
               // gelu_pytorch_tanh
  kGeluQuick,  // x sigmoid(1.702 x)
  kRelu,       // max(x, 0)
  kSilu,       // x sigmoid(x), also called swish
};

// x = activation(x), element by element. Absolute error below 2e-7 * max(1, |x|), 3e-7 where
// multiply and add round twice; relu is exact. NaN stays NaN; minus infinity gives NaN, as in
// PyTorch, but in kRelu, where it gives 0.
// Source: Hendrycks and Gimpel 2016, "Gaussian Error Linear Units"; Elfwing et al. 2017,
// "Sigmoid-Weighted Linear Units".
void activate(Activation activation, std::span<float> x);

}  // namespace attnscope::kernels
