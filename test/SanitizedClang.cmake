# Sets `sanitized_clang` to a folder of LLVM's programs in which clang has the
# runtime of AddressSanitizer, so that it can load a plugin that is built with it.
# Its own memory is not looked at: marks in LLVM's allocators would be of one half
# of the program alone.
execute_process(COMMAND ${CMAKE_CXX_COMPILER}
  -print-file-name=libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so
  OUTPUT_VARIABLE runtime OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set(sanitized_clang ${CMAKE_CURRENT_BINARY_DIR}/sanitized/bin)
file(MAKE_DIRECTORY ${sanitized_clang})
file(CREATE_LINK ${LLVM_TOOLS_BINARY_DIR}/../include
     ${CMAKE_CURRENT_BINARY_DIR}/sanitized/include SYMBOLIC)
file(GLOB programs ${LLVM_TOOLS_BINARY_DIR}/*)
foreach(program IN LISTS programs)
  get_filename_component(name ${program} NAME)
  if(name MATCHES "^clang([+][+]|-[0-9]+|-tidy)?$")
    file(WRITE ${sanitized_clang}/${name}
"#!/bin/sh
export LD_PRELOAD='${runtime}'
export ASAN_OPTIONS=detect_leaks=0:allow_user_poisoning=0:detect_container_overflow=0:alloc_dealloc_mismatch=0:handle_segv=0:handle_abort=0:handle_sigill=0
exec '${program}' \"$@\"
")
    file(CHMOD ${sanitized_clang}/${name} PERMISSIONS
         OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  else()
    file(CREATE_LINK ${program} ${sanitized_clang}/${name} SYMBOLIC)
  endif()
endforeach()
