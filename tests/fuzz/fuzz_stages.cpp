// Any bytes as text for BPE and Unigram. The first byte chooses a file: of some every stage runs
// and the encoding must be whole, of others the text is one word, and its tokens are those of the
// plain form of the model.
#include <memory>

#include "support.h"
#include "support/plain_stages.h"
#include "support/stage_files.h"

using namespace attnscope;
using namespace attnscope::fuzz;
using namespace attnscope::test;

namespace {

const std::vector<std::string> kLetters = {"<unk>", "a",  "b",   "c",    "\u00e9", "ab",     "abc",
                                           "bc",    "aa", "aaa", "aaaa", "ca",     "b\u00e9"};
const std::vector<double> kScores = {0, -2, -2.5, -9, -6, -3, -7.5, -4, -4, -5, -8, -3.25, -8};
const std::vector<std::pair<std::string, std::string>> kMerges = {
    {"b", "c"},   {"a", "b"}, {"a", "a"},      {"ab", "c"}, {"aa", "a"},
    {"aa", "aa"}, {"c", "a"}, {"b", "\u00e9"}, {"a", "bc"}};

Tokenizer load(const std::string& json) {
  auto made = Tokenizer::from_json(json);
  if (!made) std::fprintf(stderr, "%s\n", made.error().message.c_str());
  must(made.has_value(), "the fuzzer's own tokenizer loads");
  return std::move(*made);
}

Tokenizer one_word(bool is_bpe) {
  std::string vocab, merges;
  for (std::size_t id = 0; id < kLetters.size(); ++id) {
    const std::string piece = '"' + kLetters[id] + '"';
    vocab += id ? "," : "";
    vocab += is_bpe ? piece + ":" + std::to_string(id)
                    : "[" + piece + "," + std::to_string(kScores[id]) + "]";
  }
  for (const auto& [left, right] : kMerges) {
    merges += merges.empty() ? "" : ",";
    merges += "[\"" + left + "\",\"" + right + "\"]";
  }
  return load(is_bpe ? "{\"model\":{\"type\":\"BPE\",\"unk_token\":\"<unk>\",\"vocab\":{" + vocab +
                           "},\"merges\":[" + merges + "]}}"
                     : "{\"model\":{\"type\":\"Unigram\",\"unk_id\":0,\"vocab\":[" + vocab + "]}}");
}

void compare(std::string_view text, bool is_bpe) {
  static const Tokenizer bpe = one_word(true), unigram = one_word(false);
  static const PlainPieces pieces = [] {
    PlainPieces made;
    for (std::size_t id = 0; id < kLetters.size(); ++id) {
      made.emplace(kLetters[id], static_cast<std::int32_t>(id));
    }
    return made;
  }();
  const auto encoding = (is_bpe ? bpe : unigram).encode(text, std::nullopt, 100'000);
  must(encoding.has_value(), "any text can be tokenized");
  const auto expected =
      is_bpe ? plain_bpe(text, pieces, kMerges, 0) : plain_unigram(text, pieces, kScores, 0);
  std::vector<PlainPiece> got;
  for (std::size_t i = 0; i < encoding->ids.size(); ++i) {
    got.push_back({encoding->ids[i], encoding->starts[i], encoding->ends[i]});
  }
  must(got == expected, "the model gives the tokens of its plain form");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 2), size - 2);
  static const auto made = [] {
    std::vector<Tokenizer> list;
    for (const auto& file : tiny_stage_files()) list.push_back(load(file));
    return list;
  }();
  const std::size_t which = data[0] % (made.size() + 2);
  if (which >= made.size()) {
    compare(text.substr(0, 300), which == made.size());
    return 0;
  }
  const std::size_t most = data[1] == 0 ? 100'000 : 4 + data[1] % 32;
  const auto parts = parts_of(text, 2);
  const std::string_view first = parts[0], second = parts.size() > 1 ? parts[1] : "";
  auto encoding = made[which].encode(first, second, most);
  must(encoding.has_value(), "any text can be tokenized");
  must_be_good(*encoding, made[which], first.size(), second.size(), most, false);
  for (const OffsetUnit unit : {OffsetUnit::kUtf16, OffsetUnit::kUtf8}) {
    Encoding converted = *encoding;
    convert_offsets(converted, first, second, unit);
    must_be_good(converted, made[which], first.size(), second.size(), most, false);
  }
  return 0;
}
