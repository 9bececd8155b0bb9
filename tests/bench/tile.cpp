// The micro-kernel with everything it reads in the first-level cache: how fast a matrix product
// could be if memory and the edges of matrices cost nothing.
#include <array>
#include <cstddef>

#include "kernels/kernels.h"

namespace {

// Twelve rows are whole tiles for tiles of 6, 4, 3 and 2 rows. With one pair of panels: 18 + 24 + 1
// KB.
constexpr std::size_t kRows = 12;
constexpr std::size_t kIn = 384;
constexpr std::size_t kOut = 16;

std::array<float, kRows * kIn> x;
std::array<float, kOut * kIn> weight;
std::array<float, kOut * kIn> panels;
std::array<float, kRows * kOut> y;

}  // namespace

extern "C" {

// Computes y = x W^T so often; gives the floating-point operations that it took.
__attribute__((export_name("run"))) double run(int repeats) {
  namespace kernels = attnscope::kernels;
  x.fill(0.5f);
  weight.fill(0.01f);
  const auto packed = kernels::pack_rows({weight.data(), kOut, kIn}, panels.data());
  for (int i = 0; i < repeats; ++i)
    kernels::product({x.data(), kRows, kIn}, packed, {y.data(), kRows, kOut});
  return 2.0 * kRows * kIn * kOut * repeats;
}
}
