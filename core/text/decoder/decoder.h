// tokenizer.json's decoder: how the spellings of tokens become a text again.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace attnscope {

struct DecoderStep {
  enum class Kind {
    kByteLevel,  // characters that stand for bytes; what is not UTF-8 becomes U+FFFD
    kMetaspace,  // `pattern` is a blank; none at the start where `flag` says so
    kWordPiece,  // what does not begin with `pattern` is a new word; `flag`: marks are drawn near
    kSuffix,     // `pattern` ends a word (BPEDecoder)
    kReplace,    // each `pattern` becomes `content`
    kByteFallback,  // "<0x41>" is a byte; runs that are not UTF-8 become as many U+FFFD
    kFuse,          // from here on it is one text
    kSentence,      // SentencePiece's: `pattern` is a blank, none at the start of a stretch between
                    // `specials`, each of which a blank follows; none at the ends
    kStrip,         // up to `starts` and `stops` of `pattern` are taken from both ends
  };
  Kind kind;
  std::string pattern, content;
  bool flag = false;
  std::size_t starts = 0, stops = 0;
  std::vector<std::string> specials{};
};

// Without steps the tokens stand between blanks.
using Decoder = std::vector<DecoderStep>;

// Bytes of a pattern or content of a step, at most, and how many times longer steps may make a
// text.
inline constexpr std::size_t kMostDecoderBytes = 64, kMostDecoderGrowth = 4096;

// How many times longer, at most.
std::size_t growth(const Decoder& decoder);

// The text of `tokens`. Where `open`, more may follow: what it may change is left out, so that each
// text is the start of the next one and no character is half there. Linear in the tokens' bytes.
// Reference: tokenizers 0.23.3, each decoder's decode_chain.
std::string decode(const Decoder& decoder, std::vector<std::string> tokens, bool open);

}  // namespace attnscope
