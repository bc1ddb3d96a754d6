# SPDX-License-Identifier: MIT
# How a folder of tests becomes an executable, and the executable entries of ctest.

# Which build is this? script/test runs a folder where it is at home.
if(TACTUS_SANITIZE MATCHES "thread")
    set(TACTUS_BUILD_OF_TESTS tsan)
elseif(TACTUS_SANITIZE)
    set(TACTUS_BUILD_OF_TESTS asan)
else()
    set(TACTUS_BUILD_OF_TESTS release)
endif()

# Says in `result` where a folder is at home: release, asan or tsan.
function(tactus_home_of_tests folder result)
    if(folder IN_LIST folders_of_release)
        set(${result} release PARENT_SCOPE)
    elseif(folder IN_LIST folders_of_threads)
        set(${result} tsan PARENT_SCOPE)
    else()
        set(${result} asan PARENT_SCOPE)
    endif()
endfunction()

# tactus_test(folder home sources...) makes test_<folder>. Its home may also be `slow`, which is none of script/test's builds.
function(tactus_test folder home)
    set(name test_${folder})
    add_executable(${name} ${ARGN})
    target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/tests" ${GMP_INCLUDE_DIR})
    target_link_libraries(${name} PRIVATE tactus tactus_settings tactus_scenes hwy::hwy GTest::gtest_main ${GMPXX_LIBRARY} ${GMP_LIBRARY})
    if(folder IN_LIST folders_in_halves)
        set_target_properties(${name} PROPERTIES UNITY_BUILD_BATCH_SIZE 8)
    endif()
    # The others need not wait for it.
    if(folder MATCHES "^(cli|io|reproduce|sphere_check_slow)$")
        target_link_libraries(${name} PRIVATE tactus_io)
    endif()
    target_compile_definitions(${name} PRIVATE TACTUS_SOURCE_DIR="${PROJECT_SOURCE_DIR}" TACTUS_BINARY_DIR="${PROJECT_BINARY_DIR}")
    # Tests are compiled more often than they are run: what takes time in them is the library. Sanitizers make a compiler
    # that optimises take twice as long as one that does not, and so does reading JSON; some tests compute next to nothing.
    if((TACTUS_SANITIZE AND NOT folder IN_LIST folders_of_brute_force) OR folder MATCHES "^(allocation|cli|determinism|examples|opengl|reproduce)$")
        target_compile_options(${name} PRIVATE -O0)
    else()
        target_compile_options(${name} PRIVATE -O1)
    endif()
    # Planted faults must be caught by what script/test runs, which is fewer cases where sanitizers are at work.
    if(TACTUS_SANITIZE OR (TACTUS_PLANTED_FAULTS AND NOT home STREQUAL "release"))
        target_compile_definitions(${name} PRIVATE TACTUS_SANITIZED=1)
    endif()
    if(home STREQUAL "slow" AND TACTUS_SANITIZE)
        set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
        return()
    endif()
    set(label more)
    if(home STREQUAL TACTUS_BUILD_OF_TESTS OR (TACTUS_PLANTED_FAULTS AND NOT home STREQUAL "slow"))
        set(label quick)
        add_dependencies(quick_tests ${name})
    elseif(home STREQUAL "slow")
        set(label slow)
    endif()
    add_dependencies(all_tests ${name})
    tactus_add_parts(${folder} ${label})
endfunction()

# One entry of ctest for a folder, or several that share its cases. A process for every case would take longer to start
# than most cases take.
function(tactus_add_parts folder label)
    set(parts 1)
    if(DEFINED parts_of_${folder})
        set(parts ${parts_of_${folder}})
    endif()
    # Searching for leaks takes seconds at the end of each program. The commands that tests start are not searched, and on
    # most days (script/test says so) only folders that make and end most things.
    set(sanitizer)
    if(folder MATCHES "^(cli|reproduce)$")
        set(sanitizer "ASAN_OPTIONS=detect_leaks=0;")
    elseif(folder MATCHES "^(world|io)$")
        set(sanitizer "ASAN_OPTIONS=detect_leaks=1;")
    endif()
    math(EXPR last "${parts} - 1")
    foreach(part RANGE ${last})
        math(EXPR number "${part} + 1")
        set(entry ${folder})
        if(parts GREATER 1)
            set(entry ${folder}_${number}_of_${parts})
        endif()
        add_test(NAME ${entry} COMMAND test_${folder})
        set_tests_properties(${entry} PROPERTIES LABELS ${label} TIMEOUT 1500 COST ${parts}
            ENVIRONMENT "${sanitizer}GTEST_TOTAL_SHARDS=${parts};GTEST_SHARD_INDEX=${part}")
    endforeach()
endfunction()
