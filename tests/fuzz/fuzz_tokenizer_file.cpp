// Any text as tokenizer.json: refused, or a tokenizer that makes whole encodings of texts that try
// it.
#include "support.h"

using namespace attnscope;
using namespace attnscope::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto tokenizer = Tokenizer::from_json({reinterpret_cast<const char*>(data), size});
  if (!tokenizer) {
    must_be_good(tokenizer.error());
    return 0;
  }
  const std::string first =
      "Unaffable [MASK],  the caf\u00e9 cats \uD55C\u732B\u0130 e\u0323\u0301 [CLS]x\xff";
  const std::string second = "mat. on[SEP]able";
  for (const std::size_t most : {std::size_t{8}, std::size_t{512}}) {
    auto encoding = tokenizer->encode(first, second, most);
    if (!encoding) {
      must_be_good(encoding.error());
      continue;
    }
    must_be_good(*encoding, *tokenizer, first.size(), second.size(), most, false);
    convert_offsets(*encoding, first, second, OffsetUnit::kUtf16);
    must_be_good(*encoding, *tokenizer, first.size(), second.size(), most, false);
  }
  for (std::size_t id = 0; id < tokenizer->vocabulary_size() && id < 64; ++id)
    must(tokenizer->piece(static_cast<std::int32_t>(id)).size() <= 1024,
         "a piece is no longer than may be");
  return 0;
}
