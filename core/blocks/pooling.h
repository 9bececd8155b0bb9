// From hidden states to one vector a sequence. Source: Reimers and Gurevych 2019, section 3.
#pragma once

#include <cstddef>
#include <span>

#include "base/matrix.h"
#include "model/facts.h"

namespace attnscope {

// embeddings [sequences, D] = pooled hidden rows of each sequence, without the first unpooled[s] of
// sequence s, normalised where the facts say so.
void pool(const Facts& facts, std::span<const std::size_t> lengths,
          std::span<const std::size_t> unpooled, ConstMatrix hidden, Matrix embeddings);

}  // namespace attnscope
