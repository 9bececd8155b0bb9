#include "model/generation_settings.h"

#include <cmath>
#include <limits>
#include <optional>
#include <string>

namespace attnscope {
namespace {

constexpr std::uint64_t kMostLength = std::uint64_t{1} << 24;
constexpr std::uint64_t kMostId = std::numeric_limits<std::int32_t>::max();
constexpr std::uint64_t kMostSeed = (std::uint64_t{1} << 53) - 1;  // what JavaScript counts to

// Keys that change what transformers writes and that are not done here, each with the number at
// which it changes nothing; null and false change nothing of any.
struct Undone {
  std::string_view key;
  double neutral;
};
constexpr double kNone = -1;
constexpr Undone kUndone[] = {
    {"assistant_early_exit", kNone},
    {"constraints", kNone},
    {"diversity_penalty", 0},
    {"dola_layers", kNone},
    {"encoder_no_repeat_ngram_size", 0},
    {"encoder_repetition_penalty", 1},
    {"epsilon_cutoff", 0},
    {"eta_cutoff", 0},
    {"exponential_decay_length_penalty", kNone},
    {"force_words_ids", kNone},
    {"forced_decoder_ids", kNone},
    {"guidance_scale", 1},
    {"low_memory", kNone},
    {"max_time", kNone},
    {"min_p", kNone},
    {"num_beam_groups", 1},
    {"num_return_sequences", 1},
    {"penalty_alpha", 0},
    {"prompt_lookup_num_tokens", kNone},
    {"remove_invalid_values", kNone},
    {"sequence_bias", kNone},
    {"stop_strings", kNone},
    {"token_healing", kNone},
    {"top_h", kNone},
    {"typical_p", 1},
    {"watermarking_config", kNone},
};

// Reads an object's keys; the first problem is kept.
class Reader {
 public:
  Reader(const Json& object, std::string_view where, ErrorCode code)
      : object_(object), where_(where), code_(code) {}

  // The value; nullptr where it says nothing.
  const Json* find(std::string_view key) const {
    const Json* value = attnscope::find(object_, key);
    return value != nullptr && !value->is_null() ? value : nullptr;
  }
  void wrong(std::string_view key, std::string_view expected) {
    complain(code_, key, "expected " + std::string(expected));
  }
  void refuse(std::string_view key) {
    complain(ErrorCode::kUnsupported, key, "this is not done here");
  }

  template <class T>
  void whole(std::string_view key, T& place, std::uint64_t most = kMostLength) {
    const Json* value = find(key);
    if (value == nullptr) return;
    const auto number = as_unsigned(*value);
    if (!number || *number > most) {
      wrong(key, "a whole number from 0 to " + std::to_string(most));
    } else {
      place = static_cast<T>(*number);
    }
  }
  void real(std::string_view key, double& place) {
    const Json* value = find(key);
    if (value == nullptr) return;
    if (value->is_number() && std::isfinite(value->get<double>())) {
      place = value->get<double>();
    } else {
      wrong(key, "a finite number");
    }
  }
  void flag(std::string_view key, bool& place) {
    const Json* value = find(key);
    if (value == nullptr) return;
    if (value->is_boolean()) {
      place = value->get<bool>();
    } else {
      wrong(key, "true or false");
    }
  }
  // An id, or a list of them.
  void ids(std::string_view key, Ids& place) {
    if (const Json* value = find(key)) {
      if (const auto read = ids_of(*value)) {
        place = *read;
      } else {
        wrong(key, "a token's id or a list of them");
      }
    }
  }
  void lists(std::string_view key, std::vector<Ids>& place) {
    const Json* value = find(key);
    if (value == nullptr) return;
    place.clear();
    if (!value->is_array()) return wrong(key, "a list of lists of tokens' ids");
    for (const Json& entry : *value) {
      const auto read = entry.is_array() ? ids_of(entry) : std::nullopt;
      if (!read || read->empty()) return wrong(key, "a list of lists of tokens' ids");
      place.push_back(*read);
    }
  }

  Result<void> result() const {
    if (problem_) return std::unexpected(*problem_);
    return {};
  }

 private:
  static std::optional<Ids> ids_of(const Json& value) {
    Ids ids;
    const auto add = [&](const Json& entry) {
      const auto id = as_unsigned(entry);
      if (!id || *id > kMostId) return false;
      ids.push_back(static_cast<std::int32_t>(*id));
      return true;
    };
    if (!value.is_array()) return add(value) ? std::optional(ids) : std::nullopt;
    for (const Json& entry : value) {
      if (!add(entry)) return std::nullopt;
    }
    return ids;
  }
  void complain(ErrorCode code, std::string_view key, const std::string& what) {
    if (problem_) return;
    problem_ = {code, std::string(where_) + ": \"" + std::string(key) + "\" is " +
                          value_text(*find(key)) + "; " + what};
  }

  const Json& object_;
  std::string_view where_;
  ErrorCode code_;
  std::optional<Error> problem_;
};

bool changes_nothing(const Json& value, double neutral) {
  if (value.is_boolean()) return !value.get<bool>();
  if (value.is_structured()) return value.empty();
  return value.is_number() && value.get<double>() == neutral;
}

}  // namespace

Result<void> GenerationSettings::read(const Json& object, std::string_view where, ErrorCode code) {
  Reader reader(object, where, code);
  reader.whole("max_length", max_length);
  reader.whole("max_new_tokens", max_new_tokens);
  reader.whole("min_length", min_length);
  reader.whole("min_new_tokens", min_new_tokens);
  reader.whole("num_beams", beams, 1024);
  reader.real("length_penalty", length_penalty);
  reader.flag("renormalize_logits", renormalizes);
  reader.flag("do_sample", samples);
  reader.real("temperature", temperature);
  reader.whole("top_k", top_k);
  reader.real("top_p", top_p);
  reader.whole("seed", seed, kMostSeed);
  reader.real("repetition_penalty", repetition_penalty);
  reader.whole("no_repeat_ngram_size", no_repeat_ngram);
  reader.lists("bad_words_ids", bad_words);
  reader.ids("suppress_tokens", suppressed);
  reader.ids("begin_suppress_tokens", suppressed_first);
  reader.ids("eos_token_id", ends);
  reader.ids("forced_bos_token_id", forced_first);
  reader.ids("forced_eos_token_id", forced_last);
  reader.ids("decoder_start_token_id", start);
  if (const Json* value = reader.find("early_stopping")) {
    if (value->is_boolean()) {
      early_stopping = value->get<bool>() ? EarlyStopping::kYes : EarlyStopping::kNo;
    } else if (*value == Json("never")) {
      early_stopping = EarlyStopping::kNever;
    } else {
      reader.wrong("early_stopping", "true, false or \"never\"");
    }
  }
  for (const auto& [key, neutral] : kUndone) {
    const Json* value = reader.find(key);
    if (value != nullptr && !changes_nothing(*value, neutral)) reader.refuse(key);
  }
  return reader.result();
}

Result<GenerationSettings> read_generation_settings(std::string_view generation_config,
                                                    const Json& config) {
  GenerationSettings settings;
  if (auto done = settings.read(config, "config.json", ErrorCode::kBadModel); !done)
    return std::unexpected(std::move(done.error()));
  if (generation_config.empty()) return settings;
  const auto json = parse_json(generation_config, "generation_config.json");
  if (!json) return std::unexpected(json.error());
  if (!json->is_object())
    return fail(ErrorCode::kBadModel, "generation_config.json must be a JSON object");
  auto done = settings.read(*json, "generation_config.json", ErrorCode::kBadModel);
  if (!done) return std::unexpected(std::move(done.error()));
  return settings;
}

namespace {

Result<void> check_ids(const char* name, const Ids& ids, std::size_t vocabulary,
                       std::size_t most = std::numeric_limits<std::size_t>::max()) {
  if (ids.size() > most) {
    return fail(ErrorCode::kBadInput,
                std::string(name) + " has " + std::to_string(ids.size()) + " ids; expected one");
  }
  for (const std::int32_t id : ids) {
    if (static_cast<std::size_t>(id) < vocabulary) continue;
    return fail(ErrorCode::kBadInput, std::string(name) + ": there is no token " +
                                          std::to_string(id) + "; expected ids from 0 to " +
                                          std::to_string(vocabulary - 1));
  }
  return {};
}

}  // namespace

Result<void> GenerationSettings::check(std::size_t vocabulary) const {
  const auto refuse = [](const char* what) { return fail(ErrorCode::kBadInput, what); };
  if (beams == 0) return refuse("num_beams must be 1 or more");
  if (beams > vocabulary) return refuse("num_beams is more than there are words");
  if (beams > 1 && samples) return refuse("do_sample is done with num_beams 1 alone");
  if (!(temperature > 0)) return refuse("temperature must be above 0");
  if (!(top_p > 0 && top_p <= 1)) return refuse("top_p must be above 0 and at most 1");
  if (!(repetition_penalty > 0)) return refuse("repetition_penalty must be above 0");
  for (const Ids& word : bad_words) {
    if (auto checked = check_ids("bad_words_ids", word, vocabulary); !checked) return checked;
  }
  for (const auto& checked : {check_ids("suppress_tokens", suppressed, vocabulary),
                              check_ids("begin_suppress_tokens", suppressed_first, vocabulary),
                              check_ids("eos_token_id", ends, vocabulary),
                              check_ids("forced_bos_token_id", forced_first, vocabulary, 1),
                              check_ids("forced_eos_token_id", forced_last, vocabulary),
                              check_ids("decoder_start_token_id", start, vocabulary, 1)}) {
    if (!checked) return checked;
  }
  return {};
}

}  // namespace attnscope
