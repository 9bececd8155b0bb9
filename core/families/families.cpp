#include "families/families.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/json.h"
#include "base/printable.h"
#include "model/config_reader.h"
#include "model/pooling_files.h"

namespace attnscope {

namespace families {
#define ATTNSCOPE_DECLARE(name) extern const Family name;
ATTNSCOPE_FAMILIES(ATTNSCOPE_DECLARE)
#undef ATTNSCOPE_DECLARE
}  // namespace families

namespace {

#define ATTNSCOPE_ENTRY(name) &families::name,
constexpr const Family* kFamilies[] = {ATTNSCOPE_FAMILIES(ATTNSCOPE_ENTRY)};
#undef ATTNSCOPE_ENTRY

Result<const Family*> read_family(ConfigReader& config) {
  if (!config.has("model_type")) config.wrong("model_type", "a string such as \"bert\"");
  const std::string name = config.text("model_type", "");
  if (config.problem()) return std::unexpected(*config.problem());
  if (const Family* family = find_family(name)) return family;
  std::string known;
  for (const Family* family : kFamilies) known += " " + std::string(family->name);
  return fail(ErrorCode::kUnsupported, "config.json: the model type " + in_quotes(name) +
                                           " is not supported; these are:" + known);
}

}  // namespace

const Family* find_family(std::string_view model_type) {
  const auto it = std::ranges::find(kFamilies, model_type, &Family::name);
  return it == std::end(kFamilies) ? nullptr : *it;
}

Result<Facts> read_facts(const ConfigFiles& files) {
  const auto json = parse_json(files.config, "config.json");
  if (!json) return std::unexpected(json.error());
  if (!json->is_object()) return fail(ErrorCode::kBadModel, "config.json must be a JSON object");
  ConfigReader config(*json);
  const auto family = read_family(config);
  if (!family) return std::unexpected(family.error());

  Facts facts;
  facts.family = (*family)->name;
  facts.ties_words = config.flag("tie_word_embeddings", true);
  (*family)->read(config, facts);
  if (config.problem()) return std::unexpected(*config.problem());
  if (facts.max_tokens == 0) facts.max_tokens = facts.token_limit();
  if (auto done = read_pooling_files(files.modules, files.pooling, facts); !done)
    return std::unexpected(std::move(done.error()));
  return facts;
}

}  // namespace attnscope
