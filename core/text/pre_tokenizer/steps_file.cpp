#include "text/pre_tokenizer/steps_file.h"

#include <string>
#include <string_view>
#include <utility>

#include "base/printable.h"
#include "text/tokenizer_keys.h"

namespace attnscope {
namespace {

using namespace tokenizer_keys;
using Kind = PreTokenizerStep::Kind;
using Prefix = PreTokenizerStep::Prefix;

// What gpt2_match() does.
constexpr std::string_view kGpt2 =
    "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

Result<PreTokenizerStep> read_byte_level(const Step& step) {
  PreTokenizerStep read;
  read.kind = Kind::kBytes;
  const auto prefix = read_bool(*step.value, "add_prefix_space", step.where, true);
  if (!prefix) return std::unexpected(prefix.error());
  read.prefix = *prefix ? Prefix::kAll : Prefix::kNone;
  const auto splits = read_bool(*step.value, "use_regex", step.where, true);
  if (!splits) return std::unexpected(splits.error());
  read.splits = *splits;
  return read;
}

Result<PreTokenizerStep> read_split(const Step& step) {
  const Json* pattern = find(*step.value, "pattern");
  const Json* known = pattern ? find(*pattern, "Regex") : nullptr;
  if (known == nullptr || *known != kGpt2) {
    return unsupported({step.where, ".pattern is ", shown(known ? known : pattern),
                        ", only GPT-2's is supported"});
  }
  // What the pattern leaves out is nothing, so it makes no difference what becomes of it.
  const auto behavior = read_string(*step.value, "behavior", step.where, "Isolated");
  if (!behavior) return std::unexpected(behavior.error());
  const auto invert = read_bool(*step.value, "invert", step.where, false);
  if (!invert) return std::unexpected(invert.error());
  if (*behavior != "Isolated" || *invert) {
    return unsupported({step.where, " must have the behavior \"Isolated\" and not be inverted"});
  }
  PreTokenizerStep read;
  read.kind = Kind::kSplit;
  return read;
}

// Files before prepend_scheme have add_prefix_space, which is always or never.
Result<PreTokenizerStep> read_metaspace(const Step& step) {
  PreTokenizerStep read;
  read.kind = Kind::kMetaspace;
  const auto blank = read_string(*step.value, "replacement", step.where, "\u2581");
  if (!blank) return std::unexpected(blank.error());
  const auto [point, bytes] = blank->empty() ? unicode::Decoded{} : unicode::decode(*blank, 0);
  if (bytes == 0 || bytes != blank->size()) {
    return bad({step.where, ".replacement is ", in_quotes(*blank), ", expected one character"});
  }
  read.blank = point;
  const auto splits = read_bool(*step.value, "split", step.where, true);
  if (!splits) return std::unexpected(splits.error());
  read.splits = *splits;
  const auto prefix = read_bool(*step.value, "add_prefix_space", step.where, true);
  if (!prefix) return std::unexpected(prefix.error());
  const auto scheme =
      read_string(*step.value, "prepend_scheme", step.where, *prefix ? "always" : "never");
  if (!scheme) return std::unexpected(scheme.error());
  const bool known = *scheme == "always" || *scheme == "first" || *scheme == "never";
  if (!known || (!*prefix && *scheme != "never")) {
    return bad({step.where, ".prepend_scheme is ", in_quotes(*scheme), ", expected \"never\"",
                (*prefix ? ", \"always\" or \"first\"" : " as add_prefix_space is false")});
  }
  read.prefix = *scheme == "always"  ? Prefix::kAll
                : *scheme == "first" ? Prefix::kFirst
                                     : Prefix::kNone;
  return read;
}

Result<PreTokenizerStep> read_step(const Step& step) {
  if (step.type == "ByteLevel") return read_byte_level(step);
  if (step.type == "Split") return read_split(step);
  if (step.type == "Metaspace") return read_metaspace(step);
  PreTokenizerStep read;
  read.words.punctuation = false;
  if (step.type == "WhitespaceSplit") return read;
  if (step.type == "Whitespace") {
    read.words.kinds = true;
    return read;
  }
  if (step.type == "BertPreTokenizer") {
    read.words.punctuation = true;
    return read;
  }
  return unknown_type(step,
                      "ByteLevel, Split, Metaspace, WhitespaceSplit, Whitespace and "
                      "BertPreTokenizer are");
}

}  // namespace

Result<std::vector<PreTokenizerStep>> read_pre_tokenizer_steps(const Json& root) {
  const auto list = steps(root, "pre_tokenizer", "pretokenizers");
  if (!list) return std::unexpected(list.error());
  std::vector<PreTokenizerStep> read;
  for (const Step& step : *list) {
    const auto one = read_step(step);
    if (!one) return std::unexpected(one.error());
    read.push_back(*one);
  }
  return read;
}

}  // namespace attnscope
