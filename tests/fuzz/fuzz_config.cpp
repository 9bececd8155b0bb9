// Any text as config.json, modules.json, the pooling config, sentence_bert_config.json,
// config_sentence_transformers.json and tokenizer_config.json (byte 0x1E between them).
#include "families/families.h"
#include "model/sentence_files.h"
#include "support.h"
#include "text/tokenizer_settings.h"

using namespace attnscope;
using namespace attnscope::fuzz;

namespace {

void read_settings(std::string_view sentence_bert, std::string_view sentence_transformers,
                   std::string_view tokenizer) {
  const auto sentence = read_sentence_settings(sentence_bert, sentence_transformers);
  if (!sentence) must_be_good(sentence.error());
  must(!sentence || sentence->max_tokens.value_or(1) > 0, "a limit leaves room for a token");
  const auto settings = read_tokenizer_settings(tokenizer);
  if (!settings) must_be_good(settings.error());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  auto parts = parts_of({reinterpret_cast<const char*>(data), size}, 6);
  parts.resize(6);
  read_settings(parts[3], parts[4], parts[5]);
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
