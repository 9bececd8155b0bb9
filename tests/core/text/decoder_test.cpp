// Ids to text, against the reference: golden/generate/decoding.py says how the ids are drawn, and
// draws them alike.
#include "draws.h"
#include "support.h"
#include "text/unicode/unicode.h"

namespace attnscope::test {
namespace {

std::string decoded(const Tokenizer& tokenizer, const std::vector<std::int32_t>& ids,
                    bool skip_special = false, bool open = false) {
  auto text = tokenizer.decode(ids, skip_special, open);
  INFO((text ? "" : text.error().message));
  REQUIRE(text.has_value());
  return std::move(*text);
}

// The text that is open grows by whole characters, and is the start of all of it.
void check_grows(const Tokenizer& tokenizer, const std::vector<std::int32_t>& ids,
                 const std::string& whole) {
  std::string before;
  for (std::size_t count = 1; count <= ids.size(); ++count) {
    const std::string now =
        decoded(tokenizer, {ids.begin(), ids.begin() + static_cast<int>(count)}, false, true);
    REQUIRE(now.starts_with(before));
    for (std::size_t at = 0; at < now.size();) {
      const auto [point, bytes] = unicode::decode(now, at);
      REQUIRE((point != unicode::kReplacement || now.compare(at, 3, "\uFFFD") == 0));
      at += bytes;
    }
    before = now;
  }
  REQUIRE(whole.starts_with(before));
}

TEST_CASE("5,000 lists of ids a decoder give the reference's text", "[text][golden][decoder]") {
  Json models = golden("tokenizers/models.json");
  const Json cases = golden("tokenizers/decoders.json");
  models["marks"] = cases["models"]["marks"];
  const Json stages = golden("tokenizers/stages.json");
  const auto count = cases["count"].get<std::size_t>(), block = cases["block"].get<std::size_t>();
  REQUIRE(count >= 5000);
  REQUIRE(cases["settings"].size() >= 14);
  const auto texts = drawn_texts(stages["fragments"], count);

  for (const Json& setting : cases["settings"]) {
    INFO(setting["name"].get<std::string>());
    const Tokenizer tokenizer = must_load(file_of(setting, models));
    const auto size = setting["size"].get<std::size_t>();
    Draws draws(31);
    Hash hash;
    std::size_t wrong = 0, first_wrong = 0;
    for (std::size_t at = 0; at < count; ++at) {
      std::vector<std::int32_t> ids;
      if (at % 2 == 0) {
        ids = must_encode(tokenizer, texts[at]).ids;
        ids.erase(ids.begin(), ids.begin() + static_cast<int>(draws.below(ids.size() + 1)));
      } else {
        const std::size_t length = draws.below(13);
        for (std::size_t i = 0; i < length; ++i) {
          ids.push_back(static_cast<std::int32_t>(draws.below(size + 2)));
        }
      }
      const std::string text = decoded(tokenizer, ids, at % 3 == 0);
      hash.add_list(std::vector<std::uint8_t>(text.begin(), text.end()));
      if (at < setting["texts"].size()) CHECK(text == setting["texts"][at].get<std::string>());
      if (at % 10 == 1) check_grows(tokenizer, ids, decoded(tokenizer, ids));
      if (at % block != block - 1) continue;
      if (hash.text() != setting["blocks"][at / block].get<std::string>() && wrong++ == 0) {
        first_wrong = at / block;
      }
      hash = {};
    }
    INFO("the first wrong block of " << block << " lists is " << first_wrong);
    CHECK(wrong == 0);
  }
}

Json small_file() { return must_parse(kSmallFile); }

Tokenizer with_decoder(std::string_view decoder) {
  Json file = small_file();
  file["decoder"] = must_parse(decoder);
  return must_load(file.dump());
}

TEST_CASE("without a decoder tokens stand between blanks, and unknown ids are passed over",
          "[text][decoder]") {
  const Tokenizer tokenizer = must_load(kSmallFile);
  CHECK(decoded(tokenizer, {2, 5, 6, 99, -1, 3}) == "[CLS] un ##aff [SEP]");
  CHECK(decoded(tokenizer, {2, 5, 6, 3}, true) == "un ##aff");
  CHECK(decoded(tokenizer, {}).empty());
}

TEST_CASE("a stop takes no more than there is", "[text][decoder]") {
  const Tokenizer tokenizer = with_decoder(
      R"({"type": "Sequence", "decoders": [{"type": "Fuse"},
          {"type": "Strip", "content": "a", "start": 2, "stop": 3}]})");
  CHECK(decoded(tokenizer, {9, 9}).empty());
  CHECK(decoded(tokenizer, {9, 9, 9, 5, 9, 9, 9, 9}) == "auna");
  CHECK(decoded(tokenizer, {}).empty());
}

TEST_CASE("a decoder that is not known is refused by name, and only where it is asked for",
          "[text][decoder]") {
  const struct {
    const char* decoder;
    ErrorCode code;
    const char* says;
  } cases[] = {
      {R"({"type": "CTC"})", ErrorCode::kUnsupported, "\"CTC\""},
      {R"({"type": "Sequence", "decoders": [{"type": "Fuse"}, {"type": "X"}]})",
       ErrorCode::kUnsupported, "decoder.decoders[1].type"},
      {R"({"type": "Sequence", "decoders": 3})", ErrorCode::kBadModel, "decoder.decoders"},
      {R"({"type": "Replace", "pattern": {"Regex": "a+"}, "content": "b"})",
       ErrorCode::kUnsupported, "decoder.pattern"},
      {R"({"type": "Replace", "pattern": {"String": ""}, "content": "b"})", ErrorCode::kUnsupported,
       "decoder.pattern.String"},
      {R"({"type": "Strip", "content": " ", "start": -1, "stop": 0})", ErrorCode::kUnsupported,
       "decoder.start"},
      {R"({"type": "WordPiece", "cleanup": 3})", ErrorCode::kBadModel, "decoder.cleanup"},
      {R"({"type": "Sequence", "decoders": [
            {"type": "Replace", "pattern": {"String": "a"}, "content": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},
            {"type": "Replace", "pattern": {"String": "a"}, "content": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},
            {"type": "Replace", "pattern": {"String": "a"}, "content": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}]})",
       ErrorCode::kUnsupported, "times longer"},
      {R"(7)", ErrorCode::kBadModel, "decoder is 7"},
  };
  for (const auto& [decoder, code, says] : cases) {
    INFO(decoder);
    const Tokenizer tokenizer = with_decoder(decoder);
    CHECK(must_encode(tokenizer, "the").ids.size() == 3);
    const auto text = tokenizer.decode(std::vector<std::int32_t>{5}, false);
    REQUIRE_FALSE(text.has_value());
    CHECK(text.error().code == code);
    CHECK(text.error().message.find(says) != std::string::npos);
  }
}

}  // namespace
}  // namespace attnscope::test
