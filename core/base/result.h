/// @file
/// Errors are values. Every function of the core that can be refused returns
/// Result<T>; nothing in the core throws, prints, aborts or exits on bad input.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace attnscope {

/// The kinds a caller can act on. The package turns each into a typed code.
enum class ErrorCode {
  kBadInput,      ///< an argument of a call is wrong; the model is untouched
  kBadModel,      ///< a model file is broken or contradicts another one
  kUnsupported,   ///< the file is well formed but needs something we do not do
  kOutOfMemory,   ///< the bytes needed were computed and cannot be had
  kNonFinite,     ///< the weights made NaN or infinity for this input
  kInvalidState,  ///< calls in an order that has no meaning (step before begin)
};

/// The stable spelling of a code, e.g. "bad-model".
constexpr std::string_view code_name(ErrorCode code) {
  switch (code) {
    case ErrorCode::kBadInput:
      return "bad-input";
    case ErrorCode::kBadModel:
      return "bad-model";
    case ErrorCode::kUnsupported:
      return "unsupported";
    case ErrorCode::kOutOfMemory:
      return "out-of-memory";
    case ErrorCode::kNonFinite:
      return "non-finite";
    case ErrorCode::kInvalidState:
      return "invalid-state";
  }
  return "unknown";
}

/// `message` says what was wrong, where, and what was expected, in one sentence
/// that can be shown to a person as it is.
struct Error {
  ErrorCode code;
  std::string message;
};

template <class T>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> fail(ErrorCode code, std::string message) {
  return std::unexpected<Error>(Error{code, std::move(message)});
}

}  // namespace attnscope
