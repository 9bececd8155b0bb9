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

// The panel that holds row index * kPanel, which may be the last one.
const float* cut_panel(const PackedMatrix& matrix, std::size_t index) {
  return index == matrix.out / kPanel ? matrix.last : matrix.panel(index);
}

PackedMatrix view(const float* memory, std::size_t out, std::size_t in) {
  const std::size_t whole = whole_panels(out);
  return {memory, whole == out ? nullptr : memory + whole * in, out, in};
}

}  // namespace

const float* PackedMatrix::panel(std::size_t index) const {
  return panels + index * (step != 0 ? step : in * kPanel);
}

PackedMatrix PackedMatrix::columns(std::size_t first, std::size_t count) const {
  assert(first % kPanel == 0 && first + count <= out &&
         (count % kPanel == 0 || first + count == out));
  return {panel(first / kPanel), count % kPanel == 0 ? nullptr : last, count, in, step};
}

PackedMatrix PackedMatrix::first_columns(std::size_t count) const {
  assert(count <= out);
  if (count == out) return *this;
  return {panels, count % kPanel == 0 ? nullptr : cut_panel(*this, count / kPanel), count, in,
          step};
}

PackedMatrix PackedMatrix::inner(std::size_t first, std::size_t count) const {
  assert(first + count <= in);
  const std::size_t skipped = first * kPanel;
  return {panels + skipped, last != nullptr ? last + skipped : nullptr, out, count,
          step != 0 ? step : in * kPanel};
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

PackedMatrix pack_rows(ConstMatrix weight, float* memory) { return append_rows(weight, 0, memory); }

PackedMatrix pack_columns(ConstMatrix weight, float* memory) {
  return append_columns(weight, 0, weight.rows, memory);
}

PackedMatrix append_rows(ConstMatrix rows, std::size_t at, float* memory) {
  std::size_t done = 0;
  // Into a panel that has begun, lane by lane.
  for (; done < rows.rows && (at + done) % kPanel != 0; ++done) {
    const std::size_t row = at + done;
    float* lane = memory + row / kPanel * kPanel * rows.cols + row % kPanel;
    for (std::size_t k = 0; k < rows.cols; ++k) lane[k * kPanel] = rows.at(done, k);
  }
  for (; done < rows.rows; done += kPanel) {
    transpose_into(rows, done, std::min(kPanel, rows.rows - done),
                   memory + (at + done) * rows.cols);
  }
  return view(memory, at + rows.rows, rows.cols);
}

PackedMatrix append_columns(ConstMatrix rows, std::size_t at, std::size_t capacity, float* memory) {
  for (std::size_t first = 0; first < rows.cols; first += kPanel) {
    float* panel = memory + first * capacity + at * kPanel;
    const std::size_t count = std::min(kPanel, rows.cols - first);
    for (std::size_t k = 0; k < rows.rows; ++k) {
      std::memcpy(panel + k * kPanel, rows.data + k * rows.stride + first, count * sizeof(float));
      std::fill(panel + k * kPanel + count, panel + (k + 1) * kPanel, 0.0f);
    }
  }
  const std::size_t whole = whole_panels(rows.cols);
  return {memory, whole == rows.cols ? nullptr : memory + whole * capacity, rows.cols,
          at + rows.rows, capacity * kPanel};
}

void unpack_rows(const PackedMatrix& packed, std::size_t first, Matrix w) {
  assert(w.cols == packed.in && first + w.rows <= packed.out);
  for (std::size_t r = 0; r < w.rows; ++r) {
    const std::size_t o = first + r;
    const float* panel = cut_panel(packed, o / kPanel);
    const auto row = w.row(r);
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = panel[k * kPanel + o % kPanel];
  }
}

void unpack_columns(const PackedMatrix& packed, Matrix w) {
  assert(w.rows == packed.in && w.cols == packed.out);
  for (std::size_t o = 0; o < w.cols; ++o) {
    const float* panel = cut_panel(packed, o / kPanel);
    for (std::size_t k = 0; k < w.rows; ++k) w.at(k, o) = panel[k * kPanel + o % kPanel];
  }
}

}  // namespace attnscope::kernels
