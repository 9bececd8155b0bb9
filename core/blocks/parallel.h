// How the stages share their work among threads. Every chunk computes whole rows or
// whole columns by the same operations in the same order, whoever computes it.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/matrix.h"
#include "base/threads.h"
#include "blocks/linear.h"
#include "model/tensors.h"

namespace attnscope {

// Chunks that a thread gets on the average: enough that the last one is short beside
// the whole, few enough that taking one costs little beside computing it.
inline constexpr std::size_t kChunksPerThread = 8;

// Rows in a chunk of layer norm or of codes: at D = 384 a few microseconds' work, and
// fewer are not worth another thread's while.
inline constexpr std::size_t kRowsInChunk = 16;

// body(first, count) for all of [0, total), at most `in_chunk` at a time.
template <class Body>
void share_chunks(Threads& threads, std::size_t total, std::size_t in_chunk, const Body& body) {
  threads.run((total + in_chunk - 1) / in_chunk, [&](std::size_t chunk, std::size_t /*thread*/) {
    const std::size_t first = chunk * in_chunk;
    body(first, std::min(in_chunk, total - first));
  });
}

// One product of a stage.
struct Product {
  const Linear* linear;
  Matrix y;  // [T, out]
};

// x [T, in] as `reader` and its neighbours want it: see linear.h.
inline LinearInput share_preparation(Threads& threads, ConstMatrix x, const Linear& reader,
                                     const LinearScratch& scratch) {
  const LinearInput input = lay_out(x, reader, scratch);
  share_chunks(threads, input.quantized.rows, kRowsInChunk,
               [&](std::size_t first, std::size_t count) { quantize_rows(input, first, count); });
  return input;
}

// kernel(x, linear, columns, y) for each product of the same x, some columns of y at a time.
template <std::size_t N, class Kernel>
void share_products(Threads& threads, const LinearInput& x, const Product (&products)[N],
                    const Kernel& kernel) {
  std::size_t columns = 0;
  for (const Product& product : products) columns += product.y.cols;
  // Whole cache lines of y, so that no two threads write to one, and whole panels of W.
  const std::size_t unit = std::max(kernels::panel_width(), kAlignment / sizeof(float));
  const std::size_t chunks_wanted = threads.count() == 1 ? 1 : threads.count() * kChunksPerThread;
  const std::size_t width = (columns + chunks_wanted * unit - 1) / (chunks_wanted * unit) * unit;

  // ends[i]: chunks of the products up to and with the i-th.
  std::size_t ends[N];
  std::size_t chunks = 0;
  for (std::size_t i = 0; i < N; ++i) ends[i] = chunks += (products[i].y.cols + width - 1) / width;

  threads.run(chunks, [&](std::size_t chunk, std::size_t /*thread*/) {
    const auto i = static_cast<std::size_t>(std::upper_bound(ends, ends + N, chunk) - ends);
    const auto& [linear, y] = products[i];
    const std::size_t first = (chunk - (i == 0 ? 0 : ends[i - 1])) * width;
    const std::size_t count = std::min(width, y.cols - first);
    kernel(x, *linear, Columns{first, count}, y);
  });
}

// y = x W^T + b where that is kept and else does not stand alone: the product that goes on with it
// writes the sum or the activation at once. A second product, of what is traced alone.
inline void keep_product(Threads& threads, const LinearInput& x, const Linear& weights, Matrix y) {
  if (y.data != nullptr) share_products(threads, x, {{&weights, y}}, linear);
}

// The norm of every row of x [T, D]: layer norm, or without a bias rms norm.
inline void share_norm(Threads& threads, Matrix x, const Norm& norm, double epsilon) {
  const auto added = static_cast<float>(epsilon);
  share_chunks(threads, x.rows, kRowsInChunk, [&](std::size_t first, std::size_t count) {
    if (norm.bias.empty()) {
      kernels::rms_norm(x.row_block(first, count), norm.gain, added);
    } else {
      kernels::layer_norm(x.row_block(first, count), norm.gain, norm.bias, added);
    }
  });
}

}  // namespace attnscope
