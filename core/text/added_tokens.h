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
  bool lstrip = false;       // takes the blanks before it along
  bool rstrip = false;       // and those after it
  bool normalized = false;   // matched in the normalised text, not in the raw one
  bool special = false;      // no part of the text
  bool single_word = false;  // not found beside letters, marks, digits and joining punctuation
};

// The longest content that bounds the search at one place.
inline constexpr std::size_t kMostAddedTokenBytes = 256;

class AddedTokens {
 public:
  // No content is empty. Of equal ones the lowest id is found: normal forms may be equal, and the
  // reference then takes one or another, from run to run.
  explicit AddedTokens(std::vector<AddedToken> tokens);

  bool empty() const { return tokens_.empty(); }

  struct Match {
    std::size_t begin, end;  // bytes, blanks taken along included
    std::int32_t id;
  };

  // All matches in a text, one after the other, as the reference finds them: the first match that
  // begins after the one before, of several there the longest ("leftmost longest"). The search goes
  // on at the end of a match's content, so a match may begin among the blanks that the one before
  // took along, and may end before them; lstrip takes none that are taken.
  class Search {
   public:
    Search(const AddedTokens& tokens, std::string_view text) : tokens_(tokens), text_(text) {}
    std::optional<Match> next();

   private:
    const AddedToken* find();
    bool is_alone(std::size_t begin, std::size_t end) const;
    std::size_t blanks_end(std::size_t at);

    const AddedTokens& tokens_;
    std::string_view text_;
    std::size_t at_ = 0;     // where the search goes on
    std::size_t taken_ = 0;  // the end of the last match
    // The last run of blanks that was measured: each of many matches in one run may ask for its
    // end.
    std::size_t run_begin_ = 0, run_end_ = 0;
  };

 private:
  const AddedToken* longest_at(std::string_view text, std::size_t at) const;

  std::vector<AddedToken> tokens_;  // by content
  std::bitset<256> first_bytes_;
  std::optional<char> only_first_;  // where all begin alike, as [CLS] and [SEP] do
};

}  // namespace attnscope
