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
  TemplateReader(const Json& root, std::size_t vocabulary_size)
      : root_(root), vocabulary_size_(vocabulary_size) {}

  Result<Templates> read() {
    using Kind = TemplatePart::Kind;
    const auto list = steps(root_, "post_processor", "processors");
    if (!list) return std::unexpected(list.error());
    if (list->empty()) {
      return Templates{{{Kind::kFirst}}, {{Kind::kFirst}, {Kind::kSecond, 0, 1}}};
    }
    if (list->size() > 1) {
      return unsupported("post_processor lists " + std::to_string(list->size()) +
                         " processors, only one is supported");
    }
    const Step& post = list->front();
    if (post.type == "BertProcessing") return read_bert_processing(*post.value);
    if (post.type != "TemplateProcessing") {
      return unknown_type(post, "TemplateProcessing and BertProcessing are");
    }
    Templates read;
    for (const bool is_pair : {false, true}) {
      auto done = read_parts(*post.value, is_pair, is_pair ? read.pair : read.single);
      if (!done) return std::unexpected(std::move(done.error()));
    }
    return read;
  }

 private:
  // The older way to say [CLS] A [SEP] and [CLS] A [SEP] B [SEP].
  Result<Templates> read_bert_processing(const Json& post) {
    using Kind = TemplatePart::Kind;
    TemplatePart cls, sep;
    for (const auto& [key, to] : {std::pair("cls", &cls), std::pair("sep", &sep)}) {
      const Json* token = find(post, key);
      const bool is_pair = token != nullptr && token->is_array() && token->size() == 2;
      const auto id = is_pair ? known_id((*token)[1]) : std::nullopt;
      if (!id) {
        return bad(std::string("post_processor.") + key + " is " + shown(token) +
                   ", expected a token and its id");
      }
      to->id = *id;
    }
    const TemplatePart second{Kind::kSecond, 0, 1}, last{Kind::kAdded, sep.id, 1};
    return Templates{{cls, {Kind::kFirst}, sep}, {cls, {Kind::kFirst}, sep, second, last}};
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
      return bad(where + " is " + shown(list) + ", expected an array");
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
      return unsupported(where + (is_pair ? " must hold the sequences A and B once each"
                                          : " must hold the sequence A once, and no B"));
    }
    return {};
  }

  Result<void> read_part(const Json& post, const Json& part, const std::string& where,
                         Template& out) {
    const Json* added = find(part, "SpecialToken");
    const Json* sequence = find(part, "Sequence");
    if ((added == nullptr) == (sequence == nullptr)) {
      return bad(where + " is " + shown(part) + ", expected a SpecialToken or a Sequence");
    }
    const Json& body = added ? *added : *sequence;
    const std::string* name = as_string(find(body, "id"));
    const Json* type_value = find(body, "type_id");
    const auto type = type_value ? as_unsigned(*type_value) : std::nullopt;
    if (name == nullptr) return bad(where + ".id is missing, expected a string");
    if (!type || *type >= kMostTypes) {
      return bad(where + ".type_id is " + shown(type_value) + ", expected a small whole number");
    }
    TemplatePart read{TemplatePart::Kind::kFirst, 0, static_cast<std::int32_t>(*type)};
    if (sequence) {
      if (*name != "A" && *name != "B") {
        return bad(where + ".id is " + in_quotes(*name) + ", expected \"A\" or \"B\"");
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
      return bad(table + ".ids is " + shown(ids) + ", though " + where +
                 " asks for that token; expected an array of ids");
    }
    for (const Json& value : *ids) {
      const auto id = known_id(value);
      if (!id)
        return bad(table + ".ids holds " + shown(value) + ", expected ids of the vocabulary");
      read.id = *id;
      out.push_back(read);
    }
    return {};
  }

  const Json& root_;
  std::size_t vocabulary_size_;
};

}  // namespace

Result<Templates> read_templates(const Json& root, std::size_t vocabulary_size) {
  return TemplateReader(root, vocabulary_size).read();
}

}  // namespace attnscope
