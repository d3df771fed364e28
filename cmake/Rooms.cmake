# Most of the time of a source goes to headers, so that the sources of a room, a
# folder, are compiled as one: in a third of the time. They must not use one name
# for two things. Where they do, by a common pattern (each command has its `Args`),
# they are compiled one by one.
set(LACUNA_ROOMS_ONE_BY_ONE
  lowering/auto lowering/schedule/commands plugin/lacuna-report
  runtime/layout runtime/track)

# Says of the sources of `target`, all of which it has, how to compile them.
function(lacuna_compile_rooms target)
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder})
    cmake_path(GET source PARENT_PATH room)
    cmake_path(RELATIVE_PATH room BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    if(room IN_LIST LACUNA_ROOMS_ONE_BY_ONE)
      set(how SKIP_UNITY_BUILD_INCLUSION ON)
    else()
      set(how UNITY_GROUP ${room})
    endif()
    set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES ${how})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
