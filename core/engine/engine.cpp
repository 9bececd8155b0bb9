#include "engine/engine.h"

#include <algorithm>
#include <utility>

#include "base/carried.h"
#include "base/growing.h"
#include "kernels/kernels.h"

namespace attnscope {

struct Engine::Parts {
  Tokenizer tokenizer;
  std::optional<Tokenizer> target_tokenizer;
  Prompts prompts;
  Transformer transformer;
  Threads* threads;
};

Engine::Engine(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;
Engine::~Engine() = default;

const Facts& Engine::facts() const { return parts_->transformer.facts(); }
const Tokenizer& Engine::tokenizer() const { return parts_->tokenizer; }
const Tokenizer& Engine::target_tokenizer() const {
  return parts_->target_tokenizer ? *parts_->target_tokenizer : parts_->tokenizer;
}
const Prompts& Engine::prompts() const { return parts_->prompts; }
const Tensors& Engine::tensors() const { return parts_->transformer.tensors(); }
bool Engine::answers_masked_words() const {
  return parts_->transformer.model().masked_words() != nullptr;
}

namespace {

// A tokenizer and the file that gives the ids.
struct Named {
  Result<Tokenizer> tokenizer;
  const char* name;
};

Named source_tokenizer(const ModelText& text, const TokenizerSettings& settings) {
  if (kHasDecoders && !text.source_pieces.empty() && !text.target_pieces.empty() &&
      !text.piece_ids.empty()) {
    return {Tokenizer::from_sentence_pieces({text.source_pieces, text.piece_ids}, settings),
            "vocab.json"};
  }
  if (text.tokenizer.empty() && !text.vocabulary.empty()) {
    return {Tokenizer::from_vocabulary(
                {text.vocabulary, text.tokenizer_config, text.special_tokens, text.added_tokens},
                settings),
            "vocab.txt"};
  }
  return {Tokenizer::from_json(text.tokenizer, settings), "tokenizer.json"};
}

// Every id that the tokenizer can give must have a row in the word embedding. The other way round
// is common: vocabularies are padded to a round number.
Result<void> check_ids(const Named& named, const char* key, std::size_t rows) {
  if (!named.tokenizer) return std::unexpected(named.tokenizer.error());
  const std::size_t count = named.tokenizer->vocabulary_size();
  if (count <= rows) return {};
  return fail(ErrorCode::kBadModel, std::string(named.name) + " has ids up to " +
                                        std::to_string(count - 1) + " but config.json says " + key +
                                        " " + std::to_string(rows) +
                                        ": these files are not of one model");
}

}  // namespace

Result<ModelDescription> describe(const ModelText& text, std::optional<std::uint64_t> max_tokens) {
  auto facts = read_facts(text.config);
  if (!facts) return std::unexpected(facts.error());
  auto sentence =
      read_sentence_settings(text.config.sentence_bert, text.config.sentence_transformers);
  if (!sentence) return std::unexpected(std::move(sentence.error()));
  auto settings = read_tokenizer_settings(text.tokenizer_config);
  if (!settings) return std::unexpected(std::move(settings.error()));
  settings->lowercase_first = sentence->lowercase;

  const std::uint64_t positions = facts->token_limit();
  if (max_tokens && (*max_tokens == 0 || *max_tokens > positions)) {
    return fail(ErrorCode::kBadInput,
                "the most tokens of a text (maxTokens) must be a whole number "
                "from 1 to " +
                    std::to_string(positions) + ", which is how many positions the model has");
  }
  const auto own = sentence->max_tokens ? sentence->max_tokens : settings->max_tokens;
  facts->max_tokens = static_cast<std::size_t>(
      max_tokens.value_or(std::min(own.value_or(facts->max_tokens), positions)));

  auto source = source_tokenizer(text, *settings);
  if (auto right = check_ids(source, "vocab_size", facts->vocabulary); !right) {
    return std::unexpected(std::move(right.error()));
  }
  ModelDescription described{std::move(*facts), std::move(*source.tokenizer),
                             std::move(sentence->prompts)};
  if (!kHasDecoders || source.name != std::string_view("vocab.json")) return described;
  const bool is_own = !text.target_piece_ids.empty();
  Named target{
      Tokenizer::from_sentence_pieces(
          {text.target_pieces, is_own ? text.target_piece_ids : text.piece_ids, "target.spm"},
          *settings),
      is_own ? "target_vocab.json" : "vocab.json"};
  if (auto right = check_ids(target, "decoder_vocab_size", described.facts.target_vocabulary);
      !right) {
    return std::unexpected(std::move(right.error()));
  }
  described.target_tokenizer.emplace(std::move(*target.tokenizer));
  return described;
}

Result<Engine> Engine::load(const ModelText& text, WeightFiles weights, Threads* threads,
                            Precision precision) {
  auto description = describe(text);
  if (!description) return std::unexpected(std::move(description.error()));
  return load(std::move(*description), std::move(weights), threads, precision);
}

Result<Engine> Engine::load(ModelDescription description, WeightFiles weights, Threads* threads,
                            Precision precision) {
  auto& [facts, tokenizer, prompts, target_tokenizer] = description;
  facts.precision = precision;
  auto transformer = Transformer::load(facts, std::move(weights));
  if (!transformer) return std::unexpected(std::move(transformer.error()));
  return Engine(std::make_unique<Parts>(std::move(tokenizer), std::move(target_tokenizer),
                                        std::move(prompts), std::move(*transformer), threads));
}

Result<Encoding> Engine::tokenize(std::string_view text, std::optional<std::string_view> pair,
                                  OffsetUnit unit, std::optional<std::string_view> prompt) const {
  Encoding out;
  if (auto done = tokenize_into(out, text, pair, unit, prompt); !done) {
    return std::unexpected(std::move(done.error()));
  }
  return out;
}

Result<void> Engine::tokenize_into(Encoding& out, std::string_view text,
                                   std::optional<std::string_view> pair, OffsetUnit unit,
                                   std::optional<std::string_view> prompt) const {
  const auto before = prompt ? *prompt : prompts().default_text();
  if (!before.empty()) return put_prompt(out, before, text, pair, unit);
  auto done = parts_->tokenizer.encode_into(out, text, pair, facts().max_tokens);
  return done ? convert_offsets(out, text, pair, unit) : done;
}

// As the reference does it: prompt and text are one text, and a word may reach from one into the
// other; how long the prompt is to pooling is what it has of tokens alone.
Result<void> Engine::put_prompt(Encoding& out, std::string_view prompt, std::string_view text,
                                std::optional<std::string_view> pair, OffsetUnit unit) const {
  const auto& tokenizer = parts_->tokenizer;
  std::size_t unpooled = 0;
  if (!facts().pool_prompt) {
    auto alone = tokenizer.encode(prompt, std::nullopt, facts().max_tokens);
    if (!alone) return std::unexpected(std::move(alone.error()));
    const bool ends_added = !alone->special.empty() && alone->special.back() != 0;
    unpooled = alone->ids.size() - (ends_added ? 1 : 0);
  }
  Growing<char> both;
  both.append(prompt.data(), prompt.size());
  both.append(text.data(), text.size());
  if (!both.complete()) {
    return fail(ErrorCode::kOutOfMemory, "not enough memory to put the prompt before a text of " +
                                             std::to_string(text.size()) + " bytes");
  }
  const std::string_view whole(both.data(), both.size());
  if (auto done = tokenizer.encode_into(out, whole, pair, facts().max_tokens); !done) return done;
  if (auto done = convert_offsets(out, whole, pair, unit); !done) return done;
  take_off_prompt(out, prompt, unit);
  out.unpooled = unpooled;
  return {};
}

Result<Parameter> Engine::parameter(std::string_view name, std::optional<RowRange> rows) const {
  return parts_->transformer.tensors().parameter(name, rows);
}

Result<Run> Engine::begin(std::span<const Encoding> encodings,
                          const TraceSelection& selection) const {
  std::vector<std::int32_t> ids;
  std::vector<std::int32_t> types;
  std::vector<std::size_t> lengths;
  std::vector<std::size_t> unpooled;
  for (const auto& encoding : encodings) {
    ids.insert(ids.end(), encoding.ids.begin(), encoding.ids.end());
    types.insert(types.end(), encoding.types.begin(), encoding.types.end());
    lengths.push_back(encoding.ids.size());
    unpooled.push_back(encoding.unpooled);
  }
  return Run::begin(parts_->transformer, Batch{ids, types, lengths, unpooled}, selection,
                    parts_->threads);
}

std::string_view simd_name() { return kernels::simd_name(); }

}  // namespace attnscope
