// What the generators of golden/tokenizers draw, drawn again, and their hashes.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "base/json.h"

namespace attnscope::test {

class Draws {
 public:
  explicit Draws(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t bound) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>((state_ >> 33) % bound);
  }

 private:
  std::uint64_t state_;
};

inline std::vector<std::string> drawn_texts(const Json& fragments, std::size_t count) {
  Draws draws(12);
  std::vector<std::string> texts(count);
  for (std::string& text : texts) {
    // The reference's generator asks for the number of fragments before the first of them.
    const std::size_t parts = draws.below(17);
    for (std::size_t i = 0; i < parts; ++i) {
      text += fragments[draws.below(fragments.size())].get_ref<const std::string&>();
    }
  }
  return texts;
}

struct Hash {
  std::uint64_t state = 0xCBF29CE484222325u;
  void add(std::uint32_t value) { state = (state ^ value) * 0x100000001B3u; }
  template <class T>
  void add_list(const std::vector<T>& list) {
    add(static_cast<std::uint32_t>(list.size()));
    for (const T value : list) add(static_cast<std::uint32_t>(value));
  }
  std::string text() const {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(state));
    return digits;
  }
};

// The file of a setting, as the generator put it together.
inline std::string file_of(const Json& setting, const Json& models) {
  Json file = setting["file"];
  Json model = models[setting["model"].get<std::string>()];
  for (const auto& [key, value] : setting["change"].items()) model[key] = value;
  if (setting["pairs"].get<bool>() && model.contains("merges")) {
    for (Json& merge : model["merges"]) {
      const auto text = merge.get<std::string>();
      const auto blank = text.find(' ');
      merge = Json::array({text.substr(0, blank), text.substr(blank + 1)});
    }
  }
  file["model"] = std::move(model);
  return file.dump();
}

}  // namespace attnscope::test
