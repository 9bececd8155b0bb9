// Tokens that are matched literally, such as [MASK]: case counts, and they are
// found inside words too.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope {

struct AddedToken {
  std::string content;
  std::int32_t id = 0;
  bool lstrip = false;      // takes the blanks before it along
  bool rstrip = false;      // and those after it
  bool normalized = false;  // matched in the normalised text, not in the raw one
};

// The longest content that bounds the search at one place.
inline constexpr std::size_t kMostAddedTokenBytes = 256;

class AddedTokens {
 public:
  // No content is empty. Of two equal ones (see duplicate) either may match.
  explicit AddedTokens(std::vector<AddedToken> tokens);

  bool empty() const { return tokens_.empty(); }

  // A content that occurs twice, or nullptr.
  const std::string* duplicate() const;

  struct Match {
    std::size_t begin, end;  // bytes, blanks taken along included
    std::int32_t id;
  };
  // The first match that begins at byte `from` or later; of several there, the
  // longest (the reference's "leftmost longest"). Blanks before `from` are not
  // taken along.
  std::optional<Match> next(std::string_view text, std::size_t from) const;

 private:
  const AddedToken* longest_at(std::string_view text, std::size_t at) const;

  std::vector<AddedToken> tokens_;  // by content
  std::bitset<256> first_bytes_;
  std::optional<char> only_first_;  // where all begin alike, as [CLS] and [SEP] do
};

}  // namespace attnscope
