# Lists of source files, for which a name that stands for no file is an error: what was moved is never left out unseen.

# attnscope_glob(VARIABLE FOLDER PATTERN...): the files of these patterns in FOLDER of the repository and below it.
function(attnscope_glob variable folder)
  list(TRANSFORM ARGN PREPEND "${PROJECT_SOURCE_DIR}/${folder}/" OUTPUT_VARIABLE patterns)
  file(GLOB_RECURSE found CONFIGURE_DEPENDS ${patterns})
  if(NOT found)
    message(FATAL_ERROR "${folder} holds no ${ARGN}")
  endif()
  set(${variable} "${found}" PARENT_SCOPE)
endfunction()

# attnscope_pick(VARIABLE FROM PATH... FILES NAME...): those of the paths that a name stands for: a folder of core/, or a
# file of it without the ending.
function(attnscope_pick variable)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FROM;FILES")
  set(picked)
  foreach(name IN LISTS arg_FILES)
    set(own ${arg_FROM})
    list(FILTER own INCLUDE REGEX "/core/${name}(/|\\.[a-z]+$)")
    if(NOT own)
      message(FATAL_ERROR "core/${name} is listed in ${CMAKE_CURRENT_LIST_FILE}, and no source file is there")
    endif()
    list(APPEND picked ${own})
  endforeach()
  set(${variable} "${picked}" PARENT_SCOPE)
endfunction()
