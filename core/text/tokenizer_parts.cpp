#include "text/tokenizer_parts.h"

namespace attnscope {

TokenizerParts::TokenizerParts() = default;
TokenizerParts::TokenizerParts(TokenizerParts&&) noexcept = default;
TokenizerParts& TokenizerParts::operator=(TokenizerParts&&) noexcept = default;
TokenizerParts::~TokenizerParts() = default;

}  // namespace attnscope
