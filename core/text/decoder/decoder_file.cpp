#include "text/decoder/decoder_file.h"

#include <string>
#include <string_view>
#include <utility>

#include "base/printable.h"
#include "text/tokenizer_keys.h"
#include "text/unicode/unicode.h"

namespace attnscope {
namespace {

using namespace tokenizer_keys;
using Kind = DecoderStep::Kind;

constexpr std::pair<std::string_view, Kind> kKinds[] = {
    {"ByteLevel", Kind::kByteLevel}, {"Metaspace", Kind::kMetaspace},
    {"WordPiece", Kind::kWordPiece}, {"BPEDecoder", Kind::kSuffix},
    {"Replace", Kind::kReplace},     {"ByteFallback", Kind::kByteFallback},
    {"Fuse", Kind::kFuse},           {"Strip", Kind::kStrip}};

// A text that is not empty, unless it may be, and not too long.
Result<std::string> read_text(const Step& step, const char* key, const char* otherwise,
                              bool may_be_empty = false) {
  auto text = read_string(*step.value, key, step.where, otherwise);
  if (text && ((text->empty() && !may_be_empty) || text->size() > kMostDecoderBytes)) {
    return unsupported({step.where, ".", key, " is ", in_quotes(*text), ", expected 1 to ",
                        std::to_string(kMostDecoderBytes), " bytes"});
  }
  return text;
}

Result<void> read_replace(const Step& step, DecoderStep& read) {
  const Json* pattern = find(*step.value, "pattern");
  const Json* text = pattern ? find(*pattern, "String") : nullptr;
  if (as_string(text) == nullptr) {
    return unsupported(
        {step.where, ".pattern is ", shown(pattern), ", only a String is supported"});
  }
  auto from = read_text({pattern, {}, step.where + ".pattern"}, "String", "");
  if (!from) return std::unexpected(from.error());
  auto to = read_text(step, "content", "", true);
  if (!to) return std::unexpected(to.error());
  read.pattern = std::move(*from);
  read.content = std::move(*to);
  return {};
}

Result<void> read_strip(const Step& step, DecoderStep& read) {
  for (const auto& [key, count] : {std::pair("start", &read.starts), {"stop", &read.stops}}) {
    const Json* value = find(*step.value, key);
    const auto number = value ? as_unsigned(*value) : std::nullopt;
    if (!number || *number > kMostDecoderBytes) {
      return unsupported({step.where, ".", key, " is ", shown(value), ", expected 0 to ",
                          std::to_string(kMostDecoderBytes)});
    }
    *count = static_cast<std::size_t>(*number);
  }
  return {};
}

Result<DecoderStep> read_step(const Step& step) {
  const std::pair<std::string_view, Kind>* known = nullptr;
  std::string names;
  for (const auto& kind : kKinds) {
    if (kind.first == step.type) known = &kind;
    names.append(names.empty() ? "" : ", ").append(kind.first);
  }
  if (known == nullptr) return unknown_type(step, names + " are");
  DecoderStep read{.kind = known->second, .pattern = {}, .content = {}};
  const char* const key = read.kind == Kind::kMetaspace   ? "replacement"
                          : read.kind == Kind::kWordPiece ? "prefix"
                          : read.kind == Kind::kSuffix    ? "suffix"
                          : read.kind == Kind::kStrip     ? "content"
                                                          : nullptr;
  if (key != nullptr) {
    const char* const otherwise = read.kind == Kind::kMetaspace   ? "\u2581"
                                  : read.kind == Kind::kWordPiece ? "##"
                                  : read.kind == Kind::kSuffix    ? "</w>"
                                                                  : "";
    auto text = read_text(step, key, otherwise);
    if (!text) return std::unexpected(text.error());
    read.pattern = std::move(*text);
  }
  if (read.kind == Kind::kMetaspace) {
    // Files before prepend_scheme have add_prefix_space.
    const auto prefix = read_bool(*step.value, "add_prefix_space", step.where, true);
    if (!prefix) return std::unexpected(prefix.error());
    const auto scheme =
        read_string(*step.value, "prepend_scheme", step.where, *prefix ? "always" : "never");
    if (!scheme) return std::unexpected(scheme.error());
    read.flag = *scheme != "never";
  }
  if (read.kind == Kind::kWordPiece) {
    const auto cleanup = read_bool(*step.value, "cleanup", step.where, true);
    if (!cleanup) return std::unexpected(cleanup.error());
    read.flag = *cleanup;
  }
  Result<void> done;
  if (read.kind == Kind::kReplace) done = read_replace(step, read);
  if (read.kind == Kind::kStrip) done = read_strip(step, read);
  if (!done) return std::unexpected(std::move(done.error()));
  return read;
}

}  // namespace

Result<Decoder> read_decoder(const Json& root) {
  const auto all = steps(root, "decoder", "decoders");
  if (!all) return std::unexpected(all.error());
  Decoder decoder;
  for (const Step& step : *all) {
    auto read = read_step(step);
    if (!read) return std::unexpected(std::move(read.error()));
    decoder.push_back(std::move(*read));
  }
  if (growth(decoder) > kMostDecoderGrowth) {
    return unsupported({"decoder would make a text more than ", std::to_string(kMostDecoderGrowth),
                        " times longer"});
  }
  return decoder;
}

}  // namespace attnscope
