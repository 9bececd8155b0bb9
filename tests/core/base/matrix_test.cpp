#include "base/matrix.h"

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <numeric>

using namespace attnscope;

namespace {

// [3, 4] holding 0..11.
struct Numbered {
  std::array<float, 12> values{};
  Matrix matrix{values.data(), 3, 4};
  Numbered() { std::iota(values.begin(), values.end(), 0.0f); }
};

}  // namespace

TEST_CASE("matrix: rows lie one stride apart", "[base][matrix]") {
  const Numbered numbered;
  CHECK(numbered.matrix.at(2, 1) == 9);
  CHECK(numbered.matrix.row(1)[3] == 7);
  CHECK(numbered.matrix.row(1).size() == 4);
}

TEST_CASE("matrix: a block of rows keeps its columns", "[base][matrix]") {
  const Numbered numbered;
  const Matrix block = numbered.matrix.row_block(1, 2);
  CHECK((block.rows == 2 && block.cols == 4));
  CHECK(block.at(1, 0) == 8);
}

TEST_CASE("matrix: a block of columns keeps the stride of the whole", "[base][matrix]") {
  const Numbered numbered;
  const Matrix block = numbered.matrix.col_block(2, 2);
  CHECK((block.rows == 3 && block.cols == 2 && block.stride == 4));
  CHECK(block.at(2, 0) == 10);
  CHECK(block.row(1)[1] == 7);
}

TEST_CASE("matrix: a writable view reads as a constant one and sees its writes", "[base][matrix]") {
  const Numbered numbered;
  const ConstMatrix constant = numbered.matrix;
  numbered.matrix.at(0, 0) = 42;
  CHECK(constant.at(0, 0) == 42);
}
