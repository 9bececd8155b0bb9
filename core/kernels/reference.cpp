#include "kernels/reference.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace attnscope::reference {

void linear(ConstMatrix x, ConstMatrix weight, std::span<const float> bias, Matrix y) {
  for (std::size_t t = 0; t < x.rows; ++t) {
    for (std::size_t o = 0; o < weight.rows; ++o) {
      double sum = bias.empty() ? 0.0 : bias[o];
      for (std::size_t k = 0; k < weight.cols; ++k) {
        sum += static_cast<double>(x.at(t, k)) * static_cast<double>(weight.at(o, k));
      }
      y.at(t, o) = static_cast<float>(sum);
    }
  }
}

void quantize(ConstMatrix weight, std::size_t group, float limit, Matrix rounded) {
  for (std::size_t r = 0; r < weight.rows; ++r) {
    for (std::size_t first = 0; first < weight.cols; first += group) {
      const std::size_t end = std::min(weight.cols, first + group);
      float largest = 0;
      for (std::size_t k = first; k < end; ++k)
        largest = std::max(largest, std::abs(weight.at(r, k)));
      // In float, as the codes are made: in double a number halfway between two
      // codes could go the other way.
      const float steps = largest > 0 ? limit / largest : 0.0f;
      for (std::size_t k = first; k < end; ++k) {
        rounded.at(r, k) = std::nearbyint(weight.at(r, k) * steps) * (largest / limit);
      }
    }
  }
}

double softmax(std::span<const float> scores, double scale, std::span<float> weights) {
  const double largest = *std::max_element(scores.begin(), scores.end());
  std::vector<double> numerators;
  double sum = 0;
  for (const float score : scores) {
    numerators.push_back(std::exp(scale * (score - largest)));
    sum += numerators.back();
  }
  for (std::size_t j = 0; j < scores.size(); ++j) {
    weights[j] = static_cast<float>(numerators[j] / sum);
  }
  return sum;
}

void layer_norm(Matrix x, std::span<const float> gain, std::span<const float> bias, float epsilon) {
  const auto width = static_cast<double>(x.cols);
  for (std::size_t t = 0; t < x.rows; ++t) {
    double mean = 0;
    for (const float value : x.row(t)) mean += value / width;
    double variance = 0;
    for (const float value : x.row(t)) variance += (value - mean) * (value - mean) / width;
    const double deviation = std::sqrt(variance + epsilon);
    for (std::size_t c = 0; c < x.cols; ++c) {
      x.at(t, c) = static_cast<float>(gain[c] * ((x.at(t, c) - mean) / deviation) + bias[c]);
    }
  }
}

void rms_norm(Matrix x, std::span<const float> gain, float epsilon) {
  for (std::size_t t = 0; t < x.rows; ++t) {
    double squares = 0;
    for (const float value : x.row(t)) squares += static_cast<double>(value) * value;
    const double root = std::sqrt(squares / static_cast<double>(x.cols) + epsilon);
    for (std::size_t c = 0; c < x.cols; ++c)
      x.at(t, c) = static_cast<float>(gain[c] * (x.at(t, c) / root));
  }
}

double gelu(double x) { return x * 0.5 * std::erfc(-x / std::numbers::sqrt2); }

double activate(kernels::Activation activation, double x) {
  switch (activation) {
    case kernels::Activation::kGelu:
      return gelu(x);
    case kernels::Activation::kGeluTanh: {
      const double root = std::sqrt(2 / std::numbers::pi);
      return x * (1 + std::tanh(root * (x + 0.044715 * x * x * x))) / 2;
    }
    case kernels::Activation::kGeluQuick:
      return x / (1 + std::exp(-1.702 * x));
    case kernels::Activation::kRelu:
      return std::max(x, 0.0);
    case kernels::Activation::kSilu:
      return x / (1 + std::exp(-x));
  }
  return x;
}

void mean_pool(ConstMatrix x, std::span<float> y) {
  for (std::size_t c = 0; c < x.cols; ++c) {
    double sum = 0;
    for (std::size_t t = 0; t < x.rows; ++t) sum += x.at(t, c);
    y[c] = static_cast<float>(sum / static_cast<double>(x.rows));
  }
}

void max_pool(ConstMatrix x, std::span<float> y) {
  for (std::size_t c = 0; c < x.cols; ++c) {
    y[c] = x.at(0, c);
    for (std::size_t t = 1; t < x.rows; ++t) y[c] = std::max(y[c], x.at(t, c));
  }
}

void l2_normalize(std::span<float> x) {
  double squares = 0;
  for (const float value : x) squares += static_cast<double>(value) * value;
  const double length = std::max(std::sqrt(squares), 1e-12);
  for (float& value : x) value = static_cast<float>(value / length);
}

}  // namespace attnscope::reference
