// The 16-bit float formats; the kernels that multiply by them define what they mean.
#pragma once

#include "kernels/half.h"

namespace attnscope {

using kernels::from_bfloat16;
using kernels::from_float16;

}  // namespace attnscope
