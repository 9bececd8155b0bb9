// A small good model with bytes of its files changed: refused, or a model that runs to finite
// numbers or says that they are not. Each change is five bytes and more: which file, where (two
// bytes), how many bytes are taken out, how many put in, and those.
#include <cmath>

#include "engine/engine.h"
#include "support.h"
#include "support/tiny_model.h"

using namespace attnscope;
using namespace attnscope::fuzz;

namespace {

void run(const Engine& engine, std::string_view text) {
  const auto encoding = engine.tokenize(text, "on the mat", OffsetUnit::kUtf16);
  if (!encoding) return must_be_good(encoding.error());
  must_be_good(*encoding, engine.tokenizer(), text.size(), 10, engine.facts().max_tokens);
  if (encoding->ids.empty()) return;
  TraceSelection selection;
  selection.attention.assign(engine.facts().first().layers * engine.facts().first().heads, true);
  auto run = engine.begin(std::span(&*encoding, 1), selection);
  if (!run) return must_be_good(run.error());
  Result<bool> more = true;
  while (more && *more) more = run->step();
  if (!more) return must_be_good(more.error());
  must(run->embeddings().rows == 1, "one text, one embedding");
  for (const float value : run->embeddings().row(0))
    must(std::isfinite(value), "what is given is finite");
  for (const auto& [key, weights] : run->trace().kept()) {
    for (std::size_t row = 0; row < weights.rows; ++row) {
      float sum = 0;
      for (const float weight : weights.row(row)) sum += weight;
      must(std::abs(sum - 1) < 1e-3f, "a row of weights sums to 1");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const test::Bytes good = test::tiny_weights();
  std::string files[] = {std::string(test::kTinyConfig), std::string(test::kTinyModules),
                         std::string(test::kTinyPooling), std::string(test::kTinyTokenizer),
                         std::string(reinterpret_cast<const char*>(good.data()), good.size())};
  for (std::size_t at = 0; at + 5 <= size;) {
    std::string& file = files[data[at] % 5];
    const std::size_t where = std::min<std::size_t>(file.size(), data[at + 1] | data[at + 2] << 8);
    const std::size_t put = std::min<std::size_t>(data[at + 4], size - at - 5);
    file.replace(where, data[at + 3], reinterpret_cast<const char*>(data + at + 5), put);
    at += 5 + put;
  }
  const Precision precision = size % 2 ? Precision::kInt8 : Precision::kFloat32;
  const auto engine =
      Engine::load({{files[0], files[1], files[2]}, files[3]},
                   test::to_buffer(std::as_bytes(std::span(files[4]))), nullptr, precision);
  if (!engine) {
    must_be_good(engine.error());
    return 0;
  }
  run(*engine, "The cats sat, [MASK]");
  return 0;
}
