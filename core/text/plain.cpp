#include "text/plain.h"

namespace attnscope {

PlainCharacters::PlainCharacters(const NormaliserRules& rules, const Vocabulary& vocabulary,
                                 const WordPieceOptions& options)
    : PlainCharacters() {
  for (unsigned byte = 0; byte < words_.size(); ++byte) {
    const unsigned char normal = rules.ascii[byte];
    if (normal == NormaliserRules::kNothing) continue;
    const auto flags = unicode::properties(normal).flags;
    if (flags & unicode::kWhitespace) {
      kinds_[byte] = kBlank;
    } else if (flags & unicode::kPunctuation) {
      kinds_[byte] = kPunctuation;
      const char text = static_cast<char>(normal);
      const auto found = options.most_characters == 0 ? -1 : vocabulary.find({}, {&text, 1});
      words_[byte] = found < 0 ? options.unknown : found;
    } else if (normal > kPunctuation) {
      kinds_[byte] = normal;
    }
  }
}

}  // namespace attnscope
