#include "text/pre_tokenizer/splitter_file.h"

#include <string>
#include <utility>

#include "base/printable.h"
#include "text/tokenizer_keys.h"

namespace attnscope {

using namespace tokenizer_keys;

Result<SplitterOptions> read_splitter(const Json& root) {
  const Json* part = find(root, "pre_tokenizer");
  if (part == nullptr || part->is_null()) {
    return unsupported({"pre_tokenizer is missing, expected type \"BertPreTokenizer\""});
  }
  const auto list = steps(root, "pre_tokenizer", "pretokenizers");
  if (!list) return std::unexpected(list.error());
  SplitterOptions read{.punctuation = false};
  bool blanks = false;
  for (const Step& step : *list) {
    if (step.type == "BertPreTokenizer") {
      blanks = read.punctuation = true;
    } else if (step.type == "WhitespaceSplit") {
      blanks = true;
    } else if (step.type == "Whitespace") {
      blanks = read.kinds = true;
    } else if (step.type == "Punctuation") {
      const auto behavior = read_string(*step.value, "behavior", step.where, "Isolated");
      if (!behavior) return std::unexpected(behavior.error());
      if (*behavior != "Isolated") {
        return unsupported({step.where, ".behavior is ", in_quotes(*behavior),
                            ", only \"Isolated\" is supported"});
      }
      read.punctuation = true;
    } else {
      return unknown_type(step,
                          "BertPreTokenizer, Whitespace, WhitespaceSplit and Punctuation are");
    }
  }
  if (!blanks) return unsupported({"pre_tokenizer keeps blanks inside words"});
  return read;
}

}  // namespace attnscope
