#include "text/post_processor/assemble.h"

#include <cstdint>

namespace attnscope {
namespace {

void append_added(Encoding& out, const TemplatePart& part, std::uint8_t text) {
  out.ids.push_back(part.id);
  out.types.push_back(part.type);
  out.texts.push_back(text);
  out.starts.push_back(0);
  out.ends.push_back(0);
  out.words.push_back(-1);
  out.special.push_back(1);
}

void append_tokens(Encoding& out, const Tokens& tokens, std::size_t kept, const TemplatePart& part,
                   std::uint8_t text) {
  const std::size_t from = tokens.keeps_last ? tokens.kept.size() - kept : 0;
  const auto copy = [&](auto& to, auto member) {
    const std::size_t before = to.size();
    to.resize(before + kept);
    for (std::size_t i = 0; i < kept; ++i) to[before + i] = tokens.kept[from + i].*member;
  };
  copy(out.ids, &Tokens::Token::id);
  copy(out.starts, &Tokens::Token::start);
  copy(out.ends, &Tokens::Token::end);
  copy(out.words, &Tokens::Token::word);
  out.types.insert(out.types.end(), kept, part.type);
  out.texts.insert(out.texts.end(), kept, text);
  out.special.insert(out.special.end(), kept, std::uint8_t{0});
}

}  // namespace

void assemble(const Templates& templates, bool is_pair, const Vocabulary& vocabulary,
              const Tokens& first, const Tokens& second, std::size_t room, Encoding& out) {
  const Template& layout = is_pair ? templates.pair : templates.single;
  const auto [first_kept, second_kept] = cut_longest_first(first.total, second.total, room);

  out.clear();
  out.total = added_count(layout) + first.total + second.total;
  std::uint8_t text_before = 0;
  const auto append = [&](const Tokens& tokens, std::size_t kept, const TemplatePart& part) {
    const std::size_t before = out.ids.size();
    append_tokens(out, tokens, kept, part, text_before);
    const std::size_t from = tokens.keeps_last ? tokens.total - kept : 0;
    for (const BlankTrim trim : templates.trims) {
      trim_blanks(trim, vocabulary, tokens, from, before, out);
    }
  };
  for (const TemplatePart& part : layout) {
    switch (part.kind) {
      case TemplatePart::Kind::kAdded:
        append_added(out, part, text_before);
        break;
      case TemplatePart::Kind::kFirst:
        text_before = 0;
        append(first, first_kept, part);
        break;
      case TemplatePart::Kind::kSecond:
        text_before = 1;
        append(second, second_kept, part);
        break;
    }
  }
}

}  // namespace attnscope
