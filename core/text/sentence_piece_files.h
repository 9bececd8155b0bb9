// A SentencePiece model and the vocab.json that numbers its pieces.
#pragma once

#include "base/result.h"
#include "text/tokenizer.h"
#include "text/tokenizer_parts.h"

namespace attnscope {

// Errors: kBadModel, kUnsupported, naming the file; kOutOfMemory.
Result<TokenizerParts> read_sentence_piece_files(const SentencePieceFiles& files,
                                                 const TokenizerSettings& settings);

}  // namespace attnscope
