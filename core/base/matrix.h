/// @file
/// A non-owning view of a row-major matrix. Shapes travel with pointers, so
/// that a kernel can state what it expects and a caller cannot mix up rows.
#pragma once

#include <cassert>
#include <cstddef>
#include <span>
#include <type_traits>

namespace attnscope {

/// [rows, cols]; row r starts at data + r * stride, stride >= cols (elements).
template <class T>
struct MatrixView {
  T* data = nullptr;
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::size_t stride = 0;

  constexpr MatrixView() = default;
  constexpr MatrixView(T* data_, std::size_t rows_, std::size_t cols_)
      : MatrixView(data_, rows_, cols_, cols_) {}
  constexpr MatrixView(T* data_, std::size_t rows_, std::size_t cols_, std::size_t stride_)
      : data(data_), rows(rows_), cols(cols_), stride(stride_) {
    assert(stride_ >= cols_);
  }
  /// A writable view reads as a constant one. A template, since a plain constructor
  /// from MatrixView<T> would take the place of the implicit copy.
  template <class U>
    requires(std::is_const_v<T> && std::is_same_v<U, std::remove_const_t<T>>)
  constexpr MatrixView(const MatrixView<U>& other)
      : MatrixView(other.data, other.rows, other.cols, other.stride) {}

  constexpr std::span<T> row(std::size_t r) const {
    assert(r < rows);
    return {data + r * stride, cols};
  }
  constexpr T& at(std::size_t r, std::size_t c) const {
    assert(r < rows && c < cols);
    return data[r * stride + c];
  }
  /// Rows [first, first + count).
  constexpr MatrixView row_block(std::size_t first, std::size_t count) const {
    assert(first + count <= rows);
    return {data + first * stride, count, cols, stride};
  }
  /// Columns [first, first + count): one head of a [T, D] matrix, say.
  constexpr MatrixView col_block(std::size_t first, std::size_t count) const {
    assert(first + count <= cols);
    return {data + first, rows, count, stride};
  }
};

using Matrix = MatrixView<float>;
using ConstMatrix = MatrixView<const float>;

}  // namespace attnscope
