// Products with 16-bit weights: the first tile of rows widens a panel as it multiplies by it, and
// leaves it as floats in a buffer for the tiles below. Widening so costs the same for one row as
// for all of them, and hides behind the first tile's arithmetic.
//
// Sums begin at 0 and take k = 0, 1, 2 ... in turn, as those of matmul.cpp do, so the bits are the
// same. They lie in memory between blocks of k and before bias, residual and gelu.
#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "kernels/functions.h"
#include "kernels/half.h"
#include "kernels/tiles.h"
#include "kernels/widen.h"

namespace attnscope::kernels {
namespace {

// Steps of k whose floats are kept (16 KB at 8 columns), and rows whose sums are.
constexpr std::size_t kBlock = 512;
constexpr std::size_t kRowBlock = 256;

// x [R, k], sums [R, kPanel], a block of a panel as halves and as floats.
struct Tile {
  const float* x;
  std::size_t x_stride;
  float* sums;
  const std::uint16_t* halves;
  float* panel;
  float* end;  // of `panel`
};

// Where a tile has the steps of k from.
enum class Source { kFloats, kBFloat16, kQuick16 };

constexpr Widening widening_of(Source source) {
  return source == Source::kBFloat16 ? Widening::kBFloat16 : Widening::kQuick16;
}

// sums += x panel. One k per turn and no call after the loop, for the reasons in matmul.cpp.
template <class Arch, Source source, std::size_t R>
void add_tile(const Tile& tile) {
  using V = Vector<Arch>;
  std::array<V, R> low_sum;
  std::array<V, R> high_sum;
  std::array<const float*, R> x;
  for (std::size_t r = 0; r < R; ++r) {
    low_sum[r] = V::load_aligned(tile.sums + r * kPanel);
    high_sum[r] = V::load_aligned(tile.sums + r * kPanel + kLanes);
    x[r] = tile.x + r * tile.x_stride;
  }
  const std::uint16_t* halves = tile.halves;
  float* panel = tile.panel;
  float* const end = tile.end;
#pragma GCC unroll 1
  do {
    Wide<Arch> w;
    if constexpr (source == Source::kFloats) {
      w = {V::load_aligned(panel), V::load_aligned(panel + kLanes)};
      keep_in_register<Arch>(w.low);
      keep_in_register<Arch>(w.high);
    } else {
      w = widen_pairs<Arch, widening_of(source)>(halves);
      halves += kPanel;
      w.low.store_aligned(panel);
      w.high.store_aligned(panel + kLanes);
    }
    for (std::size_t r = 0; r < R; ++r) {
      const V element(*x[r]++);
      low_sum[r] = multiply_add<Arch>(element, w.low, low_sum[r]);
      high_sum[r] = multiply_add<Arch>(element, w.high, high_sum[r]);
    }
    panel += kPanel;
  } while (panel != end);
  for (std::size_t r = 0; r < R; ++r) {
    low_sum[r].store_aligned(tile.sums + r * kPanel);
    high_sum[r].store_aligned(tile.sums + r * kPanel + kLanes);
  }
}

// By number of rows; a table for the reason given in matmul.cpp.
template <class Arch, Source source>
constexpr auto kTiles = []<std::size_t... I>(std::index_sequence<I...>) {
  return std::array<void (*)(const Tile&), kTileRows + 1>{nullptr,
                                                          add_tile<Arch, source, I + 1>...};
}(std::make_index_sequence<kTileRows>());

template <class Arch>
void widen_careful(const std::uint16_t* halves, float* panel, const float* end) {
  for (; panel != end; halves += kPanel, panel += kPanel) {
    const auto w = widen_pairs<Arch, Widening::kCareful16>(halves);
    w.low.store_aligned(panel);
    w.high.store_aligned(panel + kLanes);
  }
}

// The tallest tile that widens float16: one more row would leave its constants no registers.
constexpr std::size_t kQuickRows = kFused ? 5 : 4;

// sums [x.rows, kPanel] += x panel, for a block of k. The shortest tile comes first. kFloats: its
// floats are made beforehand.
template <class Arch, Source source>
void add_block(ConstMatrix x, const std::uint16_t* halves, float* wide, float* sums) {
  Split split(x.rows);
  if (source == Source::kQuick16 && split.shorter > kQuickRows)
    split = Split(x.rows, split.tiles + 1);
  Tile tile{x.data, x.stride, sums, halves, wide, wide + x.cols * kPanel};
  if (source == Source::kFloats) widen_careful<Arch>(halves, wide, tile.end);
  for (std::size_t t = 0; t < split.tiles; ++t) {
    const std::size_t rows = split.rows(split.tiles - 1 - t);
    (t == 0 ? kTiles<Arch, source> : kTiles<Arch, Source::kFloats>)[rows](tile);
    tile.x += rows * x.stride;
    tile.sums += rows * kPanel;
  }
}

// One or two rows with several panels at once: eight sums cover the latency of the multiply-add,
// and each panel is a stream of its own from memory. sums [panels, R, kPanel].
template <std::size_t R>
constexpr std::size_t kPanelsAtOnce = 4 / R;

template <class Arch, Source source, std::size_t R>
void add_few_rows(ConstMatrix x, const std::uint16_t* halves, float* to) {
  using V = Vector<Arch>;
  constexpr std::size_t kPanels = kPanelsAtOnce<R>;
  std::array<V, kPanels * R> low_sum;
  std::array<V, kPanels * R> high_sum;
  low_sum.fill(V(0.0f));
  high_sum.fill(V(0.0f));
  const float* from = x.data;
  const std::uint16_t* const end = halves + x.cols * kPanel;
#pragma GCC unroll 1
  do {
    std::array<V, R> element;
    for (std::size_t r = 0; r < R; ++r) element[r] = V(from[r * x.stride]);
    for (std::size_t p = 0; p < kPanels; ++p) {
      const auto w = widen_pairs<Arch, widening_of(source)>(halves + p * x.cols * kPanel);
      for (std::size_t r = 0; r < R; ++r) {
        V& low = low_sum[p * R + r];
        V& high = high_sum[p * R + r];
        low = multiply_add<Arch>(element[r], w.low, low);
        high = multiply_add<Arch>(element[r], w.high, high);
      }
    }
    ++from;
    halves += kPanel;
  } while (halves != end);
  for (std::size_t i = 0; i < kPanels * R; ++i) {
    low_sum[i].store_aligned(to + i * kPanel);
    high_sum[i].store_aligned(to + i * kPanel + kLanes);
  }
}

// Columns [column, column + kLanes) of y, as far as y has them, from finished sums.
template <class Arch, Ending ending>
void finish_columns(const float* sums, std::span<const float> bias, Matrix y, std::size_t column) {
  using V = Vector<Arch>;
  static_assert(ending != Ending::kNone);
  if (column >= y.cols) return;
  const auto finish = [](const float* from, const V& b, const V& old) {
    V value = V::load_aligned(from) + b;
    if constexpr (ending == Ending::kBiasAdd) value = value + old;
    if constexpr (ending == Ending::kBiasGelu) value = gelu<Arch>(value);
    return value;
  };
  const std::size_t count = y.cols - column;
  if (count >= kLanes) {
    const V b = V::load_unaligned(bias.data() + column);
    for (std::size_t r = 0; r < y.rows; ++r) {
      float* to = y.row(r).data() + column;
      const V old = ending == Ending::kBiasAdd ? V::load_unaligned(to) : b;
      finish(sums + r * kPanel, b, old).store_unaligned(to);
    }
  } else {
    const V b = load_part<Arch>(bias.data() + column, count, 0.0f);
    for (std::size_t r = 0; r < y.rows; ++r) {
      float* to = y.row(r).data() + column;
      const V old = ending == Ending::kBiasAdd ? load_part<Arch>(to, count, 0.0f) : b;
      store_part<Arch>(finish(sums + r * kPanel, b, old), to, count);
    }
  }
}

// The columns of one panel of y.
template <class Arch, Ending ending>
void finish_panel(const float* sums, std::span<const float> bias, Matrix y, std::size_t column) {
  finish_columns<Arch, ending>(sums, bias, y, column);
  finish_columns<Arch, ending>(sums + kLanes, bias, y, column + kLanes);
}

// From this many rows on, so many panels are brought near (24 KB at in = 384, 8 columns) before
// they are multiplied.
constexpr std::size_t kManyRows = kFused ? 2 : 5;
constexpr std::size_t kPanelsNear = 4;

// The sums of some panels of W from `column` on, [panels, x.rows, kPanel]; gives how many.
template <class Arch, Source source>
std::size_t sum_panels(ConstMatrix x, const HalfMatrix& weight, std::size_t column, float* sums) {
  const std::size_t whole = weight.out / kPanel * kPanel;
  const std::uint16_t* halves = column < whole ? weight.panels + column * weight.in : weight.last;
  const std::size_t panels = column < whole ? (whole - column) / kPanel : 1;
  if (kNarrow && x.rows >= kManyRows && column % (kPanelsNear * kPanel) == 0)
    bring_near(halves, halves + std::min(panels, kPanelsNear) * kPanel * x.cols);
  if constexpr (source != Source::kFloats) {
    if (x.rows == 1 && panels >= kPanelsAtOnce<1>) {
      add_few_rows<Arch, source, 1>(x, halves, sums);
      return kPanelsAtOnce<1>;
    }
    if (x.rows == 2 && panels >= kPanelsAtOnce<2>) {
      add_few_rows<Arch, source, 2>(x, halves, sums);
      return kPanelsAtOnce<2>;
    }
  }
  alignas(kAlignment) std::array<float, kBlock * kPanel> wide;
  std::fill_n(sums, x.rows * kPanel, 0.0f);
  for (std::size_t k = 0; k < x.cols; k += kBlock) {
    add_block<Arch, source>(x.col_block(k, std::min(kBlock, x.cols - k)), halves + k * kPanel,
                            wide.data(), sums);
  }
  return 1;
}

using Finish = void(const float* sums, std::span<const float> bias, Matrix y, std::size_t column);

// `finish` is handed over, so that the loops are there once for all endings.
void multiply(ConstMatrix x, const HalfMatrix& weight, std::span<const float> bias, Matrix y,
              Finish* finish) {
  assert(x.cols == weight.in && y.rows == x.rows && y.cols == weight.out && weight.in > 0 &&
         bias.size() == weight.out);
  alignas(kAlignment) std::array<float, kRowBlock * kPanel> sums;
  const auto sum = weight.format == HalfFormat::kBFloat16 ? sum_panels<Native, Source::kBFloat16>
                   : weight.careful                       ? sum_panels<Native, Source::kFloats>
                                                          : sum_panels<Native, Source::kQuick16>;
  for (std::size_t first = 0; first < x.rows; first += kRowBlock) {
    const std::size_t rows = std::min(kRowBlock, x.rows - first);
    for (std::size_t column = 0; column < weight.out;) {
      const std::size_t panels = sum(x.row_block(first, rows), weight, column, sums.data());
      for (std::size_t p = 0; p < panels; ++p, column += kPanel)
        finish(sums.data() + p * rows * kPanel, bias, y.row_block(first, rows), column);
    }
  }
}

}  // namespace

void linear(ConstMatrix x, const HalfMatrix& weight, std::span<const float> bias, Matrix y) {
  multiply(x, weight, bias, y, finish_panel<Native, Ending::kBias>);
}

void linear_gelu(ConstMatrix x, const HalfMatrix& weight, std::span<const float> bias, Matrix y) {
  multiply(x, weight, bias, y, finish_panel<Native, Ending::kBiasGelu>);
}

void linear_add(ConstMatrix x, const HalfMatrix& weight, std::span<const float> bias, Matrix y) {
  multiply(x, weight, bias, y, finish_panel<Native, Ending::kBiasAdd>);
}

}  // namespace attnscope::kernels
