// Any bytes as text or pair of texts: what core makes of it in one stream is what the plain rules
// make of it, pass by pass. The first byte chooses the tokenizer's settings, the second the limit;
// byte 0x1E parts the two texts.
#include <memory>

#include "support.h"
#include "support/plain_tokenizer.h"

using namespace attnscope;
using namespace attnscope::fuzz;

namespace {

const std::vector<std::string> kPieces = {"[PAD]",      "[UNK]",
                                          "[CLS]",      "[SEP]",
                                          "[MASK]",     "a",
                                          "##a",        "b",
                                          "##b",        "un",
                                          "##aff",      "##able",
                                          "able",       "the",
                                          "cat",        "##s",
                                          ",",          ".",
                                          "!",          "##e",
                                          "e",          "cafe",
                                          "i",          "##i",
                                          "i\u0307",    "\u00e9",
                                          "##\u0301",   "e\u0301",
                                          "A",          "\u732b",
                                          "\u1112",     "##\u1161",
                                          "##\u11ab",   "\u1112\u1161\u11ab",
                                          "\uac00",     "##\uac00",
                                          "[",          "]",
                                          "mask",       "0",
                                          "##0",        "\u0958",
                                          "\u0915",     "##\u093c",
                                          "\u00df",     "ss",
                                          "\U0001f600", "##\U0001f600",
                                          "\ufffd",     "##\ufffd"};

struct Pair {
  Tokenizer ours;
  test::PlainTokenizer plain;
};

Pair make(unsigned settings) {
  const NormaliserOptions options{(settings & 1) != 0, (settings & 2) != 0, (settings & 4) != 0,
                                  (settings & 8) != 0};
  test::PlainTokenizer plain;
  plain.options = options;
  plain.unknown = 1;
  plain.most_characters = settings & 16 ? 5 : 100;
  std::string vocab, added;
  for (std::size_t id = 0; id < kPieces.size(); ++id) {
    vocab += (id ? ",\"" : "\"") + kPieces[id] + "\":" + std::to_string(id);
    plain.vocabulary.emplace(kPieces[id], id);
    if (id >= 5) continue;
    added += (id ? ",{\"id\":" : "{\"id\":") + std::to_string(id) + ",\"content\":\"" +
             kPieces[id] + "\",\"special\":true,\"normalized\":false}";
    plain.added.emplace(kPieces[id], id);
  }
  const auto flag = [](bool on) { return on ? "true" : "false"; };
  const std::string json =
      "{\"added_tokens\":[" + added +
      "],\"normalizer\":{\"type\":\"BertNormalizer\",\"clean_text\":" + flag(options.clean_text) +
      ",\"handle_chinese_chars\":" + flag(options.handle_chinese_chars) +
      ",\"strip_accents\":" + flag(options.strip_accents) +
      ",\"lowercase\":" + flag(options.lowercase) +
      "},\"pre_tokenizer\":{\"type\":\"BertPreTokenizer\"},\"post_processor\":{\"type\":"
      "\"BertProcessing\","
      "\"sep\":[\"[SEP]\",3],\"cls\":[\"[CLS]\",2]},\"model\":{\"type\":\"WordPiece\",\"unk_"
      "token\":\"[UNK]\","
      "\"continuing_subword_prefix\":\"##\",\"max_input_chars_per_word\":" +
      std::to_string(plain.most_characters) + ",\"vocab\":{" + vocab + "}}}";
  auto ours = Tokenizer::from_json(json);
  if (!ours) std::fprintf(stderr, "%s\n", ours.error().message.c_str());
  must(ours.has_value(), "the fuzzer's own tokenizer loads");
  return {std::move(*ours), std::move(plain)};
}

const Pair& tokenizers(unsigned settings) {
  static std::unique_ptr<Pair> made[32];
  auto& pair = made[settings % 32];
  if (!pair) pair = std::make_unique<Pair>(make(settings % 32));
  return *pair;
}

// Tokens of one of the texts, as the plain rules list them.
std::vector<test::PlainToken> tokens_of(const Encoding& encoding, std::uint8_t which) {
  std::vector<test::PlainToken> tokens;
  for (std::size_t i = 0; i < encoding.ids.size(); ++i)
    if (encoding.texts[i] == which && !encoding.special[i])
      tokens.push_back({encoding.ids[i], encoding.starts[i], encoding.ends[i], encoding.words[i]});
  return tokens;
}

void must_start(const std::vector<test::PlainToken>& tokens,
                const std::vector<test::PlainToken>& of) {
  must(tokens.size() <= of.size() && std::equal(tokens.begin(), tokens.end(), of.begin()),
       "one stream gives the tokens of the plain rules");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const auto& [ours, plain] = tokenizers(data[0]);
  const std::size_t most = data[1] == 0 ? 100'000 : 3 + data[1] % 32;
  const auto parts = parts_of({reinterpret_cast<const char*>(data + 2), size - 2}, 2);
  const std::string_view first = parts[0],
                         second = parts.size() > 1 ? parts[1] : std::string_view{};

  auto encoding = ours.encode(first, second, most);
  must(encoding.has_value(), "any text can be tokenized");
  must_be_good(*encoding, ours, first.size(), second.size(), most);
  const auto expected_first = plain.tokens(first), expected_second = plain.tokens(second);
  const std::size_t added = second.empty() ? 2 : 3;
  must(encoding->total == added + expected_first.size() + expected_second.size(),
       "all tokens are counted");
  must(encoding->ids.size() == std::min(most, encoding->total),
       "a text is cut at the limit and not before");
  must_start(tokens_of(*encoding, 0), expected_first);
  must_start(tokens_of(*encoding, 1), expected_second);
  for (const OffsetUnit unit : {OffsetUnit::kUtf16, OffsetUnit::kUtf8}) {
    Encoding converted = *encoding;
    convert_offsets(converted, first, second, unit);
    must_be_good(converted, ours, first.size(), second.size(), most);
  }
  return 0;
}
