# What Lacuna::sparse does, once for Lacuna's own tree and for the packages
# that find_package(Lacuna) loads from an install or a build tree.

# The imported or alias target of the plugin for the C++ compiler in use;
# empty if there is none. A plugin fits Clang of one major version only.
function(lacuna_plugin_for_compiler result)
  set(${result} "" PARENT_SCOPE)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang"
     AND NOT CMAKE_CXX_COMPILER_FRONTEND_VARIANT STREQUAL "MSVC")
    string(REGEX MATCH "^[0-9]+" major "${CMAKE_CXX_COMPILER_VERSION}")
    if(TARGET Lacuna::LacunaClang-${major})
      set(${result} Lacuna::LacunaClang-${major} PARENT_SCOPE)
    endif()
  endif()
endfunction()

# Tells once per configuration that this compiler gets the loops as written.
function(_lacuna_warn_no_plugin majors)
  get_property(warned GLOBAL PROPERTY _lacuna_warned_no_plugin)
  if(warned)
    return()
  endif()
  set_property(GLOBAL PROPERTY _lacuna_warned_no_plugin ON)
  list(JOIN majors " and " versions)
  list(GET majors 0 preferred)
  message(WARNING
    "Lacuna has no plugin for ${CMAKE_CXX_COMPILER_ID} "
    "${CMAKE_CXX_COMPILER_VERSION}, only for Clang ${versions}: loops under "
    "'#pragma sparse' are compiled as written. To have their schedules "
    "applied, configure with -DCMAKE_CXX_COMPILER=clang++-${preferred}.")
endfunction()

# Other compilers meet the pragma as an unknown one.
function(_lacuna_silence_pragma sparse)
  if(MSVC)
    set(flag /wd4068)
  elseif(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang|Intel")
    set(flag -Wno-unknown-pragmas)
  else()
    return()
  endif()
  set_property(TARGET ${sparse} APPEND PROPERTY INTERFACE_COMPILE_OPTIONS
               $<$<COMPILE_LANGUAGE:CXX>:${flag}>)
endfunction()

# The plugin is named as a prerequisite in the dependency files that the
# compiler writes: objects are compiled again when it changes.
function(_lacuna_use_plugin sparse plugin quiet)
  set(file $<TARGET_FILE:${plugin}>)
  set_property(TARGET ${sparse} APPEND PROPERTY INTERFACE_COMPILE_OPTIONS
    "$<$<COMPILE_LANGUAGE:CXX>:-fplugin=${file}>"
    "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang \"-fdepfile-entry=${file}\">")
  if(TARGET OpenMP::OpenMP_CXX)
    set_property(TARGET ${sparse} APPEND PROPERTY INTERFACE_LINK_LIBRARIES
                 OpenMP::OpenMP_CXX)
  elseif(NOT quiet)
    message(WARNING
      "Lacuna: no OpenMP for ${CMAKE_CXX_COMPILER} (on Debian it is in the "
      "package libomp-dev of the same version): annotated loops run on one "
      "thread.")
  endif()
endfunction()

# Fills the INTERFACE target `sparse`; `majors` lists Clang's versions for
# which there is a plugin, the preferred one first. The caller has looked for
# OpenMP.
function(lacuna_fill_sparse sparse quiet majors)
  lacuna_plugin_for_compiler(plugin)
  if(plugin)
    _lacuna_use_plugin(${sparse} ${plugin} "${quiet}")
    return()
  endif()
  if(NOT quiet)
    _lacuna_warn_no_plugin("${majors}")
  endif()
  _lacuna_silence_pragma(${sparse})
endfunction()
