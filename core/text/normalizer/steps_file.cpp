#include "text/normalizer/steps_file.h"

#include <optional>
#include <string>
#include <utility>

#include "base/printable.h"
#include "text/normalizer/normaliser_file.h"
#include "text/tokenizer_keys.h"

namespace attnscope {
namespace {

using namespace tokenizer_keys;

// The bytes that `text` stands for; nothing where it is no base64.
std::optional<std::string> from_base64(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t bits = 0;
  unsigned count = 0;
  while (text.ends_with('=')) text.remove_suffix(1);
  for (const char digit : text) {
    const int value = digit >= 'A' && digit <= 'Z'   ? digit - 'A'
                      : digit >= 'a' && digit <= 'z' ? digit - 'a' + 26
                      : digit >= '0' && digit <= '9' ? digit - '0' + 52
                      : digit == '+'                 ? 62
                      : digit == '/'                 ? 63
                                                     : -1;
    if (value < 0) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count);
  }
  return bytes;
}

std::u32string characters_of(std::string_view text) {
  std::u32string characters;
  for (std::size_t at = 0; at < text.size();) {
    const auto [point, bytes] = unicode::decode(text, at);
    characters += point;
    at += bytes;
  }
  return characters;
}

Result<NormalizerStep> read_replacement(const Step& step) {
  const Json* pattern = find(*step.value, "pattern");
  const std::string* content = as_string(find(*step.value, "content"));
  if (content == nullptr) {
    return bad(
        {step.where, ".content is ", shown(find(*step.value, "content")), ", expected a string"});
  }
  Replacement read{{}, characters_of(*content)};
  if (pattern != nullptr) {
    const std::string* text = as_string(find(*pattern, "String"));
    const std::string* expression = as_string(find(*pattern, "Regex"));
    if (text != nullptr && !text->empty()) read.pattern = characters_of(*text);
    if (expression != nullptr) {
      if (*expression != " {2,}") {
        return unsupported({step.where, ".pattern.Regex is ", in_quotes(*expression),
                            ", only \" {2,}\" is supported"});
      }
      read.pattern = U" ";
      read.repeats = true;
    }
  }
  if (read.pattern.empty()) {
    return bad({step.where, ".pattern is ", shown(pattern),
                ", expected a String that is not empty, or a Regex"});
  }
  return read;
}

Result<NormalizerStep> read_map(const Step& step) {
  const Json* value = find(*step.value, "precompiled_charsmap");
  const std::string* text = as_string(value);
  const auto bytes = text ? from_base64(*text) : std::nullopt;
  auto map = bytes ? CharacterMap::make(*bytes) : std::nullopt;
  if (!map) {
    return bad({step.where, ".precompiled_charsmap is ", shown(value),
                ", expected SentencePiece's table as base64"});
  }
  return std::move(*map);
}

Result<NormalizerStep> read_step(const Step& step) {
  NormaliserOptions options = kNothingNormalised;
  if (step.type == "BertNormalizer") {
    auto done = read_bert_switches(step, options);
    if (!done) return std::unexpected(done.error());
    return options;
  }
  if (step.type == "NFD") {
    options.decompose = true;
  } else if (step.type == "NFKD") {
    options.compatible = true;
  } else if (step.type == "Lowercase") {
    options.lowercase = true;
  } else if (step.type == "StripAccents") {
    options.strip_combining = true;
  } else if (step.type == "Replace") {
    return read_replacement(step);
  } else if (step.type == "Precompiled") {
    return read_map(step);
  } else {
    return unknown_type(step,
                        "BertNormalizer, NFD, NFKD, Lowercase, StripAccents, Replace and "
                        "Precompiled are");
  }
  return options;
}

}  // namespace

Result<std::vector<NormalizerStep>> read_normalizer_steps(const Json& root) {
  auto list = steps(root, "normalizer", "normalizers");
  if (!list) return std::unexpected(std::move(list.error()));
  std::vector<NormalizerStep> read;
  for (const Step& step : *list) {
    auto one = read_step(step);
    if (!one) return std::unexpected(std::move(one.error()));
    read.push_back(std::move(*one));
  }
  return read;
}

}  // namespace attnscope
