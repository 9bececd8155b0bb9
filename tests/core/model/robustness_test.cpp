// No byte of a file, changed or cut away, may do more than be refused. These
// earn their keep under the sanitizers.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "model/safetensors.h"
#include "support/make_safetensors.h"
#include "support/tiny_parameters.h"

using namespace attnscope;
using namespace attnscope::test;

namespace {

std::size_t header_end(const Bytes& file) {
  return 8 + static_cast<std::size_t>(file[0]) + (static_cast<std::size_t>(file[1]) << 8);
}

// Touches the two ends of everything that a model holds.
double sum_of_ends(const Transformer& transformer) {
  double sum = 0;
  for (const auto& parameter : tiny_parameters()) {
    const auto found = transformer.tensors().parameter(parameter.name, std::nullopt);
    sum += static_cast<double>(found->values.front()) + found->values.back();
  }
  return sum;
}

}  // namespace

TEST_CASE("robustness: a file cut at any byte is refused", "[model][robustness]") {
  const Bytes file = tiny_weights();
  std::size_t accepted = 0;
  for (std::size_t size = 0; size < file.size(); ++size) {
    // A copy of exactly this size, so that one byte too far is seen.
    const Bytes cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
    const auto index = read_safetensors(cut);
    if (index || index.error().message.empty()) ++accepted;
  }
  CHECK(accepted == 0);
  CHECK(read_safetensors(file));
}

TEST_CASE("robustness: a header with any one byte changed is refused or gives a whole model",
          "[model][robustness]") {
  const Bytes file = tiny_weights();
  const Facts facts = tiny_facts();
  int silent = 0;
  int loaded = 0;
  for (std::size_t at = 0; at < header_end(file); ++at) {
    for (const int change : {0x01, 0x20, 0xff}) {
      Bytes changed = file;
      changed[at] ^= static_cast<std::byte>(change);
      const auto weights = Transformer::load(facts, to_buffer(changed));
      if (weights && std::isfinite(sum_of_ends(*weights))) {
        ++loaded;
      } else if (weights || weights.error().message.empty()) {
        ++silent;
      }
    }
  }
  CHECK(silent == 0);
  // Padding that becomes other white space is no harm, so a few do load.
  CHECK(loaded < 64);
  CHECK(Transformer::load(facts, to_buffer(file)));
}

TEST_CASE("robustness: any digit of the header changed to another is refused",
          "[model][robustness]") {
  const Bytes file = tiny_weights();
  const Facts facts = tiny_facts();
  std::size_t accepted = 0;
  for (std::size_t at = 8; at < header_end(file); ++at) {
    const char original = static_cast<char>(file[at]);
    if (original < '0' || original > '9') continue;
    for (const int step : {1, 5, 9}) {
      Bytes changed = file;
      changed[at] = static_cast<std::byte>('0' + (original - '0' + step) % 10);
      if (Transformer::load(facts, to_buffer(changed))) ++accepted;
    }
  }
  CHECK(accepted == 0);
}
