#include "text/post_processor/template_file.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/printable.h"
#include "text/tokenizer_keys.h"

namespace attnscope {
namespace {

using namespace tokenizer_keys;

// More segments than any model has; the model itself refuses those it lacks.
constexpr std::uint64_t kMostTypes = 256;

class TemplateReader {
 public:
  TemplateReader(const Json& root, std::size_t vocabulary_size, bool knows_bytes)
      : root_(root), vocabulary_size_(vocabulary_size), knows_bytes_(knows_bytes) {}

  Result<Templates> read() {
    using Kind = TemplatePart::Kind;
    const auto list = steps(root_, "post_processor", "processors");
    if (!list) return std::unexpected(list.error());
    Templates read{{{Kind::kFirst}}, {{Kind::kFirst}, {Kind::kSecond, 0, 1}}, {}};
    std::size_t templates = 0;
    for (const Step& step : *list) {
      if (knows_bytes_ && step.type == "ByteLevel") {
        if (auto done = read_trim(step, read); !done) return std::unexpected(done.error());
        continue;
      }
      if (++templates > 1) {
        return unsupported({"post_processor lists ", std::to_string(list->size()),
                            " processors, only one is supported"});
      }
      auto done = read_template(step, read);
      if (!done) return std::unexpected(std::move(done.error()));
    }
    return read;
  }

 private:
  Result<void> read_template(const Step& step, Templates& read) {
    if (step.type == "BertProcessing") return read_two_tokens(*step.value, 1, read);
    if (knows_bytes_ && step.type == "RobertaProcessing") {
      if (auto done = read_trim(step, read); !done) return done;
      if (auto done = read_two_tokens(*step.value, 0, read); !done) return done;
      // The second text begins with a separator of its own.
      read.pair.insert(read.pair.begin() + 3, read.pair.back());
      return {};
    }
    if (step.type != "TemplateProcessing") {
      return unknown_type(step, knows_bytes_ ? "TemplateProcessing, RobertaProcessing, ByteLevel "
                                               "and BertProcessing are"
                                             : "TemplateProcessing and BertProcessing are");
    }
    read.single.clear();
    read.pair.clear();
    for (const bool is_pair : {false, true}) {
      auto done = read_parts(*step.value, is_pair, is_pair ? read.pair : read.single);
      if (!done) return done;
    }
    return {};
  }

  // Missing flags are errors in the reference, which writes them always.
  Result<void> read_trim(const Step& step, Templates& read) {
    const auto trims = read_bool(*step.value, "trim_offsets", step.where, true);
    if (!trims) return std::unexpected(trims.error());
    const auto keeps_first = read_bool(*step.value, "add_prefix_space", step.where, true);
    if (!keeps_first) return std::unexpected(keeps_first.error());
    if (*trims) read.trims.push_back({*keeps_first});
    return {};
  }

  // The older way to say [CLS] A [SEP] and [CLS] A [SEP] B [SEP], where B is of `type`.
  Result<void> read_two_tokens(const Json& post, std::int32_t type, Templates& read) {
    using Kind = TemplatePart::Kind;
    TemplatePart cls, sep;
    for (const auto& [key, to] : {std::pair("cls", &cls), std::pair("sep", &sep)}) {
      const Json* token = find(post, key);
      const bool is_pair = token != nullptr && token->is_array() && token->size() == 2;
      const auto id = is_pair ? known_id((*token)[1]) : std::nullopt;
      if (!id) {
        return bad({"post_processor.", key, " is ", shown(token), ", expected a token and its id"});
      }
      to->id = *id;
    }
    const TemplatePart second{Kind::kSecond, 0, type}, last{Kind::kAdded, sep.id, type};
    read.single = {cls, {Kind::kFirst}, sep};
    read.pair = {cls, {Kind::kFirst}, sep, second, last};
    return {};
  }

  std::optional<std::int32_t> known_id(const Json& value) const {
    const auto id = as_unsigned(value);
    if (!id || *id >= vocabulary_size_) return std::nullopt;
    return static_cast<std::int32_t>(*id);
  }

  Result<void> read_parts(const Json& post, bool is_pair, Template& out) {
    const char* key = is_pair ? "pair" : "single";
    const std::string where = std::string("post_processor.") + key;
    const Json* list = find(post, key);
    if (list == nullptr || !list->is_array()) {
      return bad({where, " is ", shown(list), ", expected an array"});
    }
    for (std::size_t i = 0; i < list->size(); ++i) {
      if (auto done = read_part(post, (*list)[i], where + "[" + std::to_string(i) + "]", out);
          !done) {
        return done;
      }
    }
    using Kind = TemplatePart::Kind;
    const auto times = [&](Kind kind) {
      return std::count_if(out.begin(), out.end(), [&](const auto& p) { return p.kind == kind; });
    };
    if (times(Kind::kFirst) != 1 || times(Kind::kSecond) != (is_pair ? 1 : 0)) {
      return unsupported({where, (is_pair ? " must hold the sequences A and B once each"
                                          : " must hold the sequence A once, and no B")});
    }
    return {};
  }

  Result<void> read_part(const Json& post, const Json& part, const std::string& where,
                         Template& out) {
    const Json* added = find(part, "SpecialToken");
    const Json* sequence = find(part, "Sequence");
    if ((added == nullptr) == (sequence == nullptr)) {
      return bad({where, " is ", shown(part), ", expected a SpecialToken or a Sequence"});
    }
    const Json& body = added ? *added : *sequence;
    const std::string* name = as_string(find(body, "id"));
    const Json* type_value = find(body, "type_id");
    const auto type = type_value ? as_unsigned(*type_value) : std::nullopt;
    if (name == nullptr) return bad({where, ".id is missing, expected a string"});
    if (!type || *type >= kMostTypes) {
      return bad({where, ".type_id is ", shown(type_value), ", expected a small whole number"});
    }
    TemplatePart read{TemplatePart::Kind::kFirst, 0, static_cast<std::int32_t>(*type)};
    if (sequence) {
      if (*name != "A" && *name != "B") {
        return bad({where, ".id is ", in_quotes(*name), ", expected \"A\" or \"B\""});
      }
      if (*name == "B") read.kind = TemplatePart::Kind::kSecond;
      out.push_back(read);
      return {};
    }
    read.kind = TemplatePart::Kind::kAdded;
    const Json* specials = find(post, "special_tokens");
    const Json* token = specials ? find(*specials, *name) : nullptr;
    const Json* ids = token ? find(*token, "ids") : nullptr;
    const std::string table = "post_processor.special_tokens[" + in_quotes(*name) + "]";
    if (ids == nullptr || !ids->is_array()) {
      return bad({table, ".ids is ", shown(ids), ", though ", where,
                  " asks for that token; expected an array of ids"});
    }
    for (const Json& value : *ids) {
      const auto id = known_id(value);
      if (!id) return bad({table, ".ids holds ", shown(value), ", expected ids of the vocabulary"});
      read.id = *id;
      out.push_back(read);
    }
    return {};
  }

  const Json& root_;
  std::size_t vocabulary_size_;
  bool knows_bytes_;
};

}  // namespace

Result<Templates> read_templates(const Json& root, std::size_t vocabulary_size, bool knows_bytes) {
  return TemplateReader(root, vocabulary_size, knows_bytes).read();
}

}  // namespace attnscope
