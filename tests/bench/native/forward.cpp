// The native engine at the bench's command: it times one forward pass of the ids on each line of
// its input and answers with the milliseconds and the embedding, so that the bench can let it and
// its peer take turns.
//
//     attnscope_bench_forward MODEL_FOLDER THREADS
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/threads.h"
#include "families/families.h"
#include "kernels/kernels.h"
#include "model/tensors.h"
#include "run/run.h"
#include "support/files.h"

namespace attnscope {
namespace {

Result<Transformer> load(const std::string& config_text, const std::vector<std::byte>& bytes) {
  const auto config = read_facts({config_text, {}, {}});
  if (!config) return std::unexpected(config.error());
  auto file = Buffer<std::byte>::allocate(bytes.size(), "the model");
  if (!file) return std::unexpected(file.error());
  std::ranges::copy(bytes, file->data());
  return Transformer::load(*config, std::move(*file));
}

bool answer(const Transformer& transformer, const std::vector<std::int32_t>& ids,
            Threads& threads) {
  const std::vector<std::int32_t> types(ids.size(), 0);
  const std::size_t length = ids.size();
  const auto start = std::chrono::steady_clock::now();
  auto run = Run::begin(transformer, {ids, types, {&length, 1}}, {}, &threads);
  while (run && run->step().value_or(false)) {
  }
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  if (!run || run->embeddings().rows != 1) return false;
  std::printf("%.6f", time.count());
  const auto embedding = run->embeddings().row(0);
  for (const float value : embedding) std::printf(" %.9g", static_cast<double>(value));
  std::printf("\n");
  return std::fflush(stdout) == 0;
}

int serve(const std::filesystem::path& folder, std::size_t thread_count) {
  const auto text = test::read_text(folder / "config.json");
  const auto bytes = test::read_file(folder / "model.safetensors");
  if (!text || !bytes) {
    std::fprintf(stderr, "no model in %s\n", folder.string().c_str());
    return 1;
  }
  const auto transformer = load(*text, *bytes);
  if (!transformer) {
    std::fprintf(stderr, "%s\n", transformer.error().message.c_str());
    return 1;
  }
  Threads threads(thread_count);
  std::printf("attnscope %s\n", std::string(kernels::simd_name()).c_str());
  std::fflush(stdout);
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::vector<std::int32_t> ids;
    for (std::int32_t id = 0; words >> id;) ids.push_back(id);
    if (!answer(*transformer, ids, threads)) return 1;
  }
  return 0;
}

}  // namespace
}  // namespace attnscope

int main(int count, char** arguments) {
  const int threads = count == 3 ? std::atoi(arguments[2]) : 0;
  if (threads > 0) return attnscope::serve(arguments[1], static_cast<std::size_t>(threads));
  std::fprintf(stderr, "usage: %s MODEL_FOLDER THREADS\n", arguments[0]);
  return 2;
}
