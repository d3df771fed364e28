# Compiles kernels/<LOOP>.inc under a pragma for TARGET, as variant VARIANT, by
# way of SOURCE; Variant.cpp.in wants BENCH_WIDTH and BENCH_COLUMNS, too. The
# pragma "none" leaves the loop plain. FLAGS are for the compiler, SPARSE_FLAGS
# where it loads the plugin.
function(lacuna_bench_variant TARGET SOURCE LOOP VARIANT PRAGMA FLAGS SPARSE_FLAGS)
  set(BENCH_LOOP ${LOOP})
  set(BENCH_VARIANT ${VARIANT})
  set(BENCH_PRAGMA ${PRAGMA})
  set(BENCH_OPERATOR "_Pragma(\"${PRAGMA}\")")
  if(PRAGMA STREQUAL "none")
    set(BENCH_OPERATOR "")
  endif()
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/Variant.cpp.in ${SOURCE} @ONLY)
  target_sources(${TARGET} PRIVATE ${SOURCE})
  if(PRAGMA MATCHES "^sparse")
    set(plugin ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/LacunaClang-${LLVM_VERSION_MAJOR}.so)
    list(APPEND FLAGS -fplugin=${plugin} ${SPARSE_FLAGS})
    set_source_files_properties(${SOURCE} PROPERTIES OBJECT_DEPENDS ${plugin})
  endif()
  set_source_files_properties(${SOURCE} PROPERTIES COMPILE_OPTIONS "${FLAGS}")
endfunction()
