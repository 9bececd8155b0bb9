// Times the kernels and the whole forward pass on one thread, natively or as
// WebAssembly under Node: the fastest of many, since others use the machine too.
//
//     attnscope_bench_kernels MODEL_FOLDER
//
// Without a folder only the kernels are timed.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "bench/from_memory.h"
#include "families/families.h"
#include "kernels/kernels.h"
#include "model/tensors.h"
#include "run/run.h"
#include "support/files.h"

namespace attnscope {
namespace {

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The fastest of at least 20 calls and half a second.
template <class F>
double fastest(F f) {
  double best = 1e9;
  const double start = seconds();
  for (int i = 0; i < 20 || seconds() - start < 0.5; ++i) {
    const double before = seconds();
    f();
    best = std::min(best, seconds() - before);
  }
  return best;
}

// y = x W^T so often that the clock can see it. Operations: 2 T in out.
double product_gflops(std::size_t rows, std::size_t in, std::size_t out) {
  std::vector<float> x(rows * in, 0.5f), w(out * in, 0.01f), y(rows * out);
  std::vector<float> memory(kernels::packed_floats(out, in));
  const auto packed = kernels::pack_rows({w.data(), out, in}, memory.data());
  const double operations = 2.0 * static_cast<double>(rows * in * out);
  const int repeats = std::max(1, static_cast<int>(1e7 / operations));
  const double time = fastest([&] {
    for (int i = 0; i < repeats; ++i)
      kernels::product({x.data(), rows, in}, packed, {y.data(), rows, out});
  });
  return operations * repeats / time * 1e-9;
}

void time_products() {
  std::printf("tile from cache, in = 384, one panel pair:\n");
  for (std::size_t rows = 1; rows <= 6; ++rows) {
    std::printf("  %zu rows %6.1f GFLOP/s\n", rows,
                product_gflops(rows, 384, 2 * kernels::panel_width()));
  }
  std::printf("products of the model:\n");
  struct Shape {
    const char* name;
    std::size_t in, out;
  };
  for (const auto& [name, in, out] :
       {Shape{"q k v o   384 ->  384", 384, 384}, Shape{"inner     384 -> 1536", 384, 1536},
        Shape{"outer    1536 ->  384", 1536, 384}, Shape{"scores     32 ->  512", 32, 512},
        Shape{"context   512 ->   32", 512, 32}}) {
    std::printf("  %s:", name);
    for (const std::size_t rows : {8, 16, 32, 128, 512})
      std::printf("  T=%zu %.1f", rows, product_gflops(rows, in, out));
    std::printf("\n");
  }
}

void time_rows() {
  constexpr std::size_t kCount = 4096;
  std::vector<float> x(kCount), y(kCount), gain(384, 1.0f), bias(384, 0.0f);
  for (std::size_t i = 0; i < kCount; ++i) x[i] = static_cast<float>(i % 97) * 0.1f - 4.0f;
  const auto print = [](const char* name, std::size_t elements, double time) {
    std::printf("  %-12s %6.2f ns an element\n", name, time / static_cast<double>(elements) * 1e9);
  };
  std::printf("rows:\n");
  print("softmax", kCount, fastest([&] { kernels::softmax_numerators(x, 1.0f, y); }));
  print("gelu", kCount, fastest([&] {
          std::ranges::copy(x, y.begin());
          kernels::gelu(y);
        }));
  print("layer norm", 3840,
        fastest([&] { kernels::layer_norm({y.data(), 10, 384}, gain, bias, 1e-12f); }));
}

void time_forward(const std::filesystem::path& folder) {
  const auto text = test::read_text(folder / "config.json");
  const auto bytes = test::read_file(folder / "model.safetensors");
  if (!text || !bytes) {
    std::printf("no model in %s\n", folder.string().c_str());
    return;
  }
  const auto config = read_facts({*text, {}, {}});
  auto file = Buffer<std::byte>::allocate(bytes->size(), "the model");
  if (!config || !file) return;
  std::ranges::copy(*bytes, file->data());
  const double start = seconds();
  const auto transformer = Transformer::load(*config, std::move(*file));
  if (!transformer) return;
  std::printf("reading and packing %.0f ms\nforward pass, 1 thread:\n", (seconds() - start) * 1e3);

  for (const std::size_t tokens : {8, 13, 16, 17, 32, 100, 128, 129, 512}) {
    std::vector<std::int32_t> ids(tokens), types(tokens, 0);
    for (std::size_t t = 0; t < tokens; ++t)
      ids[t] = static_cast<std::int32_t>(1000 + 37 * t % 20000);
    const Batch batch{ids, types, {&tokens, 1}};
    const auto run = [&](const TraceSelection& selection) {
      auto pass = Run::begin(*transformer, batch, selection);
      while (pass && pass->step().value_or(false)) {
      }
    };
    TraceSelection maps;
    maps.attention.assign(config->first().layers * config->first().heads, true);
    const double plain = fastest([&] { run({}); });
    const double traced = fastest([&] { run(maps); });
    const double t = static_cast<double>(tokens);
    const double d = static_cast<double>(config->width);
    const double operations =
        static_cast<double>(config->first().layers) *
        (8 * t * d * d + 4 * t * d * static_cast<double>(config->first().feed_forward) +
         4 * t * t * d);
    std::printf("  T=%-4zu %8.2f ms  %6.1f GFLOP/s   all attention kept %8.2f ms\n", tokens,
                plain * 1e3, operations / plain * 1e-9, traced * 1e3);
  }
}

}  // namespace
}  // namespace attnscope

int main(int count, char** arguments) {
  std::printf("%s\n", std::string(attnscope::kernels::simd_name()).c_str());
  attnscope::time_products();
  attnscope::bench::time_from_memory();
  attnscope::bench::time_tables();
  attnscope::time_rows();
  if (count > 1) attnscope::time_forward(arguments[1]);
  return 0;
}
