/// @file
/// Words for the halves of a transformer, and for whom a layer's queries meet.
#pragma once

#include <cstdint>

namespace attnscope {

enum class Stack : std::uint8_t { kEncoder, kDecoder };

/// Keys and values of the stack itself, or of the encoder's output.
enum class Site : std::uint8_t { kSelf, kCross };

}  // namespace attnscope
