/// @file
/// What a build of the core carries. The package does not run decoders yet: the few files that lead
/// to what only these need are compiled for its module without (attnscope-module.cmake).
#pragma once

namespace attnscope {

#ifdef ATTNSCOPE_ENCODERS_ALONE
inline constexpr bool kHasDecoders = false;
#else
inline constexpr bool kHasDecoders = true;
#endif

}  // namespace attnscope
