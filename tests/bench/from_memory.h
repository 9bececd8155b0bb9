// Products whose weights come from memory, as a model's do, in every form they may be held in. One
// matrix of each form in turn, each call timed alone: what a loaded machine leaves undisturbed is
// the lowest tenth.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "kernels/half.h"
#include "kernels/kernels.h"
#include "kernels/quantized.h"
#include "kernels/table.h"

namespace attnscope::bench {

// Adds the seconds that `f` takes to `times`.
template <class F>
void collect(std::vector<double>& times, F f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

inline double lowest_tenth(std::vector<double>& times) {
  std::ranges::sort(times);
  return times[times.size() / 10];
}

// Numbers as weights have them: of magnitude below 0.1, few of them subnormal in float16.
inline std::uint16_t some_float16(std::size_t i) {
  const auto bits = static_cast<std::uint32_t>(i * 2654435761u >> 9);
  return static_cast<std::uint16_t>((bits & 0x83FFu) | (0x1800u + (bits >> 3 & 0x1400u)));
}

struct Weights {
  static constexpr std::size_t kIn = 384, kOut = 1536;
  Weights() : floats(kIn * kOut), halves(kIn * kOut), brains(kIn * kOut) {
    for (std::size_t i = 0; i < floats.size(); ++i) {
      halves[i] = brains[i] = some_float16(i);
      floats[i] = kernels::from_float16(halves[i]);
    }
    float32 = std::move(*kernels::pack_in_place(Matrix(floats.data(), kOut, kIn)));
    bfloat16 = std::move(
        *kernels::pack_in_place(brains.data(), kOut, kIn, kernels::HalfFormat::kBFloat16));
    float16 =
        std::move(*kernels::pack_in_place(halves.data(), kOut, kIn, kernels::HalfFormat::kFloat16));
  }
  std::vector<float> floats;
  std::vector<std::uint16_t> halves, brains;
  kernels::PackedWeight float32;
  kernels::PackedHalf bfloat16, float16;
};

inline void time_from_memory() {
  std::printf("linear 384 -> 1536 from memory, GFLOP/s: float32, bfloat16, float16\n");
  const std::vector<Weights> weights(40);  // 94, 47 and 47 MB
  const std::vector<float> bias(Weights::kOut, 0.5f);
  for (const std::size_t rows : {1, 2, 3, 4, 8, 12, 16, 24, 32, 64}) {
    std::vector<float> x(rows * Weights::kIn, 0.5f), y(rows * Weights::kOut);
    const ConstMatrix input(x.data(), rows, Weights::kIn);
    const Matrix output(y.data(), rows, Weights::kOut);
    std::array<std::vector<double>, 3> times;
    for (int pass = 0; pass < 10; ++pass) {
      for (const Weights& w : weights) {
        collect(times[0], [&] { kernels::linear(input, w.float32.matrix, bias, output); });
        collect(times[1], [&] { kernels::linear(input, w.bfloat16.matrix, bias, output); });
        collect(times[2], [&] { kernels::linear(input, w.float16.matrix, bias, output); });
      }
    }
    std::printf("  T=%-3zu", rows);
    for (auto& of : times) {
      const double operations = 2.0 * static_cast<double>(rows * Weights::kIn * Weights::kOut);
      std::printf(" %6.1f", operations / lowest_tenth(of) * 1e-9);
    }
    std::printf("\n");
  }
}

inline void time_tables() {
  constexpr std::size_t kRows = 30522, kCols = 384, kPart = 1024;
  std::printf("table 30522 x 384 as it lies, ms: float32, bfloat16, float16, int8\n");
  std::vector<float> table(kRows * kCols);
  std::vector<std::uint16_t> halves(kRows * kCols);
  for (std::size_t i = 0; i < table.size(); ++i)
    table[i] = kernels::from_float16(halves[i] = some_float16(i));
  const ConstMatrix plain(table.data(), kRows, kCols);
  const auto integers = kernels::quantize_table(plain);
  if (!integers) return;
  const kernels::HalfTable brain{halves.data(), kernels::HalfFormat::kBFloat16, kRows, kCols};
  const kernels::HalfTable half{halves.data(), kernels::HalfFormat::kFloat16, kRows, kCols};
  for (const std::size_t tokens : {1, 2, 8}) {
    std::vector<float> x(tokens * kCols, 0.5f), y(tokens * kPart);
    const ConstMatrix input(x.data(), tokens, kCols);
    const Matrix output(y.data(), tokens, kPart);
    std::array<std::vector<double>, 4> times;
    for (int pass = 0; pass < 10; ++pass) {
      for (std::size_t first = 0; first + kPart <= kRows; first += kPart) {
        collect(times[0],
                [&] { kernels::table_product(input, plain.row_block(first, kPart), output); });
        collect(times[1],
                [&] { kernels::table_product(input, brain.row_block(first, kPart), output); });
        collect(times[2],
                [&] { kernels::table_product(input, half.row_block(first, kPart), output); });
        collect(times[3], [&] { kernels::table_product(input, *integers, first, output); });
      }
    }
    std::printf("  T=%-3zu", tokens);
    for (auto& of : times) std::printf(" %6.2f", lowest_tenth(of) * kRows / kPart * 1e3);
    std::printf("\n");
  }
}

}  // namespace attnscope::bench
