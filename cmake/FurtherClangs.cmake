# Plugins for further versions of Clang from the sources of the first one.
# CMake's packages of two LLVMs cannot be loaded into one build (they define the
# same targets); headers are all that a plugin needs.

# The include folder of LLVM's and Clang's headers of version `major`, empty if
# they are not installed, and the folder of its programs.
function(_lacuna_find_clang major headers programs)
  set(${headers} "" PARENT_SCOPE)
  find_program(LACUNA_LLVM_CONFIG_${major} NAMES llvm-config-${major}
               HINTS /usr/lib/llvm-${major}/bin)
  mark_as_advanced(LACUNA_LLVM_CONFIG_${major})
  if(LACUNA_LLVM_CONFIG_${major})
    execute_process(COMMAND ${LACUNA_LLVM_CONFIG_${major}} --includedir
                    OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(EXISTS ${folder}/clang/Frontend/FrontendAction.h)
      set(${headers} ${folder} PARENT_SCOPE)
    endif()
    execute_process(COMMAND ${LACUNA_LLVM_CONFIG_${major}} --bindir
                    OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE)
    set(${programs} ${folder} PARENT_SCOPE)
  endif()
endfunction()

# A copy of `target` called `copy`, to be linked to other libraries.
function(_lacuna_copy_sources target copy)
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder})
    target_sources(${copy} PRIVATE ${source})
  endforeach()
  target_include_directories(${copy} PRIVATE ${folder})
  get_target_property(headers ${target} PRECOMPILE_HEADERS)
  target_precompile_headers(${copy} PRIVATE ${headers})
  lacuna_compile_rooms(${copy})
endfunction()

# Defines LacunaClang-<major> if there are headers for it. Its property
# LACUNA_CLANG_PROGRAMS is the folder of clang++, if that is installed.
function(lacuna_add_further_clang major)
  _lacuna_find_clang(${major} headers programs)
  if(NOT headers)
    return()
  endif()
  message(STATUS "Also using LLVM ${major} in ${headers}")
  add_library(lacuna_llvm-${major} INTERFACE)
  target_include_directories(lacuna_llvm-${major} SYSTEM INTERFACE ${headers})
  foreach(property COMPILE_DEFINITIONS COMPILE_OPTIONS LINK_OPTIONS)
    get_target_property(value lacuna_llvm INTERFACE_${property})
    if(value)
      set_target_properties(lacuna_llvm-${major} PROPERTIES
                            INTERFACE_${property} "${value}")
    endif()
  endforeach()

  # What a newer LLVM would rather see called, an older one does not have.
  target_compile_options(lacuna_llvm-${major} INTERFACE -Wno-deprecated-declarations)

  add_library(lacuna_lowering-${major} STATIC)
  _lacuna_copy_sources(lacuna_lowering lacuna_lowering-${major})
  target_include_directories(lacuna_lowering-${major} PUBLIC
                             ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(lacuna_lowering-${major} PUBLIC lacuna_llvm-${major}
                        PRIVATE lacuna_isl)

  set(plugin LacunaClang-${major})
  add_library(${plugin} MODULE)
  _lacuna_copy_sources(LacunaClang-${LLVM_VERSION_MAJOR} ${plugin})
  set_target_properties(${plugin} PROPERTIES PREFIX ""
                        LACUNA_CLANG_PROGRAMS ${programs})
  target_link_libraries(${plugin} PRIVATE lacuna_lowering-${major})
  add_custom_command(TARGET ${plugin} POST_BUILD VERBATIM
    COMMAND ${CMAKE_COMMAND} -E touch_nocreate
            ${PROJECT_BINARY_DIR}/bin/lacuna-c++
            ${PROJECT_BINARY_DIR}/packaging/bin/lacuna-c++)
endfunction()

# -DLACUNA_CLANGS=16 chooses among them, an empty list none; the default is not
# cached, so that a build folder gets what Lacuna has learnt since.
if(NOT DEFINED LACUNA_CLANGS)
  set(LACUNA_CLANGS ${LACUNA_KNOWN_CLANG_MAJORS})
endif()
foreach(major IN LISTS LACUNA_CLANGS)
  if(NOT TARGET LacunaClang-${major})
    lacuna_add_further_clang(${major})
  endif()
endforeach()
