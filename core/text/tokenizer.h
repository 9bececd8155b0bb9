/// @file
/// Text to token ids, as the model's tokenizer.json says, with the way back:
/// every token knows which characters of the original text it came from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "text/tokenizer_settings.h"

namespace attnscope {

/// Parallel arrays, one entry a token (the shape Hugging Face's Encoding has).
struct Encoding {
  std::vector<std::int32_t> ids;
  std::vector<std::int32_t> types;    ///< row of the type embedding
  std::vector<std::uint8_t> texts;    ///< 0 first, 1 second; of an added token the one before
  std::vector<std::uint32_t> starts;  ///< offset of the first unit in the token's own text
  std::vector<std::uint32_t> ends;    ///< and after the last; 0 and 0 for added tokens
  std::vector<std::int32_t> words;    ///< word number within its text; -1 for added tokens,
                                      ///< kPromptWord for those of a prompt
  std::vector<std::uint8_t> special;  ///< 1: the tokenizer added it ([CLS], [SEP])

  /// Tokens the text asked for, added ones included; more than ids.size() when
  /// the text was cut at the limit.
  std::size_t total = 0;

  /// Tokens at the start that pooling leaves out: those of a prompt, where the model says so.
  std::size_t unpooled = 0;

  /// Without tokens, as a new one is, but with its memory kept.
  void clear();
};

inline constexpr std::int32_t kPromptWord = -2;

/// The unit that offsets are counted in. The reference gives code points.
enum class OffsetUnit { kCodePoints, kUtf16, kUtf8 };

/// The files that BertTokenizer saves. An empty view means: not there.
struct VocabularyFiles {
  std::string_view vocabulary;        ///< vocab.txt: one piece a line, ids count from 0
  std::string_view tokenizer_config;  ///< tokenizer_config.json
  std::string_view special_tokens;    ///< special_tokens_map.json
  std::string_view added_tokens;      ///< added_tokens.json
};

/// The files that MarianTokenizer saves, of one of its two sides.
struct SentencePieceFiles {
  std::string_view model;       ///< source.spm or target.spm: a ModelProto of SentencePiece
  std::string_view vocabulary;  ///< vocab.json, or target_vocab.json: ids by piece
  std::string_view name = "source.spm";  ///< the model's, for messages
};

class Tokenizer {
 public:
  /// Reads a Hugging Face tokenizer.json. WordPiece: with BertNormalizer, NFD, Lowercase and
  /// StripAccents; BertPreTokenizer, Whitespace, WhitespaceSplit and Punctuation. BPE and Unigram:
  /// with these, NFKD, Precompiled, Replace; ByteLevel, GPT-2's Split and Metaspace. Either:
  /// TemplateProcessing or the older BertProcessing and, of bytes, RobertaProcessing and ByteLevel;
  /// added tokens. Ids may be left out: nothing gives them, and their spelling is empty. Of its
  /// truncation only the side counts, and its padding not at all: the limit is the model's, and
  /// padding is waste. `settings` go over what it says.
  /// Errors: kBadModel, kUnsupported, naming the key; kOutOfMemory.
  static Result<Tokenizer> from_json(std::string_view json, const TokenizerSettings& settings = {});

  /// The same of a vocab.txt, as BertTokenizerFast reads it. Errors: as above.
  static Result<Tokenizer> from_vocabulary(const VocabularyFiles& files,
                                           const TokenizerSettings& settings = {});

  /// The same of a SentencePiece model whose pieces a vocab.json numbers, as MarianTokenizer reads
  /// them: models of words, and Unigram ones without bytes and pieces of a user. Pieces without a
  /// number are unknown; a text may begin with a target code such as ">>fra<<"; the end token comes
  /// last. Offsets are sentencepiece's own. Errors: as above.
  static Result<Tokenizer> from_sentence_pieces(const SentencePieceFiles& files,
                                                const TokenizerSettings& settings = {});

  Tokenizer(Tokenizer&&) noexcept;
  Tokenizer& operator=(Tokenizer&&) noexcept;
  ~Tokenizer();

  /// Encodes one text or a pair; an empty second text counts as none. Bytes that
  /// are not UTF-8 read as U+FFFD. At most `max_tokens` tokens come back, cut
  /// longest text first (the odd one goes to the second), at the end or, where the file
  /// says so, at the start. Linear in the text.
  /// Errors: kBadInput where max_tokens has no room for the added tokens; kOutOfMemory.
  Result<Encoding> encode(std::string_view text, std::optional<std::string_view> pair,
                          std::size_t max_tokens) const;

  /// The same into `out`, whose memory is used again.
  Result<void> encode_into(Encoding& out, std::string_view text,
                           std::optional<std::string_view> pair, std::size_t max_tokens) const;

  /// The vocabulary's spelling of an id, e.g. "##ing"; empty for an unknown id.
  std::string_view piece(std::int32_t id) const;

  /// The text that `ids` stand for, as the file's decoder puts it together; ids without a spelling
  /// are passed over, and with `skip_special` those of special tokens. Where it is `open`, more ids
  /// may follow, and what they may change is left out: each text is the start of the next one, and
  /// no character is half there. The decoders ByteLevel, Metaspace, WordPiece, BPEDecoder, Replace,
  /// ByteFallback, Fuse, Strip and Sequence of these are known. Linear in the text.
  /// Errors: kUnsupported, kBadModel, of the file's decoder; kOutOfMemory.
  Result<std::string> decode(std::span<const std::int32_t> ids, bool skip_special,
                             bool open = false) const;

  /// Every spelling, one behind the other, in the order of the ids; id's begins at starts[id] and
  /// ends at starts[id + 1].
  struct Pieces {
    std::span<const char> text;
    std::span<const std::uint32_t> starts;
  };
  Pieces pieces() const;

  /// The token that stands for a word to be found, which tokenizer_config.json names and piece()
  /// spells; nothing where the file holds none.
  std::optional<std::int32_t> mask_id() const;

  /// One more than the greatest id.
  std::size_t vocabulary_size() const;

 private:
  struct Parts;
  explicit Tokenizer(std::unique_ptr<const Parts> parts);
  std::unique_ptr<const Parts> parts_;
};

/// For an encoding whose first text begins with `prompt`, offsets in `unit`: they and the words
/// count from its end, and a token of the prompt alone has the offsets 0 and the word kPromptWord.
/// A token that reaches from the prompt into the text begins where the text does.
void take_off_prompt(Encoding& encoding, std::string_view prompt, OffsetUnit unit);

/// Recounts `encoding`'s offsets, given in code points, in `unit`. `text` and
/// `pair` are the texts that were encoded. Linear. Errors: kOutOfMemory; the offsets are of no use
/// then.
Result<void> convert_offsets(Encoding& encoding, std::string_view text,
                             std::optional<std::string_view> pair, OffsetUnit unit);

}  // namespace attnscope
