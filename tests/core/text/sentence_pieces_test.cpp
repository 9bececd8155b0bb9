// SentencePiece's models and MarianTokenizer's files, against the reference:
// golden/generate/pieces.py says what it compares, and draws the same texts.
#include <bit>
#include <limits>
#include <span>

#include "draws.h"
#include "support.h"

namespace attnscope::test {
namespace {

std::filesystem::path model_folder(const char* name) {
  return data_dir() / "golden" / "families" / name / "model";
}

Result<Tokenizer> from_files(std::string_view model, std::string_view vocabulary,
                             std::string_view config = {}) {
  const auto settings = read_tokenizer_settings(config);
  REQUIRE(settings.has_value());
  return Tokenizer::from_sentence_pieces({model, vocabulary}, *settings);
}

TEST_CASE("sentencepiece's pieces and places, and MarianTokenizer's ids and texts, of 5,000 texts",
          "[text][golden][sentence-pieces]") {
  const Json cases = golden("tokenizers/sentence_pieces.json");
  const Json stages = golden("tokenizers/stages.json");
  const auto count = cases["count"].get<std::size_t>(), block = cases["block"].get<std::size_t>();
  REQUIRE(count >= 5000);
  REQUIRE(cases["settings"].size() >= 4);
  const auto texts = drawn_texts(stages["fragments"], count);
  const Json& prefixes = cases["prefixes"];

  for (const Json& setting : cases["settings"]) {
    INFO(setting["name"].get<std::string>());
    const auto folder = model_folder(setting["folder"].get<std::string>().c_str());
    const auto tokenizer = from_files(must_read(folder / setting["model"].get<std::string>()),
                                      must_read(folder / setting["vocabulary"].get<std::string>()),
                                      must_read(folder / "tokenizer_config.json"));
    INFO((tokenizer ? "" : tokenizer.error().message));
    REQUIRE(tokenizer.has_value());
    const auto size = setting["size"].get<std::size_t>();
    Draws draws(41);
    Hash hash;
    std::size_t wrong = 0, first_wrong = 0;
    for (std::size_t at = 0; at < count; ++at) {
      const std::string text =
          at % 5 == 0 ? prefixes[at / 5 % prefixes.size()].get<std::string>() + texts[at]
                      : texts[at];
      const Encoding encoding = must_encode(*tokenizer, text);
      std::vector<std::uint32_t> offsets;
      for (std::size_t i = 0; i + 1 < encoding.ids.size(); ++i) {
        offsets.insert(offsets.end(), {encoding.starts[i], encoding.ends[i]});
      }
      hash.add_list(encoding.ids);
      hash.add_list(offsets);
      std::vector<std::int32_t> drawn(draws.below(13));
      for (auto& id : drawn) id = static_cast<std::int32_t>(draws.below(size));
      std::string decoded;
      if (setting["decodes"].get<bool>()) {
        const bool skip = !setting["two"].get<bool>() || at % 2 == 0;
        auto made = tokenizer->decode(drawn, skip);
        REQUIRE(made.has_value());
        decoded = *made;
        for (std::size_t some = 0; some < drawn.size() && at % 10 == 0; ++some) {
          const auto open = tokenizer->decode(std::span(drawn).first(some), skip, true);
          REQUIRE((open && decoded.starts_with(*open)));
        }
      }
      hash.add_list(std::vector<std::uint8_t>(decoded.begin(), decoded.end()));
      if (at < setting["texts"].size()) {
        INFO("text " << at << ": " << Json(text).dump());
        const Json& expected = setting["texts"][at];
        CHECK(encoding.ids == expected["i"].get<std::vector<std::int32_t>>());
        CHECK(offsets == expected["o"].get<std::vector<std::uint32_t>>());
        CHECK(decoded == expected["d"].get<std::string>());
      }
      if (at % block != block - 1) continue;
      if (hash.text() != setting["blocks"][at / block].get<std::string>() && wrong++ == 0) {
        first_wrong = at / block;
      }
      hash = {};
    }
    INFO("the first wrong block of " << block << " texts is " << first_wrong);
    CHECK(wrong == 0);
  }
}

// Messages of Protocol Buffers.
std::string number(std::uint64_t value) {
  std::string out;
  for (; value > 0x7F; value >>= 7) out += static_cast<char>(value | 0x80);
  return out += static_cast<char>(value);
}
std::string bytes_field(unsigned field, std::string_view bytes) {
  return number(field << 3 | 2) + number(bytes.size()) + std::string(bytes);
}
std::string number_field(unsigned field, std::uint64_t value) {
  return number(field << 3) + number(value);
}
std::string float_field(unsigned field, float value) {
  std::string out = number(field << 3 | 5);
  const auto bits = std::bit_cast<std::uint32_t>(value);
  for (unsigned i = 0; i < 4; ++i) out += static_cast<char>(bits >> (8 * i));
  return out;
}
std::string piece(std::string_view text, float score, std::uint64_t type = 1) {
  return bytes_field(1, bytes_field(1, text) + float_field(2, score) + number_field(3, type));
}

const std::string kUnknownPiece = piece("<unk>", 0, 2);
const std::string kModel =
    kUnknownPiece + piece("\u2581", -2) + piece("a", -3) + piece("ab", -2.5f);
constexpr std::string_view kIds = R"({"</s>": 0, "<unk>": 1, "ab": 2, "a": 3, "b": 4})";

TEST_CASE("a small model cuts as its scores say, and the vocabulary knows what it does not",
          "[text][sentence-pieces]") {
  const auto tokenizer = from_files(kModel, kIds);
  INFO((tokenizer ? "" : tokenizer.error().message));
  REQUIRE(tokenizer.has_value());
  const Encoding encoding = must_encode(*tokenizer, " ab  ba");
  CHECK(encoding.ids == std::vector<std::int32_t>{1, 2, 1, 4, 3, 0});
  CHECK(offsets_of(encoding) == Offsets{{1, 1}, {1, 3}, {3, 5}, {5, 6}, {6, 7}, {0, 0}});
  CHECK(encoding.words == std::vector<std::int32_t>{0, 0, 1, 1, 1, -1});
  const auto unblanked =
      from_files(kModel + bytes_field(3, number_field(3, 0) + number_field(4, 0)), kIds);
  REQUIRE(unblanked.has_value());
  CHECK(must_encode(*unblanked, " ab ").ids == std::vector<std::int32_t>{1, 2, 1, 0});
}

TEST_CASE("a model of words takes a word whole, and unknown ones together as one",
          "[text][sentence-pieces]") {
  const std::string model = kUnknownPiece + piece("\u2581ab", -1) + piece("\u2581a", -2) +
                            bytes_field(2, number_field(3, 3));
  const auto tokenizer =
      from_files(model, R"({"</s>": 0, "<unk>": 1, "\u2581a": 2, "\u2581ab": 3, "\u2581x": 4})");
  REQUIRE(tokenizer.has_value());
  const Encoding encoding = must_encode(*tokenizer, " a  ab aa b a x");
  CHECK(encoding.ids == std::vector<std::int32_t>{2, 3, 1, 2, 4, 0});
  CHECK(offsets_of(encoding) == Offsets{{1, 2}, {2, 6}, {6, 11}, {11, 13}, {13, 15}, {0, 0}});
}

TEST_CASE("what is no such model is refused with the place", "[text][sentence-pieces]") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const struct {
    std::string model;
    ErrorCode code;
    const char* says;
  } cases[] = {
      {"", ErrorCode::kBadModel, "unknown"},
      {"version https://git-lfs.github.com/spec/v1", ErrorCode::kBadModel, "source.spm"},
      {"{\"a\": 1}", ErrorCode::kBadModel, "source.spm"},
      {kModel.substr(0, kModel.size() - 1), ErrorCode::kBadModel, "longer than what is left"},
      {kModel + "\x80", ErrorCode::kBadModel, "ends inside of a number"},
      {kModel + "\x08" + std::string(10, '\xFF'), ErrorCode::kBadModel, "more than 64 bits"},
      {kModel + "\x0A\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01", ErrorCode::kBadModel,
       "longer than what is left"},
      {kModel + std::string("\x00\x00", 2), ErrorCode::kBadModel, "no such number"},
      {kModel + "\x3B", ErrorCode::kBadModel, "kind that is not known"},
      {kModel + "\x3D\x01", ErrorCode::kBadModel, "ends inside of a number"},
      {kModel + number_field(1, 7), ErrorCode::kBadModel, "wrong kind"},
      {kModel + bytes_field(1, number_field(2, 7)), ErrorCode::kBadModel, "pieces[4]"},
      {kModel + piece("", -1), ErrorCode::kBadModel, "pieces[4]"},
      {kModel + piece("\xC3", -1), ErrorCode::kBadModel, "UTF-8"},
      {kModel + piece(std::string(1025, 'a'), -1), ErrorCode::kBadModel, "1024"},
      {kModel + piece("c", nan), ErrorCode::kBadModel, "no finite score"},
      {kModel + piece("c", std::numeric_limits<float>::infinity()), ErrorCode::kBadModel, "finite"},
      {kModel + piece("c", -1, 9), ErrorCode::kBadModel, "type 9"},
      {kModel + piece("c", -1, 4), ErrorCode::kUnsupported, "defined by a user"},
      {kModel + piece("<0x41>", -1, 6), ErrorCode::kUnsupported, "a byte"},
      {kModel + piece("a", -1), ErrorCode::kBadModel, "twice"},
      {kModel + piece("<u>", 0, 2), ErrorCode::kBadModel, "second piece"},
      {piece("a", -1), ErrorCode::kBadModel, "unknown"},
      {kUnknownPiece, ErrorCode::kBadModel, "no pieces"},
      {kModel + bytes_field(2, number_field(3, 2)), ErrorCode::kUnsupported, "model_type is 2"},
      {kModel + bytes_field(2, number_field(24, 1)), ErrorCode::kUnsupported, "suffix"},
      {kModel + bytes_field(3, number_field(5, 0)), ErrorCode::kUnsupported, "escape_whitespaces"},
      {kModel + bytes_field(3, bytes_field(2, "abc")), ErrorCode::kBadModel,
       "precompiled_charsmap"},
      {kModel + bytes_field(5, bytes_field(2, "abc")), ErrorCode::kUnsupported, "denormalizer"},
  };
  for (const auto& [model, code, says] : cases) {
    const auto tokenizer = from_files(model, kIds);
    INFO(says << " in " << model.size() << " bytes");
    REQUIRE_FALSE(tokenizer.has_value());
    INFO(tokenizer.error().message);
    CHECK(tokenizer.error().code == code);
    CHECK(tokenizer.error().message.find(says) != std::string::npos);
    CHECK(tokenizer.error().message.starts_with("source.spm: "));
  }
}

TEST_CASE("a vocab.json that is none is refused", "[text][sentence-pieces]") {
  const struct {
    const char* vocabulary;
    const char* says;
  } cases[] = {
      {"", "vocab.json"},
      {"[]", "one JSON object"},
      {"{}", "does not hold"},
      {R"({"<unk>": 0, "a": 1})", "</s>"},
      {R"({"</s>": 0, "a": 1})", "<unk>"},
      {R"({"</s>": 0, "<unk>": 0})", "id of its own"},
      {R"({"</s>": 0, "<unk>": 4000000000})", "id of its own"},
      {R"({"</s>": 0, "<unk>": -1})", "id of its own"},
      {R"({"</s>": 0, "<unk>": "1"})", "id of its own"},
      {R"({"</s>": 0, "<unk>": 1, "<unk>": 2})", "twice"},
      {R"({"</s>": 0, "<unk>": 1}}, "more": {"a": {})", "one JSON object"},
      {R"({"</s>": 0, "<unk>": 1}, "merges": [])", "one JSON object"},
  };
  for (const auto& [vocabulary, says] : cases) {
    INFO(vocabulary);
    const auto tokenizer = from_files(kModel, vocabulary);
    REQUIRE_FALSE(tokenizer.has_value());
    INFO(tokenizer.error().message);
    CHECK(tokenizer.error().code == ErrorCode::kBadModel);
    CHECK(tokenizer.error().message.find(says) != std::string::npos);
    CHECK(tokenizer.error().message.starts_with("vocab.json"));
  }
}

TEST_CASE("no start of a model, and no model with a byte changed, does harm",
          "[text][sentence-pieces]") {
  const std::string model = must_read(model_folder("marian") / "source.spm");
  const std::string vocabulary = must_read(model_folder("marian") / "vocab.json");
  Draws draws(77);
  std::size_t refused = 0;
  for (std::size_t i = 0; i < 400; ++i) {
    std::string changed = model;
    if (i % 2 == 0) changed.resize(draws.below(model.size()));
    for (std::size_t k = draws.below(4); k > 0 && !changed.empty(); --k) {
      changed[draws.below(changed.size())] = static_cast<char>(draws.below(256));
    }
    const auto tokenizer = from_files(changed, vocabulary);
    if (!tokenizer) {
      ++refused;
      CHECK_FALSE(tokenizer.error().message.empty());
      continue;
    }
    const Encoding encoding =
        must_encode(*tokenizer, "The \u00bd dogs\u200b a\u0308 >>x<< crossed \U0001F994.");
    for (const auto id : encoding.ids) CHECK_FALSE(tokenizer->piece(id).empty());
  }
  CHECK(refused > 200);
}

}  // namespace
}  // namespace attnscope::test
