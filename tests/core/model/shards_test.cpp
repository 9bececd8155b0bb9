// Weights cut into several files: read as one, and every contradiction refused by name.
#include "model/shards.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "support/make_safetensors.h"
#include "support/tiny_parameters.h"

using namespace attnscope;
using namespace attnscope::test;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr std::string_view kFirst = "model-00001-of-00002.safetensors";
constexpr std::string_view kSecond = "model-00002-of-00002.safetensors";

// The tiny model in two shards: every second tensor in the second one.
struct Sharded {
  std::string map;
  std::vector<TensorSpec> parts[2];
  std::vector<std::string> names;

  explicit Sharded(std::string_view dtype = "F32") {
    std::size_t i = 0;
    for (TensorSpec& tensor : tiny_tensors(dtype)) {
      put(tensor.name, i % 2 ? kSecond : kFirst);
      parts[i++ % 2].push_back(std::move(tensor));
    }
  }
  void put(const std::string& tensor, std::string_view file) {
    map += (map.empty() ? "\"" : ", \"") + tensor + "\": \"" + std::string(file) + '"';
  }
  std::string index() const {
    return R"({"metadata": {"total_size": 1}, "weight_map": {)" + map + "}}";
  }
  Result<WeightFiles> files() const {
    auto read = read_shard_index(index());
    if (!read) return std::unexpected(read.error());
    std::vector<Buffer<std::byte>> buffers;
    for (const auto& part : parts) buffers.push_back(to_buffer(make_safetensors(part)));
    return WeightFiles(std::move(buffers), std::move(*read));
  }
  Result<Transformer> load() const {
    auto given = files();
    if (!given) return std::unexpected(given.error());
    return Transformer::load(tiny_facts(), std::move(*given));
  }
};

std::string weight_map(std::string_view entries) {
  return R"({"weight_map": {)" + std::string(entries) + "}}";
}

}  // namespace

TEST_CASE("shards hold the numbers of the one file") {
  for (const std::string_view dtype : {"F32", "F16"}) {
    const auto many = Sharded(dtype).load();
    INFO((many ? "" : many.error().message));
    REQUIRE(many);
    CHECK(is_tiny(*many));
  }
}

TEST_CASE("a sharded model runs as the whole one does") {
  const ModelText text{{kTinyConfig, kTinyModules, kTinyPooling}, kTinyTokenizer};
  for (const Precision precision : {Precision::kFloat32, Precision::kInt8}) {
    const auto embedding = [&](WeightFiles files) {
      const auto engine = Engine::load(text, std::move(files), nullptr, precision);
      REQUIRE(engine);
      const auto encoding = engine->tokenize("the cats sat", {}, OffsetUnit::kUtf8);
      auto run = engine->begin(std::span(&*encoding, 1), {});
      REQUIRE(run);
      for (Result<bool> more = true; more && *more;) more = run->step();
      const auto row = run->embeddings().row(0);
      return std::vector<float>(row.begin(), row.end());
    };
    CHECK(embedding(to_buffer(tiny_weights())) == embedding(Sharded().files().value()));
  }
}

TEST_CASE("a shard is a file in the same folder, or the index is refused") {
  for (const std::string_view name :
       {"", "../x.safetensors", "a/b.safetensors", "a\\\\b.safetensors", "/x.safetensors",
        "C:x.safetensors", "http://x/y.safetensors", "x.safetensors?y", "x.safetensors#y",
        "%2e%2e%2fx.safetensors", "x.bin", ".safetensors", "..safetensors", "x.safetensors\\u0000",
        "x\\n.safetensors", "x .safetensors", "\\u00e9.safetensors"}) {
    INFO(name);
    const auto index = read_shard_index(weight_map(R"("a": ")" + std::string(name) + '"'));
    REQUIRE_FALSE(index);
    CHECK(index.error().code == ErrorCode::kBadModel);
    CHECK_THAT(index.error().message,
               ContainsSubstring("model.safetensors.index.json: the tensor \"a\" lies in"));
  }
  for (const std::string_view json :
       {"[]", "{}", R"({"weight_map": []})", R"({"weight_map": {}})", R"({"weight_map": null})",
        R"({"weight_map": {"a": 3}})", R"({"weight_map": {"a": null}})", "", "null", "{"}) {
    INFO(json);
    const auto index = read_shard_index(json);
    REQUIRE_FALSE(index);
    CHECK(index.error().code == ErrorCode::kBadModel);
    CHECK_THAT(index.error().message, ContainsSubstring("model.safetensors.index.json"));
  }
}

TEST_CASE("the files of an index come once each, in order") {
  const auto index = read_shard_index(
      weight_map(R"("b": "y.safetensors", "a": "x.safetensors", "c": "x.safetensors")"));
  REQUIRE(index);
  CHECK(index->files == std::vector<std::string>{"x.safetensors", "y.safetensors"});
  CHECK(index->tensors ==
        std::vector<std::pair<std::string, std::size_t>>{{"a", 0}, {"b", 1}, {"c", 0}});
}

TEST_CASE("shards that contradict the index are refused by name") {
  const auto refused = [](const Sharded& sharded, const std::string& message) {
    const auto weights = sharded.load();
    REQUIRE_FALSE(weights);
    CHECK(weights.error().code == ErrorCode::kBadModel);
    CHECK_THAT(weights.error().message, ContainsSubstring(message));
  };
  SECTION("a tensor in another shard") {
    Sharded sharded;
    sharded.parts[1].push_back(std::move(sharded.parts[0].back()));
    const std::string name = sharded.parts[1].back().name;
    sharded.parts[0].pop_back();
    refused(sharded, '"' + name + "\" should be in \"" + std::string(kFirst) + "\", but is in \"" +
                         std::string(kSecond) + '"');
  }
  SECTION("a tensor in no shard") {
    Sharded sharded;
    const std::string name = sharded.parts[0].back().name;
    sharded.parts[0].pop_back();
    refused(sharded, '"' + name + "\" should be in \"" + std::string(kFirst) + "\", but is not");
  }
  SECTION("a tensor in both") {
    Sharded sharded;
    sharded.parts[1].push_back(sharded.parts[0].back());
    refused(sharded, "is in both");
  }
  SECTION("a tensor that the index has and no model needs") {
    Sharded sharded;
    sharded.put("extra", kSecond);
    refused(sharded, "\"extra\" should be in");
  }
  SECTION("a shard that is no safetensors file says its own name") {
    auto given = Sharded().files().value();
    given.files[1] = to_buffer(text_bytes("<html>"));
    const auto weights = Transformer::load(tiny_facts(), std::move(given));
    REQUIRE_FALSE(weights);
    CHECK_THAT(weights.error().message, ContainsSubstring(std::string(kSecond) + ": "));
  }
  SECTION("one shard too few") {
    auto given = Sharded().files().value();
    given.files.pop_back();
    const auto weights = Transformer::load(tiny_facts(), std::move(given));
    REQUIRE_FALSE(weights);
    CHECK_THAT(weights.error().message, ContainsSubstring("names 2 files, but 1 were given"));
  }
}
