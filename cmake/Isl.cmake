# The target lacuna_isl: the library isl, for schedules of affine loops.
#
# Clang's own libLLVM exports an isl of another version, Polly's. Symbols that a
# plugin left to the dynamic linker would be resolved there. So isl is linked
# statically, and none of its symbols leaves the object that it is linked to. What
# links LLVM's library, too, lists lacuna_isl in front of that.
option(LACUNA_AFFINE "Transform affine loops (tile, skew); needs isl" ON)

if(NOT LACUNA_AFFINE)
  add_library(lacuna_isl INTERFACE)
  return()
endif()
find_library(LACUNA_ISL_ARCHIVE NAMES libisl.a)
find_library(LACUNA_GMP NAMES gmp)
find_path(LACUNA_ISL_HEADERS isl/schedule.h)
mark_as_advanced(LACUNA_ISL_ARCHIVE LACUNA_GMP LACUNA_ISL_HEADERS)
if(NOT LACUNA_ISL_ARCHIVE OR NOT LACUNA_GMP OR NOT LACUNA_ISL_HEADERS)
  message(STATUS "Without isl (libisl-dev): no 'tile' and 'skew'")
  set(LACUNA_AFFINE OFF)
  add_library(lacuna_isl INTERFACE)
  return()
endif()
message(STATUS "Using isl in ${LACUNA_ISL_ARCHIVE}")

# Its uses of standard streams are all that is no position-independent code.
set(archive ${PROJECT_BINARY_DIR}/lib/liblacuna_isl.a)
add_custom_command(OUTPUT ${archive}
  COMMAND ${CMAKE_OBJCOPY} --redefine-sym stderr=lacuna_isl_stderr
          --redefine-sym stdout=lacuna_isl_stdout ${LACUNA_ISL_ARCHIVE} ${archive}
  DEPENDS ${LACUNA_ISL_ARCHIVE} VERBATIM)
add_custom_target(lacuna_isl_archive DEPENDS ${archive})
add_library(lacuna_isl STATIC IMPORTED)
set_target_properties(lacuna_isl PROPERTIES IMPORTED_LOCATION ${archive})
add_dependencies(lacuna_isl lacuna_isl_archive)
target_include_directories(lacuna_isl SYSTEM INTERFACE ${LACUNA_ISL_HEADERS})
target_link_libraries(lacuna_isl INTERFACE ${LACUNA_GMP})
target_link_options(lacuna_isl INTERFACE LINKER:--exclude-libs,liblacuna_isl.a)
