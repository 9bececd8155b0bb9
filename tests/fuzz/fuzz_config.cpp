// Any text as config.json, modules.json and the pooling config (byte 0x1E between them).
#include "families/families.h"
#include "support.h"

using namespace attnscope;
using namespace attnscope::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  auto parts = parts_of({reinterpret_cast<const char*>(data), size}, 3);
  parts.resize(3);
  const auto config = read_facts({parts[0], parts[1], parts[2]});
  if (!config) {
    must_be_good(config.error());
    return 0;
  }
  for (const std::size_t extent :
       {config->first().layers, config->first().heads, config->first().head_width,
        config->first().feed_forward, config->width, config->vocabulary, config->max_tokens})
    must(extent > 0 && extent <= (std::size_t{1} << 31), "sizes are sane");
  must(config->max_tokens <= config->token_limit(), "every token has a position");
  const auto epsilon = static_cast<float>(config->layer_norm_epsilon);
  must(epsilon > 0 && epsilon < 1, "epsilon is between 0 and 1");
  return 0;
}
