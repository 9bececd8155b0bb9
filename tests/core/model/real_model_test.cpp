// The default model as it is published, against what the reference read from it.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <string>

#include "base/json.h"
#include "families/families.h"
#include "model/safetensors.h"
#include "run/transformer.h"
#include "support/files.h"
#include "support/make_safetensors.h"

using namespace attnscope;
using namespace attnscope::test;

namespace {

Facts read_config() {
  const auto config = read_text(model_dir() / "config.json");
  const auto modules = read_text(model_dir() / "modules.json");
  const auto pooling = read_text(model_dir() / "1_Pooling" / "config.json");
  REQUIRE((config && modules && pooling));
  return read_facts({*config, *modules, *pooling}).value();
}

Transformer read_model() {
  const auto file = read_file(model_dir() / "model.safetensors");
  REQUIRE(file);
  auto loaded = Transformer::load(read_config(), to_buffer(*file));
  REQUIRE(loaded);
  return std::move(*loaded);
}

// Rows of a [T, 384] float32 tensor of a golden file.
std::vector<float> golden(const Bytes& file, std::string_view name) {
  const auto index = read_safetensors(file);
  REQUIRE(index);
  const TensorInfo* tensor = index->find(name);
  REQUIRE(tensor);
  std::vector<float> values((tensor->end - tensor->begin) / sizeof(float));
  std::memcpy(values.data(), file.data() + tensor->begin, values.size() * sizeof(float));
  return values;
}

// The token ids of the golden case `id`.
std::vector<std::size_t> golden_ids(std::string_view id) {
  const auto text = read_text(data_dir() / "golden" / "minilm" / "cases.json");
  REQUIRE(text);
  const Json json = parse_json(*text, "cases.json").value();
  const Json& cases = json.at("cases");
  for (const Json& one : cases) {
    if (one.at("id") == id) return one.at("ids").get<std::vector<std::size_t>>();
  }
  FAIL("no golden case of that name");
  return {};
}

}  // namespace

TEST_CASE("real model: its config is what its authors say", "[model][real]") {
  const Facts config = read_config();
  CHECK((config.first().layers == 6 && config.first().heads == 12 && config.width == 384 &&
         config.first().head_width == 32));
  CHECK((config.first().feed_forward == 1536 && config.vocabulary == 30522 &&
         config.max_tokens == 512 && config.type_rows == 2));
  CHECK(config.pooling == Pooling::kMean);
  CHECK(config.normalize);
}

TEST_CASE("real model: every tensor has its shape, and only three are unused", "[model][real]") {
  const Transformer loaded = read_model();
  const auto words = loaded.tensors().parameter("embeddings.word", std::nullopt);
  const auto inner =
      loaded.tensors().parameter("layers.5.feedForward.in.weight", RowRange{0, 1536});
  REQUIRE((words && inner));
  CHECK((words->rows == 30522 && words->cols == 384));
  CHECK(inner->cols == 384);
  CHECK(loaded.tensors().unused() == std::vector<std::string>{"embeddings.position_ids",
                                                              "pooler.dense.bias",
                                                              "pooler.dense.weight"});
  CHECK(loaded.tensors().storage() == "float32");
}

TEST_CASE("real model: embedding rows are the reference's to the bit", "[model][real]") {
  const Transformer loaded = read_model();
  const auto table = [&](const char* name) {
    return loaded.tensors().parameter(name, std::nullopt).value().values;
  };
  const auto held_words = table("embeddings.word"), held_positions = table("embeddings.position"),
             held_types = table("embeddings.type");
  const auto file = read_file(data_dir() / "golden" / "minilm" / "steps" / "p01.safetensors");
  REQUIRE(file);
  const auto ids = golden_ids("p01");
  const auto words = golden(*file, "emb.word");
  const auto positions = golden(*file, "emb.position");
  const auto types = golden(*file, "emb.type");
  REQUIRE(words.size() == ids.size() * 384);
  std::size_t different = 0;
  for (std::size_t t = 0; t < ids.size(); ++t) {
    for (std::size_t i = 0; i < 384; ++i) {
      different += words[t * 384 + i] != held_words[ids[t] * 384 + i];
      different += positions[t * 384 + i] != held_positions[t * 384 + i];
      different += types[t * 384 + i] != held_types[i];
    }
  }
  CHECK(different == 0);
}
