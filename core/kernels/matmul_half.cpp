// Products with 16-bit weights. A block of k of one panel is widened into a buffer that stays in
// the first-level cache, and tiles of rows pass over it: widening costs the same for one row as for
// all, and the tiles are those of float32.
#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>

#include "kernels/half.h"
#include "kernels/kernels.h"
#include "kernels/sums.h"
#include "kernels/widen.h"

namespace attnscope::kernels {
namespace {

// Steps of k that are widened at a time (4 KB at 8 columns), and rows whose sums are kept together.
constexpr std::size_t kBlock = 128;
constexpr std::size_t kRowBlock = 256;

constexpr std::size_t whole_panels(std::size_t out) { return out / kPanel * kPanel; }

// Where column o of a panel is within a step of k.
constexpr std::size_t place_of(std::size_t o) { return o % kLanes * 2 + o / kLanes; }

template <class Arch, HalfFormat format>
void widen_steps(const std::uint16_t* halves, std::size_t count, float* panel) {
  const std::uint16_t* const end = halves + count * kPanel;
  for (; halves != end; halves += kPanel, panel += kPanel) {
    const auto [low, high] = widen_pairs<Arch, format>(halves);
    low.store_aligned(panel);
    high.store_aligned(panel + kLanes);
  }
}

template <class Arch>
void widen_steps(HalfFormat format, const std::uint16_t* halves, std::size_t count, float* panel) {
  if (format == HalfFormat::kFloat16) {
    widen_steps<Arch, HalfFormat::kFloat16>(halves, count, panel);
  } else {
    widen_steps<Arch, HalfFormat::kBFloat16>(halves, count, panel);
  }
}

// sums [x.rows, kPanel] of one panel.
template <class Arch>
void sum_panel(ConstMatrix x, const Split& split, const std::uint16_t* panel, HalfFormat format,
               float* sums) {
  alignas(kAlignment) std::array<float, kBlock * kPanel> wide;
  std::fill_n(sums, x.rows * kPanel, 0.0f);
  for (std::size_t k = 0; k < x.cols; k += kBlock) {
    const std::size_t count = std::min(kBlock, x.cols - k);
    widen_steps<Arch>(format, panel + k * kPanel, count, wide.data());
    add_block<Arch>(x.col_block(k, count), split, wide.data(), sums);
  }
}

template <class Arch, Ending ending>
void multiply(ConstMatrix x, const HalfMatrix& weight, std::span<const float> bias, Matrix y) {
  assert(x.cols == weight.in && y.rows == x.rows && y.cols == weight.out && weight.in > 0 &&
         bias.size() == weight.out);
  alignas(kAlignment) std::array<float, kRowBlock * kPanel> sums;
  const std::size_t whole = whole_panels(weight.out);
  for (std::size_t column = 0; column < weight.out; column += kPanel) {
    const std::uint16_t* panel = column < whole ? weight.panels + column * weight.in : weight.last;
    for (std::size_t first = 0; first < x.rows; first += kRowBlock) {
      const std::size_t rows = std::min(kRowBlock, x.rows - first);
      sum_panel<Arch>(x.row_block(first, rows), Split(rows), panel, weight.format, sums.data());
      finish_panel<Arch, ending>(sums.data(), bias, y.row_block(first, rows), column);
    }
  }
}

// panel[k][place of o] = rows[o][k]; rows beyond `count` become zeros.
void transpose_into(const std::uint16_t* rows, std::size_t count, std::size_t in,
                    std::uint16_t* panel) {
  for (std::size_t o = 0; o < kPanel; ++o) {
    std::uint16_t* to = panel + place_of(o);
    for (std::size_t k = 0; k < in; ++k)
      to[k * kPanel] = o < count ? rows[o * in + k] : std::uint16_t{0};
  }
}

}  // namespace

HalfMatrix HalfMatrix::columns(std::size_t first, std::size_t count) const {
  assert(first % kPanel == 0 && first + count <= out &&
         (count % kPanel == 0 || first + count == out));
  return {panels + first * in, count % kPanel == 0 ? nullptr : last, format, count, in};
}

Result<PackedHalf> pack_in_place(std::uint16_t* weight, std::size_t out, std::size_t in,
                                 HalfFormat format) {
  const std::size_t whole = whole_panels(out);
  const std::size_t panel_halves = kPanel * in;
  auto copy = Buffer<std::uint16_t>::allocate(panel_halves, "packing the weights");
  if (!copy) return std::unexpected(std::move(copy.error()));
  PackedHalf packed;
  packed.matrix = {weight, nullptr, format, out, in};
  if (whole != out) {
    auto owner = Buffer<std::uint16_t>::allocate(panel_halves, "packing the weights");
    if (!owner) return std::unexpected(std::move(owner.error()));
    transpose_into(weight + whole * in, out - whole, in, owner->data());
    packed.owner = std::move(*owner);
    packed.matrix.last = packed.owner.data();
  }
  for (std::size_t first = 0; first < whole; first += kPanel) {
    std::uint16_t* panel = weight + first * in;
    transpose_into(panel, kPanel, in, copy->data());
    std::memcpy(panel, copy->data(), panel_halves * sizeof(std::uint16_t));
  }
  return packed;
}

void unpack_rows(const HalfMatrix& packed, std::size_t first, Matrix w) {
  assert(w.cols == packed.in && first + w.rows <= packed.out);
  const std::size_t whole = whole_panels(packed.out);
  for (std::size_t r = 0; r < w.rows; ++r) {
    const std::size_t o = first + r;
    const std::uint16_t* panel =
        o < whole ? packed.panels + o / kPanel * kPanel * packed.in : packed.last;
    const auto row = w.row(r);
    for (std::size_t k = 0; k < row.size(); ++k)
      row[k] = from_half(panel[k * kPanel + place_of(o % kPanel)], packed.format);
  }
}

void linear(ConstMatrix x, const HalfMatrix& weight, std::span<const float> bias, Matrix y) {
  multiply<Native, Ending::kBias>(x, weight, bias, y);
}

void linear_gelu(ConstMatrix x, const HalfMatrix& weight, std::span<const float> bias, Matrix y) {
  multiply<Native, Ending::kBiasGelu>(x, weight, bias, y);
}

void linear_add(ConstMatrix x, const HalfMatrix& weight, std::span<const float> bias, Matrix y) {
  multiply<Native, Ending::kBiasAdd>(x, weight, bias, y);
}

}  // namespace attnscope::kernels
