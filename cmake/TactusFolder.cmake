# SPDX-License-Identifier: MIT
# One target per folder of src/: tactus_folder(name USES folders... LINKS libraries...)
# A folder sees only the folders it names; tests/architecture rereads the #include lines.

add_library(tactus_settings INTERFACE)
target_compile_features(tactus_settings INTERFACE cxx_std_20)
# No contraction, no fast math: what decides a set or an order is the same on every machine.
target_compile_options(tactus_settings INTERFACE -Wall -Wextra -Wshadow -ffp-contract=off)
# g++ 12 warns about the standard library's own string concatenation (GCC bug 105651).
target_compile_options(tactus_settings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
# clang 15 and later warn about the temporary buffers of libstdc++ 12's own stable_sort and stable_partition.
target_compile_options(tactus_settings INTERFACE
    $<$<AND:$<CXX_COMPILER_ID:Clang>,$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,15>>:-Wno-deprecated-declarations>)
# g++ 12 forgets the rounding of doubles that become floats and doubles again where it puts two of them into one vector:
# what was computed is then not at the float that is stored.
target_compile_options(tactus_settings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-fno-tree-slp-vectorize>)
# Looking for memory that can be used again takes g++ a twentieth of its time, unless it may take this much first (in kB).
target_compile_options(tactus_settings INTERFACE $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=524288>)
# Most kernels work on 128-bit vectors, so scalable ones of the same machine would only be compiled twice. The processors
# that have AVX-512 but not the instructions that came with Ice Lake lower their clock for some time after registers of 64
# bytes, and a bit after arithmetic in registers of 32: all that runs beside it pays, the caller's own code too.
set(disabled "HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_AVX3")
if(TACTUS_SANITIZE)
    # They look for faults, which one instruction set shows as well as three do, and in less time to compile.
    string(APPEND disabled " | HWY_AVX2 | HWY_AVX3_DL")
endif()
target_compile_definitions(tactus_settings INTERFACE "HWY_DISABLED_TARGETS=(${disabled})")
# On x86-64 the least is SSE 4.2, which every processor since 2011 has: below it Highway 1.0 falls back to one lane with
# g++ 12, which the kernels cannot use, and to emulated vectors with others.
target_compile_definitions(tactus_settings INTERFACE HWY_WANT_SSE4=1 HWY_WANT_AVX3_DL=1)
if(TACTUS_CHECKS)
    target_compile_definitions(tactus_settings INTERFACE TACTUS_CHECKS=1)
endif()
if(TACTUS_PLANTED_FAULTS)
    target_compile_definitions(tactus_settings INTERFACE TACTUS_PLANTED_FAULTS=1)
endif()
if(TACTUS_SANITIZE)
    target_compile_options(tactus_settings INTERFACE -fsanitize=${TACTUS_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    # With sanitizers g++ 12 takes members of a variant's other alternatives for uninitialised ones.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        target_compile_options(tactus_settings INTERFACE -Wno-maybe-uninitialized)
    endif()
    if(TACTUS_SANITIZE MATCHES "undefined")
        # Asked of every access, they take a third of the compiler's time; a null pointer ends a program anyway.
        target_compile_options(tactus_settings INTERFACE -fno-sanitize=null,alignment)
        if(NOT TACTUS_SANITIZE_POINTERS)
            # Asked of every sum with a pointer, a quarter of what is left; a wrong access is the address sanitizer's.
            target_compile_options(tactus_settings INTERFACE -fno-sanitize=pointer-overflow)
        endif()
    endif()
    target_link_options(tactus_settings INTERFACE -fsanitize=${TACTUS_SANITIZE})
endif()

# Those of the sources that Highway compiles once for each instruction set.
function(tactus_find_kernels result)
    set(kernels)
    foreach(source ${ARGN})
        file(STRINGS "${source}" again REGEX "hwy/foreach_target.h" LIMIT_COUNT 1)
        if(again)
            list(APPEND kernels "${source}")
        endif()
    endforeach()
    set(${result} ${kernels} PARENT_SCOPE)
endfunction()

# Makes one source of the kernels of a folder and adds it to `sources`: reading Highway for every instruction set takes the
# compiler three times as long as what most kernels have to say. Each kernel names itself as what is to be read again, and
# the one source has the last word.
function(tactus_compile_kernels_as_one target)
    set(together "${CMAKE_CURRENT_BINARY_DIR}/${target}_kernels.cpp")
    set(itself "#undef HWY_TARGET_INCLUDE\n#define HWY_TARGET_INCLUDE \"${together}\"\n")
    list(TRANSFORM ARGN REPLACE "(.+)" "#include \"\\1\"" OUTPUT_VARIABLE kernels)
    list(JOIN kernels "\n" kernels)
    file(CONFIGURE OUTPUT "${together}" CONTENT "${itself}#include <hwy/foreach_target.h>\n${kernels}\n${itself}" @ONLY)
    set_source_files_properties(${ARGN} PROPERTIES HEADER_FILE_ONLY ON)
    set_source_files_properties("${together}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    set(sources ${sources} "${together}" PARENT_SCOPE)
endfunction()

function(tactus_folder name)
    cmake_parse_arguments(FOLDER "" "" "USES;LINKS" ${ARGN})
    string(REPLACE "/" "_" target "tactus_src_${name}")
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp" "${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.h")
    tactus_find_kernels(kernels ${sources})
    if(CMAKE_UNITY_BUILD AND kernels)
        tactus_compile_kernels_as_one(${target} ${kernels})
    endif()
    add_library(${target} OBJECT ${sources})
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX POSITION_INDEPENDENT_CODE ON)
    target_include_directories(${target} PUBLIC "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src")
    target_link_libraries(${target} PRIVATE tactus_settings ${FOLDER_LINKS})
    if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT TACTUS_SANITIZE)
        # g++ puts fewer functions into others where a file is large, but these are small files that are read as one.
        target_compile_options(${target} PRIVATE --param=large-unit-insns=1000000)
    endif()
    foreach(used ${FOLDER_USES})
        string(REPLACE "/" "_" used_target "tactus_src_${used}")
        target_link_libraries(${target} PRIVATE ${used_target})
    endforeach()
    set_property(GLOBAL APPEND PROPERTY TACTUS_FOLDERS ${target})
endfunction()
