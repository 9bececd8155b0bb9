// Work done by the counted rooms since the last reset: steps of control flow, and bytes moved or
// compared.
#pragma once

#include <cstdint>

namespace attnscope::work {

inline std::uint64_t steps = 0;
inline std::uint64_t bytes = 0;

// Eight bytes of a copy are about one step's work.
inline std::uint64_t done() { return steps + bytes / 8; }
inline void reset() { steps = bytes = 0; }

}  // namespace attnscope::work
