#include "text/added_tokens_file.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "base/printable.h"
#include "text/tokenizer_keys.h"

namespace attnscope {
namespace {

using namespace tokenizer_keys;

constexpr std::size_t kMostTokens = std::numeric_limits<std::int32_t>::max();

class Reader {
 public:
  explicit Reader(const Vocabulary& own) : own_(own) {}

  Result<void> read(const Json& root) {
    const Json* list = find(root, "added_tokens");
    if (list == nullptr || list->is_null()) return {};
    if (!list->is_array()) return bad({"added_tokens is ", shown(list), ", expected an array"});
    for (std::size_t i = 0; i < list->size(); ++i) {
      auto done = read_token((*list)[i], "added_tokens[" + std::to_string(i) + "]");
      if (!done) return done;
    }
    return {};
  }

  // The tokens that tokenizer_config.json names. One that only the vocabulary holds is matched
  // literally, as the reference makes it; one that is nowhere would get a row that no model has.
  Result<void> check_named(const TokenizerSettings& settings, const std::string* unknown) {
    for (const auto& named : settings.named) {
      const auto refused = [&](const std::string& what) {
        return fail(ErrorCode::kUnsupported, "tokenizer_config.json: \"" + named.where + "\" is " +
                                                 in_quotes(named.content) + ", " + what);
      };
      if (named.is_unknown && unknown != nullptr && named.content != *unknown) {
        return refused("but model.unk_token of tokenizer.json is " + in_quotes(*unknown));
      }
      const auto added = std::ranges::find(added_, named.content, &AddedToken::content);
      const std::int32_t id = added != added_.end() ? added->id : own_.find({}, named.content);
      if (id < 0) return refused("which tokenizer.json does not hold");
      if (named.id && *named.id != static_cast<std::uint64_t>(id)) {
        return refused("which has the id " + std::to_string(id) + " in tokenizer.json");
      }
      if (added == added_.end() && !named.content.empty() &&
          named.content.size() <= kMostAddedTokenBytes) {
        added_.push_back({named.content, id});
      }
    }
    return {};
  }

  // As the reference does, which does not read their ids. In a file that it wrote they are the
  // same.
  std::vector<AddedToken> numbered_from(std::size_t pieces) {
    auto next = static_cast<std::int32_t>(pieces);
    for (auto& token : added_) {
      if (own_.find({}, token.content) < 0) token.id = next++;
    }
    return std::move(added_);
  }

 private:
  Result<void> read_token(const Json& entry, const std::string& where) {
    if (!entry.is_object()) return bad({where, " is ", shown(entry), ", expected an object"});
    const Json* content = find(entry, "content");
    const std::string* text = as_string(content);
    if (text == nullptr || text->empty()) {
      return bad({where, ".content is ", shown(content), ", expected a string that is not empty"});
    }
    if (text->size() > kMostAddedTokenBytes) {
      return unsupported({where, ".content has ", std::to_string(text->size()), " bytes, at most ",
                          std::to_string(kMostAddedTokenBytes), " are supported"});
    }
    const Json* id = find(entry, "id");
    const auto number = id ? as_unsigned(*id) : std::nullopt;
    if (!number || *number > kMostTokens) {
      return bad({where, ".id is ", shown(id), ", expected a token id"});
    }
    AddedToken token{*text, static_cast<std::int32_t>(*number)};
    const Json* special = find(entry, "special");
    token.special = special != nullptr && *special == true;
    if (const std::int32_t known = own_.find({}, *text); known >= 0 && known != token.id) {
      return bad({where, ".id is ", shown(id), ", but model.vocab gives ", in_quotes(*text),
                  " the id ", std::to_string(known)});
    }
    for (const auto& [key, value] :
         {std::pair("lstrip", &token.lstrip), std::pair("rstrip", &token.rstrip),
          std::pair("normalized", &token.normalized),
          std::pair("single_word", &token.single_word)}) {
      const auto flag = read_bool(entry, key, where, false);
      if (!flag) return std::unexpected(flag.error());
      *value = *flag;
    }
    const auto [entry_of, is_new] = places_.try_emplace(*text, added_.size());
    if (is_new) {
      added_.push_back(std::move(token));
      return {};
    }
    // As in the reference, which changes what it knows.
    AddedToken& before = added_[entry_of->second];
    if (before.normalized == token.normalized) {
      return bad({"added_tokens holds ", in_quotes(*text), " twice"});
    }
    before = std::move(token);
    return {};
  }

  const Vocabulary& own_;
  std::vector<AddedToken> added_;
  std::map<std::string_view, std::size_t> places_;  // of contents in added_
};

}  // namespace

Result<std::vector<AddedToken>> read_added_tokens(const Json& root, const Vocabulary& own,
                                                  std::size_t pieces,
                                                  const TokenizerSettings& settings,
                                                  const std::string* unknown) {
  Reader reader(own);
  auto done = reader.read(root);
  if (done) done = reader.check_named(settings, unknown);
  if (!done) return std::unexpected(std::move(done.error()));
  return reader.numbered_from(pieces);
}

}  // namespace attnscope
