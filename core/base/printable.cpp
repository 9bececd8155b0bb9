#include "base/printable.h"

namespace attnscope {

std::string printable(std::string_view text, std::size_t max_bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const char c : text.substr(0, max_bytes)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      out += c;
    } else {
      out += "\\x";
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    }
  }
  if (text.size() > max_bytes) out += "...";
  return out;
}

std::string in_quotes(std::string_view text) { return '"' + printable(text) + '"'; }

}  // namespace attnscope
