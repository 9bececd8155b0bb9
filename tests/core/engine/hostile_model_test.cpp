// Every file of the hostile list goes through the whole engine: a typed error in place of harm, and
// the next load works.
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <limits>

#include "engine/engine.h"
#include "model/safetensors.h"
#include "support/hostile_files.h"

namespace attnscope::test {
namespace {

Result<Engine> load(std::string_view config, std::string_view tokenizer, const Bytes& weights) {
  return Engine::load({{config, kTinyModules, kTinyPooling}, tokenizer}, to_buffer(weights));
}

bool good_model_works() {
  const auto engine = load(kTinyConfig, kTinyTokenizer, tiny_weights());
  if (!engine) return false;
  const auto encoding = engine->tokenize("the cats sat", std::nullopt, OffsetUnit::kUtf16);
  if (!encoding || encoding->ids != std::vector<std::int32_t>{2, 5, 6, 7, 8, 3}) return false;
  auto run = engine->begin(std::span(&*encoding, 1), {});
  Result<bool> more = run.has_value();
  while (more && *more) more = run->step();
  return more.has_value() && run->embeddings().rows == 1 &&
         std::isfinite(run->embeddings().row(0)[0]);
}

TEST_CASE("every hostile weights file is refused as it should be, and then the good model loads",
          "[engine][hostile]") {
  for (const HostileWeights& hostile : hostile_weights()) {
    INFO(hostile.name);
    const auto index = read_safetensors(hostile.file);
    const auto engine = load(kTinyConfig, kTinyTokenizer, hostile.file);

    CHECK(index.has_value() == !hostile.refusal.has_value());
    if (hostile.refusal && !index) CHECK(index.error().code == *hostile.refusal);
    // What is legal as a container still lacks the model's tensors.
    REQUIRE_FALSE(engine.has_value());
    CHECK(engine.error().code == hostile.refusal.value_or(ErrorCode::kBadModel));
    CHECK_FALSE(engine.error().message.empty());
    CHECK(engine.error().message.size() < 4000);
  }
  CHECK(good_model_works());
}

TEST_CASE("every hostile config is refused, and what is code or a path in one is ignored",
          "[engine][hostile]") {
  for (const HostileText& hostile : hostile_configs()) {
    INFO(hostile.name);
    REQUIRE(hostile.text != kTinyConfig);
    const auto engine = load(hostile.text, kTinyTokenizer, tiny_weights());

    CHECK(engine.has_value() == !hostile.refusal.has_value());
    if (!engine) CHECK(engine.error().code == hostile.refusal);
    if (engine) CHECK(engine->facts().width == 8);
  }
  CHECK(good_model_works());
}

TEST_CASE("every hostile tokenizer file is refused", "[engine][hostile]") {
  for (const HostileText& hostile : hostile_tokenizers()) {
    INFO(hostile.name);
    REQUIRE(hostile.text != kTinyTokenizer);
    const auto engine = load(kTinyConfig, hostile.text, tiny_weights());

    REQUIRE_FALSE(engine.has_value());
    CHECK(engine.error().code == hostile.refusal);
  }
  CHECK(good_model_works());
}

TEST_CASE("a missing and a misshapen tensor are both named", "[engine][hostile]") {
  auto tensors = tiny_tensors();
  tensors[0].shape = {8, 12};
  tensors.erase(tensors.begin() + 5);
  const auto engine = load(kTinyConfig, kTinyTokenizer, make_safetensors(tensors));

  REQUIRE_FALSE(engine.has_value());
  CHECK(engine.error().code == ErrorCode::kBadModel);
  CHECK(engine.error().message.find("embeddings.word_embeddings.weight") != std::string::npos);
  CHECK(engine.error().message.find("encoder.layer.0.attention.self.query.weight") !=
        std::string::npos);
}

TEST_CASE("weights of nothing but NaN load, and each run says that the numbers are not finite",
          "[engine][hostile]") {
  auto tensors = tiny_tensors();
  const std::vector<float> nan(tensors[0].data.size() / 4, std::numeric_limits<float>::quiet_NaN());
  for (std::size_t i = 0; i < nan.size(); ++i)
    std::memcpy(tensors[0].data.data() + 4 * i, &nan[i], 4);
  const auto engine = load(kTinyConfig, kTinyTokenizer, make_safetensors(tensors));
  REQUIRE(engine.has_value());
  const auto encoding = engine->tokenize("the cat", std::nullopt, OffsetUnit::kUtf8);
  REQUIRE(encoding.has_value());

  auto run = engine->begin(std::span(&*encoding, 1), {});
  Result<bool> more = true;
  if (run) {
    while (more && *more) more = run->step();
  } else {
    more = std::unexpected(run.error());
  }

  REQUIRE_FALSE(more.has_value());
  CHECK(more.error().code == ErrorCode::kNonFinite);
}

}  // namespace
}  // namespace attnscope::test
