/// @file
/// The whole engine behind one header: load a model, tokenize, run. This is what
/// the binding includes and what a C++ program links.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/threads.h"
#include "blocks/masked_words.h"
#include "families/families.h"
#include "model/facts.h"
#include "model/sentence_files.h"
#include "model/shards.h"
#include "model/tensors.h"
#include "run/run.h"
#include "text/tokenizer.h"
#include "trace/trace.h"

namespace attnscope {

/// The JSON files of a model folder. An empty view means: not there.
struct ModelText {
  ConfigFiles config;
  std::string_view tokenizer;           ///< tokenizer.json
  std::string_view tokenizer_config{};  ///< tokenizer_config.json
  /// In place of tokenizer.json: vocab.txt, special_tokens_map.json, added_tokens.json.
  std::string_view vocabulary{};
  std::string_view special_tokens{};
  std::string_view added_tokens{};
  /// Before tokenizer.json, which knows one language only, where the first three are there:
  /// Marian's source.spm, target.spm, vocab.json and, of a target with words of its own,
  /// target_vocab.json.
  std::string_view source_pieces{};
  std::string_view target_pieces{};
  std::string_view piece_ids{};
  std::string_view target_piece_ids{};
};

/// What those files say.
struct ModelDescription {
  Facts facts;
  Tokenizer tokenizer;
  Prompts prompts;
  std::optional<Tokenizer> target_tokenizer{};  ///< nullopt: `tokenizer` reads a decoder's text too
};

/// Reads and checks the JSON files alone, so that a wrong one is known before the weights, which
/// are a hundred times as large, are fetched. Errors: kBadModel (also where the tokenizer has more
/// tokens than V), kUnsupported.
///
/// A text is cut to facts.max_tokens: `max_tokens` where it is given, which is 1 to
/// facts.token_limit(), else kBadInput; otherwise max_seq_length of sentence_bert_config.json or,
/// where that does not say, model_max_length of tokenizer_config.json; never more than the
/// positions.
Result<ModelDescription> describe(const ModelText& text,
                                  std::optional<std::uint64_t> max_tokens = std::nullopt);

class Engine {
 public:
  /// Checks the weights against the description, packs them in place or, for int8,
  /// makes integers of them and gives their own memory back. Runs share their work
  /// among `threads`, which must outlive the engine; nullptr: the caller calculates alone.
  /// Errors: kBadModel, kUnsupported, kOutOfMemory.
  static Result<Engine> load(ModelDescription description, WeightFiles weights,
                             Threads* threads = nullptr, Precision precision = Precision::kFloat32);

  /// The same from the files themselves: describe, then load.
  static Result<Engine> load(const ModelText& text, WeightFiles weights, Threads* threads = nullptr,
                             Precision precision = Precision::kFloat32);

  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;
  ~Engine();

  const Facts& facts() const;
  const Tokenizer& tokenizer() const;
  /// What a decoder's text is read and written with: tokenizer(), where the files have but one.
  const Tokenizer& target_tokenizer() const;
  const Prompts& prompts() const;
  /// The tensors as they are held: how many bytes, in what form, and which nothing reads.
  const Tensors& tensors() const;
  /// Whether the files have the answer of masked words, which Run::word_logits gives.
  bool answers_masked_words() const;

  /// Offsets come back in `unit`, of the texts as they are given; at most facts().max_tokens
  /// tokens. `prompt` is put before the first text, nullopt: prompts().default_text(); its tokens
  /// have the word kPromptWord and the offsets 0.
  Result<Encoding> tokenize(std::string_view text, std::optional<std::string_view> pair,
                            OffsetUnit unit,
                            std::optional<std::string_view> prompt = std::nullopt) const;

  /// The same into `out`, whose memory is used again.
  Result<void> tokenize_into(Encoding& out, std::string_view text,
                             std::optional<std::string_view> pair, OffsetUnit unit,
                             std::optional<std::string_view> prompt = std::nullopt) const;

  /// A parameter by its name, whole or some rows; may point into the engine. Errors: see
  /// Tensors::parameter.
  Result<Parameter> parameter(std::string_view name, std::optional<RowRange> rows) const;

  /// Starts a forward pass over one or more encodings, laid end to end.
  /// `selection` other than empty wants exactly one. Errors: see Run::begin.
  Result<Run> begin(std::span<const Encoding> encodings, const TraceSelection& selection) const;

 private:
  Result<void> put_prompt(Encoding& out, std::string_view prompt, std::string_view text,
                          std::optional<std::string_view> pair, OffsetUnit unit) const;

  struct Parts;
  explicit Engine(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

/// The instruction set the kernels of this build use: "avx2+fma", "wasm simd128", ...
std::string_view simd_name();

}  // namespace attnscope
