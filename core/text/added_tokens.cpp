#include "text/added_tokens.h"

#include <algorithm>
#include <tuple>

#include "base/sorting.h"
#include "text/unicode/unicode.h"

namespace attnscope {
namespace {

bool is_blank(std::string_view text, std::size_t at) {
  return unicode::properties(unicode::decode(text, at).point).flags & unicode::kWhitespace;
}

// Where the character that ends at `end` begins; end > 0.
std::size_t character_before(std::string_view text, std::size_t end) {
  std::size_t at = end - 1;
  while (at > 0 && end - at < 4 && (text[at] & 0xC0) == 0x80) --at;
  // Bytes that are no UTF-8 are characters of their own.
  return at + unicode::decode(text, at).bytes == end ? at : end - 1;
}

bool is_word(std::string_view text, std::size_t at) {
  return unicode::properties(unicode::decode(text, at).point).flags & unicode::kWord;
}

// Where the blanks that end at `end` begin, not before `from`.
std::size_t blanks_before(std::string_view text, std::size_t from, std::size_t end) {
  while (end > from) {
    const std::size_t at = character_before(text, end);
    if (at < from || !is_blank(text, at)) break;
    end = at;
  }
  return end;
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

}  // namespace

AddedTokens::AddedTokens(std::vector<AddedToken> tokens) : tokens_(std::move(tokens)) {
  const auto by_content = [](const AddedToken& t) { return std::tie(t.content, t.id); };
  heap_sort(tokens_, by_content);
  const auto again = std::ranges::unique(tokens_, {}, &AddedToken::content);
  tokens_.erase(again.begin(), again.end());
  for (const auto& token : tokens_) {
    first_bytes_.set(static_cast<unsigned char>(token.content.front()));
  }
  if (first_bytes_.count() == 1) only_first_ = tokens_.front().content[0];
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

// The next token at at_ or later, and at_ where it begins; nullptr at the end.
const AddedToken* AddedTokens::Search::find() {
  for (; at_ < text_.size(); ++at_) {
    if (tokens_.only_first_) {
      at_ = find_byte(text_, at_, *tokens_.only_first_);
      if (at_ == text_.size()) break;
    } else if (!tokens_.first_bytes_.test(static_cast<unsigned char>(text_[at_]))) {
      continue;
    }
    if (const AddedToken* token = tokens_.longest_at(text_, at_)) return token;
  }
  return nullptr;
}

bool AddedTokens::Search::is_alone(std::size_t begin, std::size_t end) const {
  return (begin == 0 || !is_word(text_, character_before(text_, begin))) &&
         (end == text_.size() || !is_word(text_, end));
}

std::size_t AddedTokens::Search::blanks_end(std::size_t at) {
  if (at >= run_begin_ && at <= run_end_) return run_end_;
  run_begin_ = run_end_ = at;
  while (run_end_ < text_.size() && is_blank(text_, run_end_))
    run_end_ += unicode::decode(text_, run_end_).bytes;
  return run_end_;
}

std::optional<AddedTokens::Match> AddedTokens::Search::next() {
  if (tokens_.empty()) return std::nullopt;
  while (const AddedToken* token = find()) {
    std::size_t begin = at_, end = at_ += token->content.size();
    // Shorter tokens that begin at the same place are not tried.
    if (token->single_word && !is_alone(begin, end)) continue;
    if (token->lstrip) begin = std::max(taken_, blanks_before(text_, taken_, begin));
    if (token->rstrip) end = blanks_end(end);
    taken_ = end;
    // Nothing is left where all of it was taken along (the reference panics, or drops it).
    if (begin < end) return Match{begin, end, token->id};
  }
  return std::nullopt;
}

}  // namespace attnscope
