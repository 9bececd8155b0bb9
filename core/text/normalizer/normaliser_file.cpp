#include "text/normalizer/normaliser_file.h"

#include <string>
#include <utility>

#include "text/tokenizer_keys.h"

namespace attnscope {
namespace {

using namespace tokenizer_keys;

// The steps so far. Two facts, true of every character of the tables, let most orders be put into
// the one of NormaliserOptions: lower case and decomposition give the same either way round, and so
// do lower case and the deletion of marks, but for U+0130, whose lower case is a letter and a mark.
class Steps {
 public:
  Result<void> add(const Step& step) {
    if (step.type == "BertNormalizer") return add_bert(step);
    if (step.type == "Lowercase") return lowercase();
    if (step.type == "NFD") return decompose(step, options.decompose);
    if (step.type == "StripAccents") return strip_combining(step);
    return unknown_type(step, "BertNormalizer, NFD, Lowercase and StripAccents are");
  }

  NormaliserOptions options = kNothingNormalised;

 private:
  bool decomposed() const { return options.strip_accents || options.decompose; }

  static std::unexpected<Error> wrong_order(const Step& step, const char* before) {
    return unsupported({step.where, " does what is only supported before ", before});
  }

  Result<void> add_bert(const Step& step) {
    NormaliserOptions read = kNothingNormalised;
    if (auto done = read_bert_switches(step, read); !done) return done;
    const bool clean = read.clean_text, chinese = read.handle_chinese_chars, lower = read.lowercase,
               strip = read.strip_accents;

    if ((clean || chinese) && (decomposed() || options.strip_combining)) {
      return wrong_order(step, "NFD and StripAccents");
    }
    if (chinese && options.handle_chinese_chars) {
      return unsupported({step.where, " puts spaces around ideographs a second time"});
    }
    options.clean_text |= clean;
    options.handle_chinese_chars |= chinese;
    if (strip) {
      if (auto done = decompose(step, options.strip_accents); !done) return done;
    }
    return lower ? lowercase() : Result<void>{};
  }

  Result<void> lowercase() {
    const bool late = decomposed() || options.strip_combining;
    (late ? options.lowercase : options.lowercase_first) = true;
    return {};
  }

  Result<void> decompose(const Step& step, bool& option) {
    if (options.strip_combining && !decomposed()) return wrong_order(step, "StripAccents");
    option = true;
    return {};
  }

  Result<void> strip_combining(const Step& step) {
    if (options.lowercase && !decomposed()) return wrong_order(step, "StripAccents and Lowercase");
    options.strip_combining = true;
    return {};
  }
};

}  // namespace

Result<void> read_bert_switches(const Step& step, NormaliserOptions& options) {
  bool lower = true;
  for (const auto& [key, to] : {std::pair("clean_text", &options.clean_text),
                                std::pair("handle_chinese_chars", &options.handle_chinese_chars),
                                std::pair("lowercase", &options.lowercase),
                                std::pair("strip_accents", &options.strip_accents)}) {
    const auto read = read_bool(*step.value, key, step.where, lower);
    if (!read) return std::unexpected(read.error());
    *to = *read;
    // What null means for the accents.
    if (to == &options.lowercase) lower = *read;
  }
  return {};
}

Result<NormaliserOptions> read_normaliser(const Json& root) {
  const Json* part = find(root, "normalizer");
  if (part == nullptr || part->is_null()) {
    return unsupported({"normalizer is missing, expected type \"BertNormalizer\""});
  }
  auto list = steps(root, "normalizer", "normalizers");
  if (!list) return std::unexpected(std::move(list.error()));
  Steps read;
  for (const Step& step : *list) {
    if (auto done = read.add(step); !done) return std::unexpected(std::move(done.error()));
  }
  return read.options;
}

}  // namespace attnscope
