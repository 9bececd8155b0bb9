// The tokenizer against the reference: every public case, exactly.
#include "support.h"

#include <catch2/generators/catch_generators.hpp>

#include <algorithm>

namespace attnscope::test {
namespace {

std::string string_of(const Json& object, const char* key) {
  const Json* value = find(object, key);
  return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
}

std::optional<std::string> pair_of(const Json& object) {
  const Json* value = find(object, "text_pair");
  if (value == nullptr || !value->is_string()) return std::nullopt;
  return value->get<std::string>();
}

std::optional<std::string_view> view(const std::optional<std::string>& text) {
  return text ? std::optional<std::string_view>(*text) : std::nullopt;
}

template <class T>
std::vector<T> numbers(const Json& list, T null_is) {
  std::vector<T> values;
  for (const Json& value : list) values.push_back(value.is_null() ? null_is : value.get<T>());
  return values;
}

Offsets offset_pairs(const Json& list) {
  Offsets pairs;
  for (const Json& value : list) {
    pairs.emplace_back(value[0].get<std::uint32_t>(), value[1].get<std::uint32_t>());
  }
  return pairs;
}

// One entry of a cases.json, whichever model it is from.
// As the reference has them: -1 for added tokens.
std::vector<std::int8_t> sequence_ids_of(const Encoding& encoding) {
  std::vector<std::int8_t> ids(encoding.texts.begin(), encoding.texts.end());
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (encoding.special[i]) ids[i] = -1;
  return ids;
}

void check_case(const Tokenizer& tokenizer, const Json& expected) {
  INFO("case " << string_of(expected, "id"));
  const std::string text = string_of(expected, "text");
  const auto pair = pair_of(expected);
  const Json& max_length = expected["max_length"];
  const std::size_t limit = max_length.is_null() ? kNoLimit : max_length.get<std::size_t>();

  Encoding encoding = must_encode(tokenizer, text, view(pair), limit);

  CHECK(encoding.ids == numbers<std::int32_t>(expected["ids"], -1));
  CHECK(pieces_of(tokenizer, encoding) == expected["tokens"].get<std::vector<std::string>>());
  CHECK(encoding.types == numbers<std::int32_t>(expected["type_ids"], -1));
  CHECK(encoding.words == numbers<std::int32_t>(expected["word_ids"], -1));
  CHECK(sequence_ids_of(encoding) == numbers<std::int8_t>(expected["sequence_ids"], -1));
  CHECK(encoding.special == numbers<std::uint8_t>(expected["special_tokens_mask"], 0));
  CHECK(encoding.total == expected["n_untruncated"].get<std::size_t>());
  CHECK(offsets_of(encoding) == offset_pairs(expected["offsets"]));
  convert_offsets(encoding, text, view(pair), OffsetUnit::kUtf16);
  CHECK(offsets_of(encoding) == offset_pairs(expected["offsets_utf16"]));
}

TEST_CASE("all 37 inputs give the reference's tokens, offsets, words and masks", "[text][golden]") {
  const Json file = golden("minilm/cases.json");
  REQUIRE(file["cases"].size() == 37);

  for (const Json& expected : file["cases"]) check_case(minilm_tokenizer(), expected);
}

TEST_CASE("a cased Chinese model's inputs give the reference's tokens", "[text][golden]") {
  const auto path = model_dir().parent_path() / "bge-small-zh-v1.5" / "tokenizer.json";
  const auto json = read_text(path);
  if (!json) {
    SKIP("bge-small-zh-v1.5's tokenizer was NOT tested: there is no " << path.string());
  }
  const Tokenizer tokenizer = must_load(*json);
  const Json file = golden("more-models/bge-small-zh-v1.5/cases.json");

  for (const Json& expected : file["cases"]) check_case(tokenizer, expected);
}

// The mask tokens of an encoding, as the reference finds them.
std::vector<std::size_t> masks_of(const Tokenizer& tokenizer, const Encoding& encoding) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < encoding.ids.size(); ++i) {
    if (encoding.ids[i] == tokenizer.mask_id()) places.push_back(i);
  }
  return places;
}

TEST_CASE("a family's inputs give the reference's tokens and masks, by its settings or without",
          "[text][golden][family]") {
  const auto name = GENERATE(Catch::Generators::as<std::string>{}, "bert", "distilbert", "electra",
                             "roberta", "albert");
  const bool has_settings = GENERATE(false, true);
  const auto folder = data_dir() / "golden" / "families" / name;
  const auto settings = read_tokenizer_settings(
      has_settings ? must_read(folder / "model" / "tokenizer_config.json") : std::string());
  REQUIRE(settings.has_value());
  const auto tokenizer =
      Tokenizer::from_json(must_read(folder / "model" / "tokenizer.json"), *settings);
  REQUIRE(tokenizer.has_value());
  const Json file = must_parse(must_read(folder / "cases.json"));
  REQUIRE(file["cases"].size() >= 14);
  std::size_t masks = 0;

  for (const Json& expected : file["cases"]) {
    // DistilBERT's settings say that its model is given no types.
    if (!has_settings || name != "distilbert") check_case(*tokenizer, expected);
    const auto pair = pair_of(expected);
    const Encoding encoding = must_encode(*tokenizer, string_of(expected, "text"), view(pair),
                                          expected["max_length"].get<std::size_t>());
    CHECK(masks_of(*tokenizer, encoding) == expected["masks"].get<std::vector<std::size_t>>());
    masks += expected["masks"].size();
  }
  CHECK(masks > 0);
}

TEST_CASE("1,200 random strings give the reference's ids and offsets", "[text][golden]") {
  const std::string lines = must_read(data_dir() / "golden/minilm/stress.jsonl");
  std::size_t count = 0;

  for (std::size_t at = 0; at < lines.size(); ++count) {
    const std::size_t end = lines.find('\n', at);
    const Json expected = must_parse(std::string_view(lines).substr(at, end - at));
    at = end == std::string::npos ? lines.size() : end + 1;
    Offsets offsets;
    const Json& flat = expected["o"];
    for (std::size_t i = 0; i < flat.size(); i += 2) {
      offsets.emplace_back(flat[i].get<std::uint32_t>(), flat[i + 1].get<std::uint32_t>());
    }

    const Encoding encoding = must_encode(minilm_tokenizer(), string_of(expected, "t"));

    INFO("line " << count + 1 << ": " << expected["t"].dump());
    CHECK(encoding.ids == numbers<std::int32_t>(expected["i"], -1));
    CHECK(offsets_of(encoding) == offsets);
  }

  CHECK(count == 1200);
}

// What is kept where only one of two texts may be cut; nothing where that text
// is too short for it. Our own call always cuts the longest first, so the other
// strategies are checked on the whole encoding, of which they keep all but that
// text's tail.
std::optional<Encoding> cut_only(const Encoding& whole, std::int8_t which, std::size_t max_tokens) {
  const auto sequence_ids = sequence_ids_of(whole);
  const auto own =
      static_cast<std::size_t>(std::count(sequence_ids.begin(), sequence_ids.end(), which));
  const std::size_t excess = whole.ids.size() - std::min(max_tokens, whole.ids.size());
  if (excess >= own) return std::nullopt;
  std::size_t left = own - excess;
  Encoding kept;
  for (std::size_t i = 0; i < whole.ids.size(); ++i) {
    if (sequence_ids[i] == which) {
      if (left == 0) continue;
      --left;
    }
    kept.ids.push_back(whole.ids[i]);
    kept.types.push_back(whole.types[i]);
    kept.starts.push_back(whole.starts[i]);
    kept.ends.push_back(whole.ends[i]);
    kept.special.push_back(whole.special[i]);
  }
  return kept;
}

TEST_CASE("all 114 truncation, pair and padding cases keep the reference's tokens",
          "[text][golden]") {
  const Json file = golden("minilm/truncation_padding.json");
  REQUIRE(file["cases"].size() == 114);

  for (const Json& expected : file["cases"]) {
    const std::string text = string_of(expected, "text");
    const auto pair = pair_of(expected);
    const std::string strategy = string_of(expected["options"], "truncation");
    const auto limit = expected["options"]["max_length"].get<std::size_t>();
    INFO(expected["options"].dump() << " on " << text << " | " << pair.value_or("(no pair)"));

    const auto kept = strategy == "only_first"
                          ? cut_only(must_encode(minilm_tokenizer(), text, view(pair)), 0, limit)
                      : strategy == "only_second"
                          ? cut_only(must_encode(minilm_tokenizer(), text, view(pair)), 1, limit)
                          : must_encode(minilm_tokenizer(), text, view(pair), limit);

    REQUIRE(kept.has_value() == (find(expected, "error") == nullptr));
    if (!kept) continue;
    // Padding is the reference's option, never ours: what counts is before it.
    const auto mask = numbers<int>(expected["attention_mask"], 0);
    const auto real = static_cast<std::size_t>(std::count(mask.begin(), mask.end(), 1));
    const auto head = [real](auto values) {
      values.resize(std::min(values.size(), real));
      return values;
    };
    CHECK(kept->ids == head(numbers<std::int32_t>(expected["ids"], -1)));
    CHECK(kept->types == head(numbers<std::int32_t>(expected["type_ids"], -1)));
    CHECK(kept->special == head(numbers<std::uint8_t>(expected["special_tokens_mask"], 0)));
    CHECK(offsets_of(*kept) == head(offset_pairs(expected["offsets"])));
  }
}

}  // namespace
}  // namespace attnscope::test
