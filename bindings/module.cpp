// The engine as JavaScript sees it: the only Embind block, and the only place
// where names change from snake_case to camelCase. js/engine/native.ts declares the
// same surface in TypeScript; the two files change together.
//
// No call throws. A refused call returns { error: { code, message } }. Results
// are addresses in the module's memory, good until the next call, which js/
// copies out at once: a view on the heap never leaves the package.

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/engine.h"

namespace {

using attnscope::Encoding;
using attnscope::Engine;
using attnscope::Error;
using attnscope::ErrorCode;
using attnscope::Run;
using emscripten::val;

val failure(const Error& error) {
  val detail = val::object();
  detail.set("code", std::string(attnscope::code_name(error.code)));
  detail.set("message", error.message);
  val result = val::object();
  result.set("error", detail);
  return result;
}

val failure(ErrorCode code, const char* message) { return failure(Error{code, message}); }

template <class T>
val address(const T* pointer) {
  return val(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pointer)));
}

val number(std::size_t value) { return val(static_cast<double>(value)); }

// { pointer, rows, cols }, or null for what was not kept.
val matrix(attnscope::ConstMatrix view) {
  if (view.data == nullptr) return val::null();
  val result = val::object();
  result.set("pointer", address(view.data));
  result.set("rows", number(view.rows));
  result.set("cols", number(view.cols));
  return result;
}

// A Uint8Array of flags, or null for none.
std::vector<bool> flags(const val& array) {
  if (array.isNull() || array.isUndefined()) return {};
  const auto bytes = emscripten::convertJSArrayToNumberVector<std::uint8_t>(array);
  return {bytes.begin(), bytes.end()};
}

// Embind asks for the memory of strings without looking whether it got any. Each is there twice for
// a while, and a unit of JavaScript is three bytes at most.
std::uint64_t room_of(const val& text) {
  return std::uint64_t{6} * text["length"].as<std::uint32_t>();
}

attnscope::Result<std::string> string_of(const val& text, const char* what) {
  if (auto room = attnscope::check_room(room_of(text), what); !room) {
    return std::unexpected(room.error());
  }
  return text.as<std::string>();
}

// The stack of one thread: the kernels' own variables take less than a tenth of it.
constexpr std::size_t kStackBytes = std::size_t{64} << 10;

// The module's pool; none until JavaScript brings threads. Never destroyed, since a
// thread that is being terminated may still be looking at it.
attnscope::Threads* g_threads = nullptr;

// One model and at most one run. Lives in one thread; js/ keeps calls in order.
class NativeEngine {
 public:
  val shards(const val& json) {
    const auto text = string_of(json, "model.safetensors.index.json");
    if (!text) return failure(text.error());
    auto index = attnscope::read_shard_index(*text);
    if (!index) return failure(index.error());
    val names = val::array();
    for (std::size_t i = 0; i < index->files.size(); ++i) names.set(i, index->files[i]);
    weights_ = attnscope::WeightFiles({}, std::move(*index));
    return names;
  }

  val reserve_weights(std::size_t shard, double bytes) {
    auto& files = weights_.files;
    if (shard >= files.size()) files.resize(shard + 1);
    files[shard] = {};
    if (!(bytes >= 0) || bytes != std::floor(bytes)) {
      return failure(ErrorCode::kBadInput,
                     "the size of the weights file must be a whole number of bytes");
    }
    auto buffer = attnscope::Buffer<std::byte>::allocate(static_cast<std::uint64_t>(bytes),
                                                         "the weights file");
    if (!buffer) return failure(buffer.error());
    files[shard] = std::move(*buffer);
    return address(files[shard].data());
  }

  // `most`: a number of tokens, or null for the files' own limit.
  val describe(const val& files, const val& most) {
    description_.reset();
    std::uint64_t bytes = 0;
    for (const char* role :
         {"config", "modules", "pooling", "sentenceBert", "sentenceTransformers", "tokenizer",
          "tokenizerConfig", "vocabulary", "specialTokens", "addedTokens"}) {
      bytes += room_of(files[role]);
    }
    if (auto room = attnscope::check_room(bytes, "the model's JSON files"); !room) {
      return failure(room.error());
    }
    std::optional<std::uint64_t> max_tokens;
    if (!most.isNull()) {
      const double number = most.as<double>();
      // 0 is refused by name, as all else that is no number of tokens.
      const bool whole = number >= 1 && number <= 1e9 && number == std::floor(number);
      max_tokens = whole ? static_cast<std::uint64_t>(number) : 0;
    }
    const auto file = [&](const char* role) { return files[role].as<std::string>(); };
    const auto config = file("config"), modules = file("modules"), pooling = file("pooling"),
               sentence_bert = file("sentenceBert"),
               sentence_transformers = file("sentenceTransformers"), tokenizer = file("tokenizer"),
               tokenizer_config = file("tokenizerConfig"), vocabulary = file("vocabulary"),
               special_tokens = file("specialTokens"), added_tokens = file("addedTokens");
    auto description =
        attnscope::describe({{config, modules, pooling, sentence_bert, sentence_transformers},
                             tokenizer,
                             tokenizer_config,
                             vocabulary,
                             special_tokens,
                             added_tokens},
                            max_tokens);
    if (!description) return failure(description.error());
    description_.emplace(std::move(*description));
    return val(true);
  }

  val load(const std::string& precision) {
    end();
    engine_.reset();
    auto weights = std::exchange(weights_, {});
    if (!description_) {
      return failure(ErrorCode::kInvalidState, "no model is described: call describe first");
    }
    const auto chosen =
        precision == "int8" ? attnscope::Precision::kInt8 : attnscope::Precision::kFloat32;
    auto engine = Engine::load(*std::exchange(description_, std::nullopt), std::move(weights),
                               g_threads, chosen);
    if (!engine) return failure(engine.error());
    engine_.emplace(std::move(*engine));
    return info();
  }

  val vocabulary() const {
    if (!engine_) return not_loaded();
    const auto pieces = engine_->tokenizer().pieces();
    val result = val::object();
    result.set("text", address(pieces.text.data()));
    result.set("bytes", number(pieces.text.size()));
    result.set("starts", address(pieces.starts.data()));
    result.set("count", number(pieces.starts.size()));
    return result;
  }

  val reserve_text(std::uint32_t bytes) {
    text_ = {};
    auto buffer = attnscope::Buffer<char>::allocate(bytes, "the text");
    if (!buffer) return failure(buffer.error());
    text_ = std::move(*buffer);
    return address(text_.data());
  }

  // Called for every text, so numbers cross and no object: 0 is a refusal, and refusal() says why.
  std::uint32_t tokenize(std::uint32_t bytes, std::uint32_t pair_bytes,
                         std::uint32_t prompt_bytes) {
    return tokenize_into(tokenized_, bytes, pair_bytes, prompt_bytes) ? packed(tokenized_) : 0;
  }

  std::uint32_t add(std::uint32_t bytes, std::uint32_t pair_bytes, std::uint32_t prompt_bytes) {
    Encoding encoding;
    if (!tokenize_into(encoding, bytes, pair_bytes, prompt_bytes)) return 0;
    added_.push_back(std::move(encoding));
    return packed(added_.back());
  }

  val refusal() const { return failure(refusal_); }

  val begin(const val& selection, bool times) {
    if (!engine_) return not_loaded();
    run_.reset();
    attnscope::TraceSelection kept;
    if (!selection.isNull()) {
      kept = {flags(selection["attention"]), flags(selection["scores"]),
              flags(selection["vectors"]),   flags(selection["hidden"]),
              flags(selection["layers"]),    false};
    }
    kept.times = times;
    auto run = engine_->begin(added_, kept);
    if (!run) return failure(run.error());
    run_.emplace(std::move(*run));
    return val(true);
  }

  val step() {
    if (!run_) return no_run();
    const auto more = run_->step();
    if (!more) return failure(more.error());
    return val(*more);
  }

  val embeddings() const { return run_ ? matrix(run_->embeddings()) : no_run(); }

  // Everything that was kept, as numbers in one block, which js/engine/engine.ts reads: layer,
  // head, part (trace/trace.h), address, rows and columns of each.
  val kept() {
    if (!run_) return no_run();
    kept_.clear();
    for (const auto& [key, matrix] : run_->trace().kept()) {
      for (const std::size_t entry :
           {std::size_t{key.layer}, std::size_t{key.head},
            std::size_t{std::to_underlying(key.part)}, reinterpret_cast<std::size_t>(matrix.data),
            matrix.rows, matrix.cols}) {
        kept_.push_back(static_cast<std::uint32_t>(entry));
      }
    }
    val result = val::object();
    result.set("pointer", address(kept_.data()));
    result.set("count", number(kept_.size()));
    return result;
  }

  // The likeliest words in the place of a token, row by row of all that was added: id and
  // probability in turn.
  val words(std::size_t row, std::size_t most) {
    if (!run_) return no_run();
    const auto logits = run_->word_logits(row);
    if (!logits) return failure(logits.error());
    words_.clear();
    for (const auto& [id, probability] :
         attnscope::likeliest({logits->data(), logits->size()}, most)) {
      words_.push_back(id);
      words_.push_back(probability);
    }
    val result = val::object();
    result.set("pointer", address(words_.data()));
    result.set("count", number(words_.size()));
    return result;
  }

  val times() const {
    if (!run_) return no_run();
    const auto& times = run_->trace().times;
    val result = val::object();
    result.set("embedding", times.embedding);
    result.set("qkv", times.qkv);
    result.set("attention", times.attention);
    result.set("outputProjection", times.output_projection);
    result.set("feedForward", times.feed_forward);
    result.set("layerNorm", times.layer_norm);
    return result;
  }

  val parameter(const val& name_text, std::size_t from, std::size_t to) {
    if (!engine_) return not_loaded();
    parameter_.reset();
    const auto name = string_of(name_text, "the parameter's name");
    if (!name) return failure(name.error());
    const auto rows = to == 0 ? std::nullopt : std::optional(attnscope::RowRange{from, to});
    auto found = engine_->parameter(*name, rows);
    if (!found) return failure(found.error());
    parameter_.emplace(std::move(*found));
    val result = val::object();
    result.set("pointer", address(parameter_->values.data()));
    result.set("rows", number(parameter_->rows));
    result.set("cols", number(parameter_->cols));
    return result;
  }

  void end() {
    parameter_.reset();
    run_.reset();
    added_.clear();
  }

 private:
  static Error unloaded() {
    return {ErrorCode::kInvalidState, "no model is loaded: call load first"};
  }
  static val not_loaded() { return failure(unloaded()); }
  static val no_run() {
    return failure(ErrorCode::kInvalidState, "no run has begun: call begin first");
  }

  val info() const {
    const auto& facts = engine_->facts();
    val unused = val::array();
    for (std::size_t i = 0; i < engine_->tensors().unused().size(); ++i) {
      unused.set(i, engine_->tensors().unused()[i]);
    }
    val result = val::object();
    result.set("layers", number(facts.first().layers));
    result.set("heads", number(facts.first().heads));
    result.set("width", number(facts.width));
    result.set("headWidth", number(facts.first().head_width));
    result.set("feedForward", number(facts.first().feed_forward));
    result.set("vocabulary", number(facts.vocabulary));
    result.set("maxTokens", number(facts.max_tokens));
    result.set("positions", number(facts.token_limit()));
    const auto& prompts = engine_->prompts();
    val named = val::array();
    for (const auto& [name, text] : prompts.named) {
      val pair = val::array();
      pair.set(0, name);
      pair.set(1, text);
      named.call<void>("push", pair);
    }
    result.set("prompts", named);
    result.set("defaultPrompt", prompts.default_name ? val(*prompts.default_name) : val::null());
    result.set("positionKind", std::string(attnscope::position_kind_name(facts.position_kind)));
    result.set("positionRows", number(facts.position_rows));
    result.set("firstPosition", number(facts.first_position));
    result.set("uncountedToken", facts.uncounted_token ? val(*facts.uncounted_token) : val::null());
    result.set("typeRows", number(facts.type_rows));
    result.set("embeddingWidth", number(facts.embedding_width));
    result.set("projectsEmbedding", facts.projects_embedding);
    result.set("layerGroups", number(facts.first().layer_groups));
    result.set("masksWords", engine_->answers_masked_words());
    val mask = val::null();
    if (const auto id = engine_->tokenizer().mask_id()) {
      mask = val::object();
      mask.set("id", *id);
      mask.set("text", std::string(engine_->tokenizer().piece(*id)));
    }
    result.set("maskToken", mask);
    result.set("weights", std::string(engine_->tensors().storage()));
    result.set("normPlace", std::string(attnscope::norm_place_name(facts.norm_place)));
    result.set("epsilon", facts.layer_norm_epsilon);
    result.set("activation", std::string(attnscope::activation_name(facts.activation)));
    result.set("family", facts.family);
    result.set("weightBytes", number(engine_->tensors().bytes()));
    result.set("unused", unused);
    return result;
  }

  // The memory holds the text, the pair and the prompt, one behind the other.
  bool tokenize_into(Encoding& out, std::size_t bytes, std::size_t pair_bytes,
                     std::size_t prompt_bytes) {
    if (!engine_) return refuse(unloaded());
    if (std::uint64_t{bytes} + pair_bytes + prompt_bytes > text_.size()) {
      return refuse({ErrorCode::kBadInput, "no room was reserved for this text"});
    }
    const std::string_view text(text_.data(), bytes), pair(text.data() + bytes, pair_bytes),
        prompt(pair.data() + pair_bytes, prompt_bytes);
    auto done = engine_->tokenize_into(out, text, pair, attnscope::OffsetUnit::kUtf16, prompt);
    return done || refuse(std::move(done.error()));
  }

  bool refuse(Error error) {
    refusal_ = std::move(error);
    return false;
  }

  // The form in which tokens cross: one block, which js/model/result.ts reads.
  std::uint32_t packed(const Encoding& encoding) {
    const std::size_t count = encoding.ids.size();
    packed_.resize(2 + 6 * count);
    std::int32_t* out = packed_.data();
    *out++ = static_cast<std::int32_t>(count);
    *out++ = static_cast<std::int32_t>(encoding.total);
    for (std::size_t i = 0; i < count; ++i) {
      *out++ = encoding.ids[i];
      *out++ = static_cast<std::int32_t>(encoding.starts[i]);
      *out++ = static_cast<std::int32_t>(encoding.ends[i]);
      *out++ = encoding.words[i];
      *out++ = encoding.texts[i];
      *out++ = encoding.types[i];
    }
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(packed_.data()));
  }

  std::optional<attnscope::ModelDescription> description_;
  attnscope::WeightFiles weights_;
  std::optional<Engine> engine_;
  std::optional<attnscope::Parameter> parameter_;
  attnscope::Buffer<char> text_;
  Encoding tokenized_;
  std::vector<std::int32_t> packed_;
  std::vector<double> words_;
  std::vector<std::uint32_t> kept_;
  Error refusal_{};
  std::vector<Encoding> added_;
  std::optional<Run> run_;
};

val reserve_threads(std::size_t count) {
  val stacks = val::array();
  std::size_t reserved = 0;
  for (; reserved < count; ++reserved) {
    void* stack = std::aligned_alloc(attnscope::kAlignment, kStackBytes);
    if (stack == nullptr) break;
    stacks.set(reserved, address(stack));
  }
  g_threads = new attnscope::Threads(1 + reserved);
  val result = val::object();
  result.set("stacks", stacks);
  result.set("stackBytes", number(kStackBytes));
  return result;
}

std::string simd_name() { return std::string(attnscope::simd_name()); }

}  // namespace

EMSCRIPTEN_BINDINGS(attnscope) {
  emscripten::class_<NativeEngine>("Engine")
      .constructor<>()
      .function("shards", &NativeEngine::shards)
      .function("reserveWeights", &NativeEngine::reserve_weights)
      .function("describe", &NativeEngine::describe)
      .function("load", &NativeEngine::load)
      .function("vocabulary", &NativeEngine::vocabulary)
      .function("reserveText", &NativeEngine::reserve_text)
      .function("tokenize", &NativeEngine::tokenize)
      .function("add", &NativeEngine::add)
      .function("refusal", &NativeEngine::refusal)
      .function("begin", &NativeEngine::begin)
      .function("step", &NativeEngine::step)
      .function("embeddings", &NativeEngine::embeddings)
      .function("kept", &NativeEngine::kept)
      .function("words", &NativeEngine::words)
      .function("times", &NativeEngine::times)
      .function("parameter", &NativeEngine::parameter)
      .function("end", &NativeEngine::end);
  emscripten::function("reserveThreads", &reserve_threads);
  emscripten::function("simdName", &simd_name);
}

// What each thread that JavaScript starts calls, and never returns from.
extern "C" void attnscope_serve() {
  if (g_threads != nullptr) g_threads->serve();
}
