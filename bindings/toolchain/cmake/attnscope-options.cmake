# Options, and the compiler flags that all of our own targets share.
option(ATTNSCOPE_TESTS "Build the C++ tests" ${PROJECT_IS_TOP_LEVEL})
option(ATTNSCOPE_FUZZ "Build libFuzzer's targets too (Clang)" OFF)
option(ATTNSCOPE_WERROR "Treat our own warnings as errors" OFF)
option(ATTNSCOPE_RELAXED_SIMD "WebAssembly: use relaxed SIMD (fused multiply-add)" OFF)
set(ATTNSCOPE_MARCH "" CACHE STRING "Processor given to -march natively; empty keeps the compiler's default")

set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_BUILD_TYPE Release)
endif()

# Not PUBLIC on the core: a user's own code keeps its own processor and warnings.
add_library(attnscope_flags INTERFACE)
target_compile_features(attnscope_flags INTERFACE cxx_std_23)
# Multiply-add is fused only where a kernel says so: the same source then means the same numbers everywhere.
target_compile_options(attnscope_flags INTERFACE -Wall -Wextra -Wpedantic -ffp-contract=off)
# GCC 12 sees overlapping copies in std::string's own operator+ (its bug 105651), and variables without a value in its own
# AVX-512 intrinsics (its bug 105593).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14)
  target_compile_options(attnscope_flags INTERFACE -Wno-restrict -Wno-uninitialized -Wno-maybe-uninitialized)
endif()
if(ATTNSCOPE_WERROR)
  target_compile_options(attnscope_flags INTERFACE -Werror)
endif()
if(EMSCRIPTEN)
  # Atomic instructions mean the same on memory that is not shared, so one binary serves one thread and several.
  target_compile_options(attnscope_flags INTERFACE
    -msimd128 $<$<BOOL:${ATTNSCOPE_RELAXED_SIMD}>:-mrelaxed-simd> -sWASM_WORKERS=1)
elseif(ATTNSCOPE_MARCH)
  target_compile_options(attnscope_flags INTERFACE "-march=${ATTNSCOPE_MARCH}")
endif()
