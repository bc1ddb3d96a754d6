# SPDX-License-Identifier: MIT
# Builds and runs examples/consumer in a scratch folder, as a user would, and looks at what it prints.
cmake_minimum_required(VERSION 3.25)

function(run_step what)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "${what} failed (${result}):\n${output}")
    endif()
    set(output "${output}" PARENT_SCOPE)
endfunction()

function(expect_in_output text)
    if(NOT output MATCHES "${text}")
        message(FATAL_ERROR "expected \"${text}\" in:\n${output}")
    endif()
endfunction()

file(REMOVE_RECURSE "${scratch}")
file(MAKE_DIRECTORY "${scratch}")
# The example is copied out, so that nothing of the checkout is found by accident.
file(COPY "${source}/examples/consumer" DESTINATION "${scratch}")

# The same flags and files as in this build, so that ccache has the library's objects already.
set(options -G Ninja -D CMAKE_CXX_EXTENSIONS=OFF -D "CMAKE_CXX_COMPILER=${compiler}" -D "CMAKE_BUILD_TYPE=${build_type}"
    -D "CMAKE_UNITY_BUILD=${unity}")
if(launcher)
    list(APPEND options -D "CMAKE_CXX_COMPILER_LAUNCHER=${launcher}")
endif()
if(way STREQUAL "installed")
    run_step("installing" "${CMAKE_COMMAND}" --install "${build}" --prefix "${scratch}/prefix")
    # A package that is moved after it was installed still works.
    file(RENAME "${scratch}/prefix" "${scratch}/moved")
    list(APPEND options -D "CMAKE_PREFIX_PATH=${scratch}/moved")
else()
    list(APPEND options -D USE_FETCHCONTENT=ON -D "TACTUS_SOURCE=${source}")
endif()

run_step("configuring" "${CMAKE_COMMAND}" -S "${scratch}/consumer" -B "${scratch}/build" ${options})
if(output MATCHES "CMake Warning")
    message(FATAL_ERROR "configuring the consumer warns:\n${output}")
endif()
run_step("building" "${CMAKE_COMMAND}" --build "${scratch}/build")
if(output MATCHES "warning:")
    message(FATAL_ERROR "building the consumer warns:\n${output}")
endif()
if(way STREQUAL "fetched")
    # Only the library: no command, no tests, nothing installed along with the user's own project.
    file(GLOB_RECURSE programs "${scratch}/build/_deps/*/tactus" "${scratch}/build/_deps/*/test_*")
    if(programs)
        message(FATAL_ERROR "FetchContent also built ${programs}")
    endif()
    # Who says nothing about how to build gets a fast library, and a program of his own as it always was.
    run_step("configuring without a build type" "${CMAKE_COMMAND}" -S "${scratch}/consumer" -B "${scratch}/unsaid"
        ${options} -D CMAKE_BUILD_TYPE= -D CMAKE_EXPORT_COMPILE_COMMANDS=ON)
    file(READ "${scratch}/unsaid/compile_commands.json" output)
    expect_in_output("-O3 -DNDEBUG[^\n]*tactus_src_base")
    if(output MATCHES "-O3[^\n]*consumer.dir/main.cpp")
        message(FATAL_ERROR "the build type of the library is that of the project around it, too")
    endif()
endif()

run_step("running" "${scratch}/build/consumer")
expect_in_output("frame 0: 0 pairs")
expect_in_output("frame 1: 0 pairs")
expect_in_output("frame 2: 6 pairs")
expect_in_output("frame 3: 7 pairs")

if(way STREQUAL "installed" AND EXISTS "${scratch}/moved/bin/tactus")
    run_step("the installed command" "${scratch}/moved/bin/tactus" --version)
    expect_in_output("[0-9]+\\.[0-9]+\\.[0-9]+")
endif()
message(STATUS "the consumer builds and runs, ${way}")
