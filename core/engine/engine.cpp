#include "engine/engine.h"

#include <utility>

#include "kernels/kernels.h"

namespace attnscope {

struct Engine::Parts {
  Tokenizer tokenizer;
  Transformer transformer;
  std::vector<std::string> unused_tensors;
  Threads* threads;
};

Engine::Engine(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;
Engine::~Engine() = default;

const Config& Engine::config() const { return parts_->transformer.config(); }
const Tokenizer& Engine::tokenizer() const { return parts_->tokenizer; }
std::uint64_t Engine::weight_bytes() const { return parts_->transformer.weight_bytes(); }
const std::vector<std::string>& Engine::unused_tensors() const { return parts_->unused_tensors; }

Result<ModelDescription> describe(const ModelText& text) {
  auto config = parse_config(text.config);
  if (!config) return std::unexpected(config.error());

  const bool is_old = text.tokenizer.empty() && !text.vocabulary.empty();
  auto tokenizer = is_old ? Tokenizer::from_vocabulary({text.vocabulary, text.tokenizer_config,
                                                        text.special_tokens, text.added_tokens})
                          : Tokenizer::from_json(text.tokenizer);
  if (!tokenizer) return std::unexpected(std::move(tokenizer.error()));
  // Every id the tokenizer can give must have a row in the word embedding. The
  // other way round is common: vocabularies are padded to a round number.
  if (tokenizer->vocabulary_size() > config->vocabulary) {
    return fail(ErrorCode::kBadModel,
                std::string(is_old ? "vocab.txt" : "tokenizer.json") + " has ids up to " +
                    std::to_string(tokenizer->vocabulary_size() - 1) +
                    " but config.json says vocab_size " + std::to_string(config->vocabulary) +
                    ": these files are not of one model");
  }
  return ModelDescription{std::move(*config), std::move(*tokenizer)};
}

Result<Engine> Engine::load(const ModelText& text, WeightFiles weights, Threads* threads,
                            Precision precision) {
  auto description = describe(text);
  if (!description) return std::unexpected(std::move(description.error()));
  return load(std::move(*description), std::move(weights), threads, precision);
}

Result<Engine> Engine::load(ModelDescription description, WeightFiles weights, Threads* threads,
                            Precision precision) {
  auto& [config, tokenizer] = description;
  config.precision = precision;
  auto typed = load_weights(std::move(weights), config);
  if (!typed) return std::unexpected(std::move(typed.error()));
  auto unused = std::move(typed->unused);
  auto transformer = Transformer::create(config, std::move(*typed));
  if (!transformer) return std::unexpected(std::move(transformer.error()));
  return Engine(std::make_unique<Parts>(std::move(tokenizer), std::move(*transformer),
                                        std::move(unused), threads));
}

Result<Encoding> Engine::tokenize(std::string_view text, std::optional<std::string_view> pair,
                                  OffsetUnit unit) const {
  Encoding out;
  if (auto done = tokenize_into(out, text, pair, unit); !done) {
    return std::unexpected(std::move(done.error()));
  }
  return out;
}

Result<void> Engine::tokenize_into(Encoding& out, std::string_view text,
                                   std::optional<std::string_view> pair, OffsetUnit unit) const {
  auto done = parts_->tokenizer.encode_into(out, text, pair, config().max_tokens);
  return done ? convert_offsets(out, text, pair, unit) : done;
}

Result<Parameter> Engine::parameter(std::string_view name, std::optional<RowRange> rows) const {
  return read_parameter(parts_->transformer, name, rows);
}

Result<Run> Engine::begin(std::span<const Encoding> encodings,
                          const TraceSelection& selection) const {
  std::vector<std::int32_t> ids;
  std::vector<std::int32_t> types;
  std::vector<std::size_t> lengths;
  for (const auto& encoding : encodings) {
    ids.insert(ids.end(), encoding.ids.begin(), encoding.ids.end());
    types.insert(types.end(), encoding.types.begin(), encoding.types.end());
    lengths.push_back(encoding.ids.size());
  }
  return Run::begin(parts_->transformer, Batch{ids, types, lengths}, selection, parts_->threads);
}

std::string_view simd_name() { return kernels::simd_name(); }

}  // namespace attnscope
