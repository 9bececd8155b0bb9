// How matrices are laid out for the product. The panel's width is the tile's
// width in matmul.cpp: two vectors.
#include <algorithm>
#include <cassert>
#include <cstring>

#include "kernels/kernels.h"
#include "kernels/vector.h"

namespace attnscope::kernels {
namespace {

constexpr std::size_t kPanel = 2 * Vector<Native>::size;

constexpr std::size_t whole_panels(std::size_t out) { return out / kPanel * kPanel; }

// panel[k][o] = rows[o][k]; rows beyond `count` become zeros.
void transpose_into(ConstMatrix rows, std::size_t first, std::size_t count, float* panel) {
  for (std::size_t o = 0; o < kPanel; ++o) {
    if (o < count) {
      const auto row = rows.row(first + o);
      for (std::size_t k = 0; k < rows.cols; ++k) panel[k * kPanel + o] = row[k];
    } else {
      for (std::size_t k = 0; k < rows.cols; ++k) panel[k * kPanel + o] = 0.0f;
    }
  }
}

PackedMatrix view(const float* memory, std::size_t out, std::size_t in) {
  const std::size_t whole = whole_panels(out);
  return {memory, whole == out ? nullptr : memory + whole * in, out, in};
}

}  // namespace

PackedMatrix PackedMatrix::columns(std::size_t first, std::size_t count) const {
  assert(first % kPanel == 0 && first + count <= out &&
         (count % kPanel == 0 || first + count == out));
  return {panels + first * in, count % kPanel == 0 ? nullptr : last, count, in};
}

std::size_t panel_width() { return kPanel; }

std::size_t packed_floats(std::size_t out, std::size_t in) {
  return (out + kPanel - 1) / kPanel * kPanel * in;
}

Result<PackedWeight> pack_in_place(Matrix weight) {
  assert(weight.stride == weight.cols);
  const std::size_t whole = whole_panels(weight.rows);
  const std::size_t panel_floats = kPanel * weight.cols;
  auto copy = Buffer<float>::allocate(panel_floats, "packing the weights");
  if (!copy) return std::unexpected(std::move(copy.error()));
  PackedWeight packed;
  packed.matrix = {weight.data, nullptr, weight.rows, weight.cols};
  if (whole != weight.rows) {
    auto owner = Buffer<float>::allocate(panel_floats, "packing the weights");
    if (!owner) return std::unexpected(std::move(owner.error()));
    transpose_into(weight, whole, weight.rows - whole, owner->data());
    packed.owner = std::move(*owner);
    packed.matrix.last = packed.owner.data();
  }
  // The rows of one panel are neighbours in memory, so a panel is permuted
  // within its own place.
  for (std::size_t first = 0; first < whole; first += kPanel) {
    float* panel = weight.data + first * weight.cols;
    transpose_into(weight, first, kPanel, copy->data());
    std::memcpy(panel, copy->data(), panel_floats * sizeof(float));
  }
  return packed;
}

PackedMatrix pack_rows(ConstMatrix weight, float* memory) {
  for (std::size_t first = 0; first < weight.rows; first += kPanel) {
    transpose_into(weight, first, std::min(kPanel, weight.rows - first),
                   memory + first * weight.cols);
  }
  return view(memory, weight.rows, weight.cols);
}

PackedMatrix pack_columns(ConstMatrix weight, float* memory) {
  for (std::size_t first = 0; first < weight.cols; first += kPanel) {
    float* panel = memory + first * weight.rows;
    const std::size_t count = std::min(kPanel, weight.cols - first);
    for (std::size_t k = 0; k < weight.rows; ++k) {
      std::memcpy(panel + k * kPanel, weight.data + k * weight.stride + first,
                  count * sizeof(float));
      std::fill(panel + k * kPanel + count, panel + (k + 1) * kPanel, 0.0f);
    }
  }
  return view(memory, weight.cols, weight.rows);
}

void unpack_rows(const PackedMatrix& packed, std::size_t first, Matrix w) {
  assert(w.cols == packed.in && first + w.rows <= packed.out);
  const std::size_t whole = whole_panels(packed.out);
  for (std::size_t r = 0; r < w.rows; ++r) {
    const std::size_t o = first + r;
    const float* panel = o < whole ? packed.panels + o / kPanel * kPanel * packed.in : packed.last;
    const auto row = w.row(r);
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = panel[k * kPanel + o % kPanel];
  }
}

}  // namespace attnscope::kernels
