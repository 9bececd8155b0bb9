#include "text/tokenizer.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/buffer.h"
#include "text/bert_stream.h"
#include "text/post_processor/assemble.h"
#include "text/sentence_piece_files.h"
#include "text/tokenizer_file.h"
#include "text/tokenizer_parts.h"

namespace attnscope {

void Encoding::clear() {
  ids.clear();
  types.clear();
  texts.clear();
  starts.clear();
  ends.clear();
  words.clear();
  special.clear();
  total = 0;
  unpooled = 0;
}

struct Tokenizer::Parts : TokenizerParts {};

namespace {

Result<Tokens> tokens_of(const TokenizerParts& parts, std::string_view text, std::size_t limit) {
  Tokens tokens;
  tokens.limit = limit;
  tokens.keeps_last = parts.cuts_left;
  // About what a text of one language needs; more is found on the way.
  tokens.kept.reserve(std::min({limit, text.size() / 4 + 8, std::size_t{512}}));
  auto done = parts.sentence_pieces ? run_sentence_pieces(parts, text, tokens)
              : parts.stages        ? run_stages(parts, text, tokens)
                                    : stream_bert(parts, text, tokens);
  if (!done) {
    return std::unexpected(std::move(done.error()));
  }
  tokens.settle();
  return tokens;
}

}  // namespace

Tokenizer::Tokenizer(std::unique_ptr<const Parts> parts) : parts_(std::move(parts)) {}
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer& Tokenizer::operator=(Tokenizer&&) noexcept = default;
Tokenizer::~Tokenizer() = default;

Result<Tokenizer> Tokenizer::from_json(std::string_view json, const TokenizerSettings& settings) {
  auto parts = read_tokenizer_file(json, settings);
  if (!parts) return std::unexpected(std::move(parts.error()));
  return Tokenizer(std::make_unique<const Parts>(std::move(*parts)));
}

Result<Tokenizer> Tokenizer::from_vocabulary(const VocabularyFiles& files,
                                             const TokenizerSettings& settings) {
  auto parts = read_vocabulary_files(files, settings);
  if (!parts) return std::unexpected(std::move(parts.error()));
  return Tokenizer(std::make_unique<const Parts>(std::move(*parts)));
}

Result<Tokenizer> Tokenizer::from_sentence_pieces(const SentencePieceFiles& files,
                                                  const TokenizerSettings& settings) {
  auto parts = read_sentence_piece_files(files, settings);
  if (!parts) return std::unexpected(parts.error());
  return Tokenizer(std::make_unique<const Parts>(std::move(*parts)));
}

Result<Encoding> Tokenizer::encode(std::string_view text, std::optional<std::string_view> pair,
                                   std::size_t max_tokens) const {
  Encoding out;
  if (auto done = encode_into(out, text, pair, max_tokens); !done) {
    return std::unexpected(std::move(done.error()));
  }
  return out;
}

Result<void> Tokenizer::encode_into(Encoding& out, std::string_view text,
                                    std::optional<std::string_view> pair,
                                    std::size_t max_tokens) const {
  const bool is_pair = pair && !pair->empty();
  const Template& layout = is_pair ? parts_->templates.pair : parts_->templates.single;
  const std::size_t added = added_count(layout);
  if (max_tokens < added) {
    return fail(ErrorCode::kBadInput, "at most " + std::to_string(max_tokens) +
                                          " tokens were asked for, and the tokenizer adds " +
                                          std::to_string(added) + " itself");
  }
  constexpr std::size_t kMostBytes = std::numeric_limits<std::uint32_t>::max();
  if (text.size() >= kMostBytes || (is_pair && pair->size() >= kMostBytes)) {
    return fail(ErrorCode::kBadInput, "the text has 4 GiB or more");
  }
  const std::size_t room = max_tokens - added;
  const auto first = tokens_of(*parts_, text, room);
  if (!first) return std::unexpected(first.error());
  const auto second = is_pair ? tokens_of(*parts_, *pair, room) : Result<Tokens>();
  if (!second) return std::unexpected(second.error());
  assemble(parts_->templates, is_pair, parts_->vocabulary, *first, *second, room, out);
  return {};
}

std::string_view Tokenizer::piece(std::int32_t id) const { return parts_->vocabulary.piece(id); }

Result<std::string> Tokenizer::decode(std::span<const std::int32_t> ids, bool skip_special,
                                      bool open) const {
  const Result<Decoder>& decoder = parts_->decoder;
  if (!decoder) return std::unexpected(decoder.error());
  // Nothing of an id that is left out.
  const auto spelling = [&](std::int32_t id) -> std::string_view {
    if (skip_special && std::ranges::binary_search(parts_->special, id)) return {};
    const auto other = parts_->respelt.find(id);
    return other == parts_->respelt.end() ? piece(id) : std::string_view(other->second);
  };
  std::uint64_t bytes = 0;
  for (const std::int32_t id : ids) bytes += sizeof(std::string) + spelling(id).size();
  if (auto room = check_room(3 * growth(*decoder) * bytes, "the text"); !room) {
    return std::unexpected(std::move(room.error()));
  }
  std::vector<std::string> tokens;
  tokens.reserve(ids.size());
  for (const std::int32_t id : ids) {
    if (const auto text = spelling(id); !text.empty()) tokens.emplace_back(text);
  }
  return attnscope::decode(*decoder, std::move(tokens), open);
}

Tokenizer::Pieces Tokenizer::pieces() const {
  return {parts_->vocabulary.pool(), parts_->vocabulary.starts()};
}

std::optional<std::int32_t> Tokenizer::mask_id() const { return parts_->mask; }

std::size_t Tokenizer::vocabulary_size() const { return parts_->vocabulary.size(); }

}  // namespace attnscope
