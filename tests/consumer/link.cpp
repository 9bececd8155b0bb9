// How strongly one head links "it" to "animal", in a sentence where the animal was tired and in one
// where the street was wide: the whole way from a model's folder to a number of one head.
//
//     link MODEL_FOLDER
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <attnscope/engine/engine.h>
#include <attnscope/version.h>

namespace {

constexpr std::size_t kLayer = 3, kHead = 1;

// Empty where the file is not there, which is how the engine is told so.
std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

attnscope::Result<attnscope::Engine> load(const std::string& folder) {
  const std::string config = read(folder + "/config.json"),
                    modules = read(folder + "/modules.json");
  const std::string pooling = read(folder + "/1_Pooling/config.json");
  const std::string sentence_bert = read(folder + "/sentence_bert_config.json"),
                    sentence_transformers = read(folder + "/config_sentence_transformers.json");
  const std::string tokenizer = read(folder + "/tokenizer.json"),
                    tokenizer_config = read(folder + "/tokenizer_config.json");
  const std::string weights = read(folder + "/model.safetensors");
  auto file = attnscope::Buffer<std::byte>::allocate(weights.size(), "the weights");
  if (!file) return std::unexpected(file.error());
  if (!weights.empty()) std::memcpy(file->data(), weights.data(), weights.size());
  return attnscope::Engine::load({{config, modules, pooling, sentence_bert, sentence_transformers},
                                  tokenizer,
                                  tokenizer_config},
                                 std::move(*file));
}

// The token that spells `piece`; past the end where there is none.
std::size_t position(const attnscope::Engine& engine, const attnscope::Encoding& encoding,
                     std::string_view piece) {
  std::size_t at = 0;
  while (at < encoding.ids.size() && engine.tokenizer().piece(encoding.ids[at]) != piece) ++at;
  return at;
}

attnscope::Result<float> link(const attnscope::Engine& engine, std::string_view text) {
  const auto encoding = engine.tokenize(text, std::nullopt, attnscope::OffsetUnit::kUtf8);
  if (!encoding) return std::unexpected(encoding.error());
  const std::size_t query = position(engine, *encoding, "it"),
                    key = position(engine, *encoding, "animal");
  if (query == encoding->ids.size() || key == encoding->ids.size())
    return attnscope::fail(attnscope::ErrorCode::kBadInput,
                           "the sentence lacks \"it\" or \"animal\"");

  const std::size_t heads = engine.facts().first().heads;
  attnscope::TraceSelection selection;
  selection.attention.assign(engine.facts().first().layers * heads, false);
  selection.attention[kLayer * heads + kHead] = true;
  auto run = engine.begin({&*encoding, 1}, selection);
  if (!run) return std::unexpected(run.error());
  for (;;) {
    const auto more = run->step();  // one layer; a program may stop, or draw, between two
    if (!more) return std::unexpected(more.error());
    if (!*more) break;
  }
  return run->trace().head(kLayer, kHead, attnscope::Part::kWeights).at(query, key);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: %s MODEL_FOLDER\n", arguments[0]);
    return 2;
  }
  const auto engine = load(arguments[1]);
  if (!engine) {
    std::fprintf(stderr, "%s\n", engine.error().message.c_str());
    return 1;
  }
  std::printf("attnscope %s, %s\n", std::string(attnscope::kVersion).c_str(),
              std::string(attnscope::simd_name()).c_str());
  for (const char* last : {"tired", "wide"}) {
    const std::string text =
        std::string("The animal didn't cross the street because it was too ") + last;
    const auto weight = link(*engine, text);
    if (!weight) {
      std::fprintf(stderr, "%s\n", weight.error().message.c_str());
      return 1;
    }
    std::printf("layer %zu head %zu, it -> animal, %s: %.3f\n", kLayer, kHead, last,
                static_cast<double>(*weight));
  }
  return 0;
}
