// How 16-bit matrices are laid out for the product, and how their numbers are had back.
#include <algorithm>
#include <cassert>
#include <cstring>
#include <span>

#include "kernels/half.h"
#include "kernels/tiles.h"

namespace attnscope::kernels {
namespace {

constexpr std::size_t whole_panels(std::size_t out) { return out / kPanel * kPanel; }

// Where column o of a panel is within a step of k.
constexpr std::size_t place_of(std::size_t o) { return o % kLanes * 2 + o / kLanes; }

// panel[k][place of o] = rows[o][k]; rows beyond `count` become zeros.
void transpose_into(const std::uint16_t* rows, std::size_t count, std::size_t in,
                    std::uint16_t* panel) {
  for (std::size_t o = 0; o < kPanel; ++o) {
    std::uint16_t* to = panel + place_of(o);
    for (std::size_t k = 0; k < in; ++k)
      to[k * kPanel] = o < count ? rows[o * in + k] : std::uint16_t{0};
  }
}

// See HalfMatrix::careful. A subnormal of float32 costs some processors 150 cycles a
// multiplication, so that one in 128 numbers costs what the careful way does.
bool careful_numbers(std::span<const std::uint16_t> halves, HalfFormat format) {
  if (format == HalfFormat::kBFloat16) return false;
  std::size_t subnormal = 0;
  bool finite = true;
  for (const std::uint16_t half : halves) {
    const std::uint32_t magnitude = half & 0x7FFFu;
    subnormal += magnitude - 1 < 0x3FFu ? 1u : 0u;
    finite = finite && magnitude < 0x7C00u;
  }
  return !finite || subnormal > halves.size() / 128;
}

}  // namespace

HalfMatrix HalfMatrix::columns(std::size_t first, std::size_t count) const {
  assert(first % kPanel == 0 && first + count <= out &&
         (count % kPanel == 0 || first + count == out));
  return {panels + first * in, count % kPanel == 0 ? nullptr : last, format, count, in, careful};
}

Result<PackedHalf> pack_in_place(std::uint16_t* weight, std::size_t out, std::size_t in,
                                 HalfFormat format) {
  const std::size_t whole = whole_panels(out);
  const std::size_t panel_halves = kPanel * in;
  auto copy = Buffer<std::uint16_t>::allocate(panel_halves, "packing the weights");
  if (!copy) return std::unexpected(std::move(copy.error()));
  PackedHalf packed;
  packed.matrix = {weight, nullptr, format, out, in, careful_numbers({weight, out * in}, format)};
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

void add_row(const HalfTable& table, std::size_t row, std::span<float> y) {
  assert(row < table.rows && y.size() == table.cols);
  const std::uint16_t* halves = table.values + row * table.cols;
  for (std::size_t c = 0; c < y.size(); ++c) y[c] += from_half(halves[c], table.format);
}

void unpack_rows(const HalfTable& table, std::size_t first, Matrix w) {
  assert(w.cols == table.cols && first + w.rows <= table.rows);
  for (std::size_t r = 0; r < w.rows; ++r) {
    const std::uint16_t* halves = table.values + (first + r) * table.cols;
    const auto row = w.row(r);
    for (std::size_t c = 0; c < row.size(); ++c) row[c] = from_half(halves[c], table.format);
  }
}

}  // namespace attnscope::kernels
