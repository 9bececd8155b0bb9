#include "text/decoder/decoder.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>

#include "text/pre_tokenizer/steps.h"
#include "text/unicode/unicode.h"

namespace attnscope {
namespace {

using Texts = std::vector<std::string>;

constexpr std::string_view kUnreadable = "\xEF\xBF\xBD";

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  std::string made;
  std::size_t at = 0;
  for (std::size_t found; (found = text.find(from, at)) != std::string::npos;
       at = found + from.size()) {
    made.append(text, at, found - at).append(to);
  }
  if (at != 0) text = std::move(made.append(text, at));
}

std::string join(const Texts& texts, std::string_view between = {}) {
  std::string all;
  for (const std::string& text : texts) {
    if (&text != texts.data()) all += between;
    all += text;
  }
  return all;
}

// A byte that begins a character whose other bytes may still come.
bool is_cut(std::string_view text, std::size_t at, std::uint32_t bytes) {
  const auto lead = static_cast<unsigned char>(text[at]);
  return at + bytes == text.size() && lead >= 0xC2 && lead <= 0xF4 &&
         text.substr(at) != kUnreadable;
}

std::string readable(std::string_view bytes, bool open) {
  std::string text;
  for (std::size_t at = 0; at < bytes.size();) {
    const auto [point, count] = unicode::decode(bytes, at);
    if (point != unicode::kReplacement) {
      text.append(bytes, at, count);
    } else if (!open || !is_cut(bytes, at, count)) {
      text += kUnreadable;
    }
    at += count;
  }
  return text;
}

using ByteOfCharacter = std::array<std::int16_t, 0x144>;

ByteOfCharacter bytes_of_characters() {
  ByteOfCharacter bytes;
  bytes.fill(-1);
  for (unsigned byte = 0; byte < 256; ++byte) {
    bytes[character_of_byte(static_cast<unsigned char>(byte))] = static_cast<std::int16_t>(byte);
  }
  return bytes;
}

// A token with any other character is its own bytes.
void add_bytes(const ByteOfCharacter& byte_of, std::string_view token, std::string& out) {
  const std::size_t before = out.size();
  for (std::size_t at = 0; at < token.size();) {
    const auto [point, count] = unicode::decode(token, at);
    if (point >= byte_of.size() || byte_of[point] < 0) {
      out.resize(before);
      out += token;
      return;
    }
    out += static_cast<char>(byte_of[point]);
    at += count;
  }
}

// "<0x41>", as the reference parses it: two hexadecimal digits, or a sign and one.
int byte_of(std::string_view token) {
  if (token.size() != 6 || !token.starts_with("<0x") || token[5] != '>') return -1;
  const auto digit = [](char c) {
    const char low = static_cast<char>(c | 0x20);
    return c >= '0' && c <= '9' ? c - '0' : low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
  };
  const int high = token[3] == '+' ? 0 : digit(token[3]), low = digit(token[4]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

Texts without_byte_tokens(const Texts& tokens, bool open) {
  Texts out;
  std::string run;
  const auto end_run = [&] {
    if (run.empty()) return;
    std::size_t at = 0;
    while (at < run.size()) {
      const auto [point, count] = unicode::decode(run, at);
      if (point == unicode::kReplacement && run.compare(at, 3, kUnreadable) != 0) break;
      at += count;
    }
    if (at < run.size()) {
      for (std::size_t i = 0; i < run.size(); ++i) out.emplace_back(kUnreadable);
    } else {
      out.push_back(run);
    }
    run.clear();
  };
  for (const std::string& token : tokens) {
    if (const int byte = byte_of(token); byte >= 0) {
      run += static_cast<char>(byte);
      continue;
    }
    end_run();
    out.push_back(token);
  }
  // The next byte may make all of an open run unreadable.
  if (!open) end_run();
  return out;
}

void draw_near(std::string& token) {
  static constexpr std::string_view kMarks[][2] = {
      {" .", "."},   {" ?", "?"},     {" !", "!"},     {" ,", ","},
      {" ' ", "'"},  {" n't", "n't"}, {" 'm", "'m"},   {" do not", " don't"},
      {" 's", "'s"}, {" 've", "'ve"}, {" 're", "'re"},
  };
  for (const auto& [from, to] : kMarks) replace_all(token, from, to);
}

void strip(const DecoderStep& step, std::string& token) {
  const std::string& mark = step.pattern;
  std::size_t begin = 0, end = token.size();
  for (std::size_t i = 0; i < step.starts && token.compare(begin, mark.size(), mark) == 0; ++i) {
    begin += mark.size();
  }
  for (std::size_t i = 0; i < step.stops && end >= begin + mark.size() &&
                          token.compare(end - mark.size(), mark.size(), mark) == 0;
       ++i) {
    end -= mark.size();
  }
  token = token.substr(begin, end - begin);
}

std::string sentence(const DecoderStep& step, const Texts& tokens) {
  std::string text;
  bool begins = true;
  for (std::string token : tokens) {
    if (std::ranges::find(step.specials, token) != step.specials.end()) {
      text.append(token).append(" ");
      begins = true;
      continue;
    }
    if (begins && token.starts_with(step.pattern)) token.erase(0, step.pattern.size());
    begins &= token.empty();
    replace_all(token, step.pattern, " ");
    text += token;
  }
  const auto begin = text.find_first_not_of(' ');
  return begin == std::string::npos ? std::string()
                                    : text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

// The start of `pattern` that `text` ends with may become a whole one.
void cut_started(std::string& text, std::string_view pattern) {
  for (std::size_t count = std::min(pattern.size() - 1, text.size()); count > 0; --count) {
    if (text.ends_with(pattern.substr(0, count))) return text.resize(text.size() - count);
  }
}

void run(const DecoderStep& step, Texts& tokens, bool open, bool fused) {
  using Kind = DecoderStep::Kind;
  switch (step.kind) {
    case Kind::kByteLevel: {
      std::string bytes;
      const ByteOfCharacter byte_of = bytes_of_characters();
      for (const std::string& token : tokens) add_bytes(byte_of, token, bytes);
      tokens = {readable(bytes, open)};
      return;
    }
    case Kind::kByteFallback:
      tokens = without_byte_tokens(tokens, open);
      return;
    case Kind::kFuse:
      tokens = {join(tokens)};
      return;
    case Kind::kSentence:
      tokens = {sentence(step, tokens)};
      return;
    default:
      break;
  }
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    std::string& token = tokens[i];
    if (step.kind == Kind::kMetaspace) {
      replace_all(token, step.pattern, i == 0 && step.flag ? "" : " ");
    } else if (step.kind == Kind::kSuffix) {
      const bool is_last = i + 1 == tokens.size();
      // A blank, once another one comes.
      if (is_last && open) token.resize(std::min(token.find(step.pattern), token.size()));
      replace_all(token, step.pattern, is_last ? "" : " ");
    } else if (step.kind == Kind::kReplace) {
      replace_all(token, step.pattern, step.content);
      if (open && fused) cut_started(token, step.pattern);
    } else if (step.kind == Kind::kStrip) {
      strip(step, token);
    } else {
      const bool goes_on = token.starts_with(step.pattern);
      if (i != 0) token.replace(0, goes_on ? step.pattern.size() : 0, goes_on ? "" : " ");
      if (step.flag) draw_near(token);
    }
  }
}

}  // namespace

std::size_t growth(const Decoder& decoder) {
  std::size_t times = 1;
  for (const DecoderStep& step : decoder) {
    if (step.kind == DecoderStep::Kind::kReplace && times <= kMostDecoderGrowth) {
      times *= 1 + step.content.size() / step.pattern.size();
    }
  }
  return times;
}

std::string decode(const Decoder& decoder, std::vector<std::string> tokens, bool open) {
  bool fused = false;
  for (const DecoderStep& step : decoder) {
    run(step, tokens, open, fused);
    fused |= step.kind == DecoderStep::Kind::kFuse || step.kind == DecoderStep::Kind::kByteLevel;
  }
  return join(tokens, decoder.empty() ? " " : "");
}

}  // namespace attnscope
