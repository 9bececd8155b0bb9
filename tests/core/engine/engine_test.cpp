// The engine as its users meet it: files in, tokens and numbers out, refusals as values.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/json.h"
#include "engine/engine.h"
#include "support/files.h"
#include "support/tiny_model.h"

namespace attnscope {
namespace {

ModelText tiny_text() {
  return {{test::kTinyConfig, test::kTinyModules, test::kTinyPooling}, test::kTinyTokenizer};
}

Engine tiny_engine() {
  auto engine = Engine::load(tiny_text(), test::to_buffer(test::tiny_weights()));
  REQUIRE(engine.has_value());
  return std::move(*engine);
}

Encoding encode(const Engine& engine, std::string_view text) {
  auto encoding = engine.tokenize(text, std::nullopt, OffsetUnit::kUtf8);
  REQUIRE(encoding.has_value());
  return std::move(*encoding);
}

Run finished_run(const Engine& engine, std::span<const Encoding> encodings,
                 const TraceSelection& selection = {}) {
  auto run = engine.begin(encodings, selection);
  REQUIRE(run.has_value());
  Result<bool> more = true;
  while (more && *more) more = run->step();
  REQUIRE(more.has_value());
  return std::move(*run);
}

TEST_CASE("a model loads and says what it is", "[engine]") {
  const Engine engine = tiny_engine();

  CHECK(engine.facts().first().layers == 2);
  CHECK(engine.facts().first().heads == 2);
  CHECK(engine.facts().first().head_width == 4);
  CHECK(engine.tokenizer().vocabulary_size() == 12);
  CHECK(engine.tensors().unused().empty());
}

TEST_CASE("a text becomes a unit vector", "[engine]") {
  const Engine engine = tiny_engine();
  const std::vector encodings = {encode(engine, "The cats sat on the mat.")};

  const Run run = finished_run(engine, encodings);

  REQUIRE(run.embeddings().rows == 1);
  double norm = 0;
  for (const float x : run.embeddings().row(0)) norm += double(x) * x;
  CHECK(std::abs(std::sqrt(norm) - 1) < 1e-6);
}

TEST_CASE("texts run together equal the same texts alone, bit for bit", "[engine]") {
  const Engine engine = tiny_engine();
  const std::vector together = {encode(engine, "the cat"), encode(engine, "cats sat on the mat ."),
                                encode(engine, "")};

  const Run batch = finished_run(engine, together);

  for (std::size_t i = 0; i < together.size(); ++i) {
    const Run alone = finished_run(engine, std::span(&together[i], 1));
    const auto expected = alone.embeddings().row(0);
    const auto actual = batch.embeddings().row(i);
    CHECK(std::vector<float>(actual.begin(), actual.end()) ==
          std::vector<float>(expected.begin(), expected.end()));
  }
}

TEST_CASE("a trace holds what was asked for and nothing else", "[engine]") {
  const Engine engine = tiny_engine();
  const std::vector encodings = {encode(engine, "the cat sat")};
  TraceSelection selection;
  selection.attention = {false, true, false, false};  // layer 0, head 1

  const Run run = finished_run(engine, encodings, selection);

  CHECK(run.trace().kept().size() == 1);
  const ConstMatrix weights = run.trace().head(0, 1, Part::kWeights);
  REQUIRE(weights.rows == 5);
  for (std::size_t row = 0; row < weights.rows; ++row) {
    double sum = 0;
    for (const float w : weights.row(row)) sum += w;
    CHECK(std::abs(sum - 1) < 1e-6);
  }
}

TEST_CASE("a text past the limit is cut and its whole length is said", "[engine]") {
  const Engine engine = tiny_engine();
  std::string text;
  for (int i = 0; i < 40; ++i) text += "cat ";

  const Encoding encoding = encode(engine, text);

  CHECK(encoding.ids.size() == 16);
  CHECK(encoding.total == 42);
}

TEST_CASE("a parameter is read by name, whole or some rows", "[engine]") {
  const Engine engine = tiny_engine();

  const auto whole = engine.parameter("layers.1.feedForward.in.weight", std::nullopt);
  const auto rows = engine.parameter("layers.1.feedForward.in.weight", RowRange{3, 5});
  const auto vector = engine.parameter("layers.1.feedForward.in.bias", RowRange{3, 5});

  REQUIRE((whole && rows && vector));
  CHECK((whole->rows == 16 && whole->cols == 8));
  CHECK((rows->rows == 2 && rows->cols == 8));
  CHECK(std::ranges::equal(rows->values, whole->values.subspan(3 * 8, 2 * 8)));
  CHECK((vector->rows == 2 && vector->cols == 0 && vector->values.size() == 2));
}

TEST_CASE("a name that no parameter has is refused, and those that there are are said",
          "[engine][hostile]") {
  const Engine engine = tiny_engine();
  for (const std::string name :
       {"", "embeddings", "embeddings.words", "layers.2.attention.key.bias",
        "layers.01.attention.key.bias", "layers.-1.attention.key.bias", "layers..attention",
        "layers.0attention.key.bias", "layers.0.", "layers.0.attention.key.bias ", "layers.0",
        "layers.99999999999999999999999.attention.key.bias", "Layers.0.attention.key.bias"}) {
    INFO(name);
    const auto found = engine.parameter(name, std::nullopt);
    REQUIRE_FALSE(found.has_value());
    CHECK(found.error().code == ErrorCode::kBadInput);
    CHECK(found.error().message.find('"' + name + '"') != std::string::npos);
    CHECK(found.error().message.find("embeddings.word,") != std::string::npos);
    CHECK(found.error().message.find("layers.N. (N from 0 to 1)") != std::string::npos);
    CHECK(found.error().message.find("feedForward.norm.gain") != std::string::npos);
  }
}

TEST_CASE("rows that a parameter does not have are refused", "[engine][hostile]") {
  const Engine engine = tiny_engine();
  constexpr std::size_t kMost = static_cast<std::size_t>(-1);
  for (const RowRange rows : {RowRange{0, 13},
                              {12, 13},
                              {5, 5},
                              {5, 4},
                              {0, 0},
                              {kMost, 1},
                              {0, kMost},
                              {kMost, kMost}}) {
    INFO(rows.first << " to " << rows.end);
    const auto found = engine.parameter("embeddings.word", rows);
    REQUIRE_FALSE(found.has_value());
    CHECK(found.error().code == ErrorCode::kBadInput);
    CHECK(found.error().message.find("between 0 and 12") != std::string::npos);
  }
}

TEST_CASE("files of different models are refused together", "[engine][hostile]") {
  std::string config(test::kTinyConfig);
  const auto at = config.find("\"vocab_size\": 12");
  config.replace(at, 16, "\"vocab_size\": 11");
  ModelText text = tiny_text();
  text.config.config = config;

  const auto engine = Engine::load(text, test::to_buffer(test::tiny_weights()));

  REQUIRE_FALSE(engine.has_value());
  CHECK(engine.error().code == ErrorCode::kBadModel);
  CHECK(engine.error().message.find("vocab_size 11") != std::string::npos);
}

TEST_CASE("the small files are judged before there are weights", "[engine][hostile]") {
  ModelText text = tiny_text();
  CHECK(describe(text).has_value());

  text.config.config = R"({"hidden_size": )";
  const auto broken_config = describe(text);
  text = tiny_text();
  text.tokenizer = "[[[";
  const auto broken_tokenizer = describe(text);

  REQUIRE_FALSE(broken_config.has_value());
  CHECK(broken_config.error().message.find("config.json") != std::string::npos);
  REQUIRE_FALSE(broken_tokenizer.has_value());
  CHECK(broken_tokenizer.error().message.find("tokenizer.json") != std::string::npos);
}

TEST_CASE("a text is cut to what the files say, or to what is asked for", "[engine]") {
  struct Row {
    const char* sentence_bert;
    const char* tokenizer_config;
    std::optional<std::uint64_t> asked;
    std::size_t limit;
  };
  for (const Row& row :
       {Row{"", "", {}, 16}, Row{R"({"max_seq_length": 6})", "", {}, 6},
        Row{R"({"max_seq_length": null})", R"({"model_max_length": 7})", {}, 7},
        Row{R"({"max_seq_length": 9})", R"({"model_max_length": 7})", {}, 9},
        Row{R"({"max_seq_length": 300})", "", {}, 16},
        Row{"", R"({"model_max_length": 1000000000000000019884624838656})", {}, 16},
        Row{R"({"max_seq_length": 6})", "", 16, 16}}) {
    ModelText text = tiny_text();
    text.config.sentence_bert = row.sentence_bert;
    text.tokenizer_config = row.tokenizer_config;
    const auto described = describe(text, row.asked);
    REQUIRE(described.has_value());
    CHECK(described->facts.max_tokens == row.limit);
    CHECK(described->facts.token_limit() == 16);
  }
  for (const std::uint64_t wrong : {0, 17}) {
    const auto refused = describe(tiny_text(), wrong);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == ErrorCode::kBadInput);
    CHECK(refused.error().message.find("from 1 to 16") != std::string::npos);
  }
}

TEST_CASE("a prompt is read with the text, and is not of it", "[engine]") {
  ModelText text = tiny_text();
  text.config.sentence_transformers =
      R"({"prompts": {"ask": "the mat ", "none": ""}, "default_prompt_name": "ask"})";
  auto engine = Engine::load(text, test::to_buffer(test::tiny_weights()));
  REQUIRE(engine.has_value());

  const auto plain = engine->tokenize("the cat", std::nullopt, OffsetUnit::kUtf16, "");
  const auto asked = engine->tokenize("the cat", std::nullopt, OffsetUnit::kUtf16);
  const auto whole = engine->tokenize("the mat the cat", std::nullopt, OffsetUnit::kUtf16, "");

  REQUIRE((plain && asked && whole));
  CHECK(asked->ids == whole->ids);
  CHECK(asked->words == std::vector<std::int32_t>{-1, kPromptWord, kPromptWord, 0, 1, -1});
  CHECK(asked->starts == std::vector<std::uint32_t>{0, 0, 0, 0, 4, 0});
  CHECK(asked->ends == std::vector<std::uint32_t>{0, 0, 0, 3, 7, 0});
  CHECK(asked->unpooled == 0);
  CHECK(plain->ids.size() == 4);
  CHECK_FALSE(engine->prompts().find("nope").has_value());
}

TEST_CASE("a run over no text at all is refused", "[engine][hostile]") {
  const Engine engine = tiny_engine();

  const auto run = engine.begin({}, {});

  REQUIRE_FALSE(run.has_value());
  CHECK(run.error().code == ErrorCode::kBadInput);
}

TEST_CASE("weights with a NaN load, and the run that meets it says so", "[engine][hostile]") {
  auto tensors = test::tiny_tensors();
  const float nan = std::nanf("");
  std::memcpy(tensors[0].data.data() + 6 * 8 * sizeof(float), &nan, sizeof nan);  // a row of "cat"
  auto engine = Engine::load(tiny_text(), test::to_buffer(test::make_safetensors(tensors)));
  REQUIRE(engine.has_value());
  const std::vector encodings = {encode(*engine, "the cat")};

  auto run = engine->begin(encodings, {});
  Result<bool> more = run ? Result<bool>(true) : std::unexpected(run.error());
  while (more && *more) more = run->step();

  REQUIRE_FALSE(more.has_value());
  CHECK(more.error().code == ErrorCode::kNonFinite);
  CHECK_NOTHROW(finished_run(*engine, std::vector{encode(*engine, "the mat")}));
}

TEST_CASE("Marian's two languages are read with the files of each", "[engine][sentence-pieces]") {
  const auto name = GENERATE(Catch::Generators::as<std::string>{}, "marian", "marian-relu-f16");
  const bool has_two = name != "marian";
  const auto folder = test::data_dir() / "golden" / "families" / name;
  const auto read = [&](const char* file) {
    auto text = test::read_text(folder / "model" / file);
    REQUIRE(text.has_value());
    return std::move(*text);
  };
  const std::string config = read("config.json"), tokenizer_config = read("tokenizer_config.json"),
                    json = read("tokenizer.json"), source = read("source.spm"),
                    target = read("target.spm"), ids = read("vocab.json"),
                    target_ids = has_two ? read("target_vocab.json") : "";
  ModelText text{
      .config = {.config = config}, .tokenizer = json, .tokenizer_config = tokenizer_config};
  const auto plain = describe(text);
  REQUIRE(plain.has_value());
  CHECK_FALSE(plain->target_tokenizer.has_value());

  text.source_pieces = source;
  text.target_pieces = target;
  text.piece_ids = ids;
  text.target_piece_ids = target_ids;
  const auto described = describe(text);
  INFO((described ? "" : described.error().message));
  REQUIRE(described.has_value());
  REQUIRE(described->target_tokenizer.has_value());
  const auto file = test::read_text(folder / "cases.json");
  REQUIRE(file.has_value());
  const auto cases = parse_json(*file, "cases");
  REQUIRE(cases.has_value());
  for (const Json& expected : (*cases)["cases"]) {
    using Ids = std::vector<std::int32_t>;
    const auto from =
        described->tokenizer.encode(expected["text"].get<std::string>(), std::nullopt, 1000);
    const auto to = described->target_tokenizer->encode(expected["target"].get<std::string>(),
                                                        std::nullopt, 1000);
    REQUIRE((from && to));
    CHECK(from->ids == expected["ids"].get<Ids>());
    CHECK(to->ids == expected["labels"].get<Ids>());
  }
  for (const Json& expected : (*cases)["generations"]) {
    const auto written = described->target_tokenizer->decode(
        expected["generated"].get<std::vector<std::int32_t>>(), true);
    REQUIRE(written.has_value());
    CHECK(*written == expected["generated_text"].get<std::string>());
  }

  const std::string many = R"({"</s>": 0, "<unk>": 1, "a": 900})";
  text.target_piece_ids = many;
  const auto refused = describe(text);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().message.find("target_vocab.json has ids up to 900") != std::string::npos);
}

}  // namespace
}  // namespace attnscope
