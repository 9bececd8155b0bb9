#include "text/added_tokens.h"

#include <algorithm>

#include "text/unicode.h"

namespace attnscope {
namespace {

bool is_blank(std::string_view text, std::size_t at) {
  return unicode::properties(unicode::decode(text, at).point).flags & unicode::kWhitespace;
}

// Where the blanks that end at `end` begin, not before `from`.
std::size_t blanks_before(std::string_view text, std::size_t from, std::size_t end) {
  std::size_t begin = end;
  for (std::size_t at = end; at > from;) {
    --at;
    if ((text[at] & 0xC0) == 0x80) continue;
    // Only a character that reaches exactly to the blanks is next to them.
    if (at + unicode::decode(text, at).bytes != begin || !is_blank(text, at)) break;
    begin = at;
  }
  return begin;
}

// Where `byte` is next, or the end. By blocks that the compiler makes one vector each: in
// WebAssembly, memchr reads a few bytes at a time.
std::size_t find_byte(std::string_view text, std::size_t at, char byte) {
  constexpr std::size_t kBlock = 16;
  for (; at + kBlock <= text.size(); at += kBlock) {
    unsigned char found = 0;
    for (std::size_t i = 0; i < kBlock; ++i) found |= text[at + i] == byte;
    if (found != 0) break;
  }
  while (at < text.size() && text[at] != byte) ++at;
  return at;
}

std::size_t blanks_after(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text, at)) at += unicode::decode(text, at).bytes;
  return at;
}

}  // namespace

AddedTokens::AddedTokens(std::vector<AddedToken> tokens) : tokens_(std::move(tokens)) {
  std::sort(tokens_.begin(), tokens_.end(),
            [](const AddedToken& a, const AddedToken& b) { return a.content < b.content; });
  for (const auto& token : tokens_) {
    first_bytes_.set(static_cast<unsigned char>(token.content.front()));
  }
  if (first_bytes_.count() == 1) only_first_ = tokens_.front().content[0];
}

const std::string* AddedTokens::duplicate() const {
  const auto twice = std::adjacent_find(
      tokens_.begin(), tokens_.end(),
      [](const AddedToken& a, const AddedToken& b) { return a.content == b.content; });
  return twice == tokens_.end() ? nullptr : &twice->content;
}

// Narrows the sorted tokens byte by byte to those that start like the text.
const AddedToken* AddedTokens::longest_at(std::string_view text, std::size_t at) const {
  const AddedToken* longest = nullptr;
  auto low = tokens_.begin(), high = tokens_.end();
  for (std::size_t depth = 0; low != high && at + depth < text.size(); ++depth) {
    const auto byte = static_cast<unsigned char>(text[at + depth]);
    const auto byte_of = [depth](const AddedToken& token) {
      return token.content.size() > depth ? static_cast<unsigned char>(token.content[depth]) : -1;
    };
    low = std::partition_point(low, high, [&](const auto& t) { return byte_of(t) < byte; });
    high = std::partition_point(low, high, [&](const auto& t) { return byte_of(t) == byte; });
    // The shortest of those that share a start comes first.
    if (low != high && low->content.size() == depth + 1) longest = &*low;
  }
  return longest;
}

std::optional<AddedTokens::Match> AddedTokens::next(std::string_view text, std::size_t from) const {
  if (empty()) return std::nullopt;
  for (std::size_t at = from; at < text.size(); ++at) {
    if (only_first_) {
      at = find_byte(text, at, *only_first_);
      if (at == text.size()) break;
    } else if (!first_bytes_.test(static_cast<unsigned char>(text[at]))) {
      continue;
    }
    const AddedToken* token = longest_at(text, at);
    if (token == nullptr) continue;
    std::size_t begin = at, end = at + token->content.size();
    if (token->lstrip) begin = blanks_before(text, from, begin);
    if (token->rstrip) end = blanks_after(text, end);
    return Match{begin, end, token->id};
  }
  return std::nullopt;
}

}  // namespace attnscope
