# The library as other projects use it: its public headers under attnscope/, the same from the build folder
# (FetchContent) and from an installed tree, and what find_package and pkg-config read.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

option(ATTNSCOPE_INSTALL "Make install rules" ${PROJECT_IS_TOP_LEVEL})

# Inside core/ the rooms stand at the root of the include path. Elsewhere "base/..." could be anyone's, so public
# headers name each other "attnscope/base/...". What is public: the engine's header and all that it includes.
set(attnscope_include "${PROJECT_BINARY_DIR}/include")

function(attnscope_publish header)
  get_property(published GLOBAL PROPERTY attnscope_published)
  if(header IN_LIST published)
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY attnscope_published "${header}")
  set(source "${PROJECT_SOURCE_DIR}/core/${header}")
  set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")
  file(READ "${source}" text)
  set(ours "#include \"([a-z0-9_/]+/[a-z0-9_]+\\.h)\"")
  string(REGEX REPLACE "${ours}" "#include \"attnscope/\\1\"" text "${text}")
  # Written only where it changed, so that its users are not compiled again for nothing.
  file(CONFIGURE OUTPUT "${attnscope_include}/attnscope/${header}" CONTENT "${text}" @ONLY)
  file(STRINGS "${source}" includes REGEX "^#include \"")
  foreach(line IN LISTS includes)
    if(NOT line MATCHES "${ours}")
      message(FATAL_ERROR "core/${header} has ${line}, where \"room/file.h\" was expected")
    endif()
    attnscope_publish("${CMAKE_MATCH_1}")
  endforeach()
endfunction()

set_property(GLOBAL PROPERTY attnscope_published "")
attnscope_publish(engine/engine.h)
configure_file("${CMAKE_CURRENT_LIST_DIR}/version.h.in" "${attnscope_include}/attnscope/version.h" @ONLY)

target_include_directories(attnscope_core INTERFACE
  "$<BUILD_INTERFACE:${attnscope_include}>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
set_target_properties(attnscope_core PROPERTIES EXPORT_NAME core OUTPUT_NAME attnscope)

if(ATTNSCOPE_INSTALL AND NOT EMSCRIPTEN)
  set(attnscope_package "${CMAKE_INSTALL_LIBDIR}/cmake/attnscope")
  set(generated "${PROJECT_BINARY_DIR}/package")
  configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/attnscope-config.cmake.in"
    "${generated}/attnscope-config.cmake" INSTALL_DESTINATION "${attnscope_package}" NO_SET_AND_CHECK_MACRO)
  # Before 1.0 a minor version may change the interface, and the library is compiled in, so there is no ABI to keep.
  write_basic_package_version_file("${generated}/attnscope-config-version.cmake" COMPATIBILITY SameMinorVersion)
  file(RELATIVE_PATH attnscope_pc_to_prefix
    "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
  configure_file("${CMAKE_CURRENT_LIST_DIR}/attnscope.pc.in" "${generated}/attnscope.pc" @ONLY)

  install(TARGETS attnscope_core EXPORT attnscope-targets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  install(DIRECTORY "${attnscope_include}/attnscope" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
  install(EXPORT attnscope-targets NAMESPACE attnscope:: DESTINATION "${attnscope_package}")
  install(FILES "${generated}/attnscope-config.cmake" "${generated}/attnscope-config-version.cmake"
    DESTINATION "${attnscope_package}")
  install(FILES "${generated}/attnscope.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
  install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/NOTICE"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/licenses/attnscope")
endif()
