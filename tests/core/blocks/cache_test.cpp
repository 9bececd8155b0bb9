// Keys and values that grow row by row, in beams that fork and take each other's place.
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <vector>
#include "blocks/cache.h"

namespace attnscope::test {
namespace {

constexpr StackFacts kSizes{.layers = 2, .heads = 3, .head_width = 20};

// What a sequence reads is told by one number: `mark` + its row.
void append_row(Cache& cache, std::size_t sequence, float mark) {
  for (std::size_t layer = 0; layer < kSizes.layers; ++layer) {
    for (std::size_t head = 0; head < kSizes.heads; ++head) {
      const float value = mark + static_cast<float>(10 * layer + head) / 100;
      const std::vector<float> row(kSizes.head_width, value);
      const ConstMatrix view(row.data(), 1, row.size());
      cache.append(sequence, layer, head, {}, view, view);
    }
  }
  cache.advance(sequence, 1);
}

// The marks of its rows, which all heads of all layers must agree on.
std::vector<float> marks(const Cache& cache, std::size_t sequence) {
  std::vector<float> found;
  const std::size_t rows = cache.rows(sequence);
  for (std::size_t layer = 0; layer < kSizes.layers; ++layer) {
    for (std::size_t head = 0; head < kSizes.heads; ++head) {
      const HeadInput in = cache.read(sequence, layer, head, {});
      std::vector<float> keys(rows * kSizes.head_width), values(keys.size());
      kernels::unpack_rows(in.keys, 0, Matrix(keys.data(), rows, kSizes.head_width));
      kernels::unpack_columns(in.values, Matrix(values.data(), rows, kSizes.head_width));
      CHECK(keys == values);
      std::vector<float> own;
      for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 1; c < kSizes.head_width; ++c)
          REQUIRE(keys[r * kSizes.head_width + c] == keys[r * kSizes.head_width]);
        own.push_back(keys[r * kSizes.head_width] - static_cast<float>(10 * layer + head) / 100);
      }
      for (float& mark : own) mark = std::round(mark);
      if (layer + head == 0) found = own;
      CHECK(own == found);
    }
  }
  return found;
}

TEST_CASE("a cache gives back the rows it was given, also after it has grown", "[cache]") {
  Cache cache = Cache::make(kSizes, 2, 3).value();
  std::vector<float> first, second;
  for (int i = 0; i < 70; ++i) {
    const auto mark = static_cast<float>(i);
    if (cache.rows(0) == cache.capacity()) REQUIRE(cache.grow(cache.capacity() + 7));
    append_row(cache, 0, mark);
    first.push_back(mark);
    if (i % 2 == 0) {
      append_row(cache, 1, 1000 + mark);
      second.push_back(1000 + mark);
    }
  }
  CHECK(marks(cache, 0) == first);
  CHECK(marks(cache, 1) == second);
  cache.cut(0, 21);
  append_row(cache, 0, 500);
  first.resize(21);
  first.push_back(500);
  CHECK(marks(cache, 0) == first);
}

TEST_CASE("beams go on from any of them, each with its own rows", "[cache]") {
  Cache one = Cache::make(kSizes, 1, 20).value();
  append_row(one, 0, 1);
  append_row(one, 0, 2);
  Cache cache = one.fork(4).value();
  std::vector<std::vector<float>> expected(4, {1, 2});
  float mark = 10;
  for (const auto& parents : std::vector<std::vector<std::size_t>>{
           {0, 1, 2, 3}, {3, 2, 1, 0}, {1, 1, 1, 1}, {0, 0, 3, 3}, {2, 2, 0, 1}, {3, 0, 0, 0}}) {
    cache.reorder(parents);
    std::vector<std::vector<float>> next;
    for (const std::size_t parent : parents) next.push_back(expected[parent]);
    expected = next;
    for (std::size_t s = 0; s < 4; ++s) {
      append_row(cache, s, mark);
      expected[s].push_back(mark++);
    }
    for (std::size_t s = 0; s < 4; ++s) CHECK(marks(cache, s) == expected[s]);
  }
  CHECK(marks(one, 0) == std::vector<float>{1, 2});
}

TEST_CASE("a cache that cannot be had is refused, and nothing is lost", "[cache]") {
  Cache cache = Cache::make(kSizes, 1, 2).value();
  append_row(cache, 0, 3);
  const auto grown = cache.grow(std::size_t{1} << (sizeof(std::size_t) > 4 ? 45 : 30));
  REQUIRE(!grown);
  CHECK(grown.error().code == ErrorCode::kOutOfMemory);
  CHECK(marks(cache, 0) == std::vector<float>{3});
}

}  // namespace
}  // namespace attnscope::test
