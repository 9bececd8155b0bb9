#include "text/pre_tokenizer/plain.h"

namespace attnscope {

PlainCharacters::PlainCharacters(const NormaliserRules& rules, const Vocabulary& vocabulary,
                                 const WordPieceOptions& options) {
  for (unsigned byte = 0; byte < punctuation.size(); ++byte) {
    const unsigned char normal = rules.ascii[byte];
    if (normal == NormaliserRules::kNothing) continue;
    const auto flags = unicode::properties(normal).flags;
    if (flags & unicode::kWhitespace) {
      kinds[byte] = kBlank;
    } else if (flags & unicode::kPunctuation) {
      kinds[byte] = kPunctuation;
      const char text = static_cast<char>(normal);
      const auto found = options.most_characters == 0 ? -1 : vocabulary.find({}, {&text, 1});
      punctuation[byte] = found < 0 ? options.unknown : found;
    } else if (normal > kPunctuation) {
      kinds[byte] = normal;
    }
  }
}

}  // namespace attnscope
