# xsimd, nlohmann-json and Catch2: an installed package, then the local prefix, then a pinned download.
include(FetchContent)

if(DEFINED ENV{ATTNSCOPE_PREFIX})
  set(attnscope_prefix "$ENV{ATTNSCOPE_PREFIX}")
elseif(DEFINED ENV{XDG_CACHE_HOME} AND NOT "$ENV{XDG_CACHE_HOME}" STREQUAL "")
  set(attnscope_prefix "$ENV{XDG_CACHE_HOME}/attnscope/prefix")
else()
  set(attnscope_prefix "$ENV{HOME}/.cache/attnscope/prefix")
endif()
set(ATTNSCOPE_PREFIX "${attnscope_prefix}" CACHE PATH "Folder that npm run setup unpacks packages into")

# A header-only package: TARGET becomes a system include folder, from an installed PACKAGE where the host is
# the target (a WebAssembly build must not see the host's /usr/include), or from the prefix. The prefix is read
# by its headers, since Debian's own package files ask for further packages that these headers do not need.
macro(attnscope_find_headers package version target header)
  if(NOT EMSCRIPTEN)
    find_package(${package} ${version} CONFIG QUIET)
  endif()
  if(NOT ${package}_FOUND AND EXISTS "${ATTNSCOPE_PREFIX}/usr/include/${header}")
    add_library(${target} INTERFACE IMPORTED GLOBAL)
    target_include_directories(${target} SYSTEM INTERFACE "${ATTNSCOPE_PREFIX}/usr/include")
    set(${package}_FOUND TRUE)
  endif()
endmacro()

attnscope_find_headers(xsimd 13.2 xsimd xsimd/xsimd.hpp)
if(NOT xsimd_FOUND)
  FetchContent_Declare(xsimd
    URL https://github.com/xtensor-stack/xsimd/archive/refs/tags/13.2.0.tar.gz
    URL_HASH SHA256=edd8cd3d548c185adc70321c53c36df41abe64c1fe2c67bc6d93c3ecda82447a
    DOWNLOAD_EXTRACT_TIMESTAMP ON)
  FetchContent_MakeAvailable(xsimd)
endif()

attnscope_find_headers(nlohmann_json 3.11 nlohmann_json::nlohmann_json nlohmann/json.hpp)
if(NOT nlohmann_json_FOUND)
  FetchContent_Declare(nlohmann_json
    GIT_REPOSITORY https://github.com/nlohmann/json.git
    GIT_TAG 9cca280a4d0ccf0c08f47a99aa71d1b0e52f8d03) # v3.11.3
  FetchContent_MakeAvailable(nlohmann_json)
endif()

# Defines Catch2::Catch2WithMain. Only its source can also become WebAssembly; its one-file form compiles
# quickest, while the tests include the ordinary headers beside it.
function(attnscope_provide_catch2)
  if(NOT EMSCRIPTEN)
    find_package(Catch2 3.7 CONFIG QUIET GLOBAL)
    if(Catch2_FOUND)
      return()
    endif()
  endif()
  set(source "${ATTNSCOPE_PREFIX}/catch2")
  # Compiling it takes as long as a fifth of the tests, and it is never what is tested: built once for a compiler,
  # without sanitizers, and kept beside its source.
  string(SHA256 key "${CMAKE_CXX_COMPILER};${CMAKE_CXX_COMPILER_VERSION};${CMAKE_SYSTEM_NAME};${CMAKE_SYSTEM_PROCESSOR};1")
  string(SUBSTRING "${key}" 0 12 key)
  set(kept "${source}/built/${key}.a")
  if(NOT EXISTS "${source}/extras/catch_amalgamated.cpp")
    FetchContent_Declare(catch2_source
      GIT_REPOSITORY https://github.com/catchorg/Catch2.git
      GIT_TAG fa43b77429ba76c462b1898d6cd2f2d7a9416b14 # v3.7.1
      SOURCE_SUBDIR extras/no-build-here)
    FetchContent_MakeAvailable(catch2_source)
    set(source "${catch2_source_SOURCE_DIR}")
  endif()
  set(CATCH_CONFIG_DEFAULT_REPORTER console)
  set(CATCH_CONFIG_CONSOLE_WIDTH 100)
  set(generated "${CMAKE_BINARY_DIR}/catch2")
  configure_file("${source}/src/catch2/catch_user_config.hpp.in" "${generated}/catch2/catch_user_config.hpp")
  if(EXISTS "${kept}")
    add_library(attnscope_catch2 STATIC IMPORTED GLOBAL)
    set_target_properties(attnscope_catch2 PROPERTIES IMPORTED_LOCATION "${kept}")
  else()
    add_library(attnscope_catch2 STATIC "${source}/extras/catch_amalgamated.cpp")
    target_compile_features(attnscope_catch2 PRIVATE cxx_std_23)
    target_include_directories(attnscope_catch2 SYSTEM PRIVATE "${source}/src" "${generated}")
    if(EMSCRIPTEN)
      target_compile_options(attnscope_catch2 PRIVATE -fwasm-exceptions)
    endif()
    # Compiles in half the time, and no test waits for it.
    target_compile_options(attnscope_catch2 PRIVATE -O1 $<$<NOT:$<BOOL:${EMSCRIPTEN}>>:-fno-sanitize=all>)
    if(EXISTS "${ATTNSCOPE_PREFIX}/catch2")
      string(RANDOM copy)
      add_custom_command(TARGET attnscope_catch2 POST_BUILD
        # Renamed when it is whole: another clone may look for it now.
        COMMAND "${CMAKE_COMMAND}" -E make_directory "${source}/built"
        COMMAND "${CMAKE_COMMAND}" -E copy $<TARGET_FILE:attnscope_catch2> "${kept}.${copy}"
        COMMAND "${CMAKE_COMMAND}" -E rename "${kept}.${copy}" "${kept}")
    endif()
  endif()
  target_compile_features(attnscope_catch2 INTERFACE cxx_std_23)
  target_include_directories(attnscope_catch2 SYSTEM INTERFACE "${source}/src" "${generated}")
  if(EMSCRIPTEN)
    target_compile_options(attnscope_catch2 INTERFACE -fwasm-exceptions)
  endif()
  add_library(Catch2::Catch2WithMain ALIAS attnscope_catch2)
endfunction()
