// The definition of truth: each kernel as the plainest loops that say what it
// means, summing in double. The differential tests hold the SIMD versions to
// these; nothing else calls them.
#pragma once

#include <cstddef>
#include <span>

#include "base/matrix.h"
#include "kernels/activations.h"

namespace attnscope::reference {

// y = x W^T + b; x [T, in], weight [out, in] as checkpoints store it, b [out] or empty.
void linear(ConstMatrix x, ConstMatrix weight, std::span<const float> bias, Matrix y);

// What is left of W when every `group` numbers of a row are rounded to whole
// multiples of their largest magnitude / limit. An activation row is one group.
void quantize(ConstMatrix weight, std::size_t group, float limit, Matrix rounded);

// softmax(scale * scores) in `weights`; returns the sum of e^(scale * (score - max)).
double softmax(std::span<const float> scores, double scale, std::span<float> weights);

void layer_norm(Matrix x, std::span<const float> gain, std::span<const float> bias, float epsilon);

void rms_norm(Matrix x, std::span<const float> gain, float epsilon);

double gelu(double x);
double activate(kernels::Activation activation, double x);

void mean_pool(ConstMatrix x, std::span<float> y);
void max_pool(ConstMatrix x, std::span<float> y);
void l2_normalize(std::span<float> x);

}  // namespace attnscope::reference
