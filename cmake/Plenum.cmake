# SPDX-License-Identifier: Apache-2.0
# The settings every target shares, and the few shapes a target can have.
include_guard(GLOBAL)
include(CheckIPOSupported)

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

find_program(PLENUM_CCACHE ccache)
if(PLENUM_CCACHE)
    # Without these it would keep nothing that uses precompiled headers.
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros
        "${PLENUM_CCACHE}")
endif()

option(PLENUM_UNITY "Compile several sources as one: faster from nothing, slower after a change" OFF)
set(CMAKE_UNITY_BUILD ${PLENUM_UNITY})
set(CMAKE_UNITY_BUILD_BATCH_SIZE 16)
# Of these sources others of their target have a name in an anonymous namespace, too.
function(plenum_compile_alone)
    set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# In a tenth of the time of GNU ld.
find_program(PLENUM_MOLD mold)
if(PLENUM_MOLD)
    add_link_options(-fuse-ld=mold)
endif()

find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)

set(PLENUM_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize=")
add_library(plenum_settings INTERFACE)
target_include_directories(plenum_settings INTERFACE "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}/generated")
target_compile_options(plenum_settings INTERFACE -Wall -Wextra -Wconversion -Wshadow -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 sees ghosts where it inlines std::vector and std::variant (GCC bugs 105329, 105562, 107138); Clang and the
    # sanitizers watch the same ground.
    target_compile_options(plenum_settings INTERFACE -Wno-maybe-uninitialized -Wno-stringop-overflow -Wno-array-bounds
                           -Wno-restrict)
endif()
if(PLENUM_UNITY)
    # What is at hand of other files is no mistake. Every other build tells what hides a name of its own file.
    target_compile_options(plenum_settings INTERFACE -Wno-shadow
                           $<$<CXX_COMPILER_ID:GNU>:-Wshadow=local>)
    # Inline as much as where each source is compiled by itself: what the core does is counted
    # (tests/bench/ceilings.toml).
    target_compile_options(plenum_settings INTERFACE $<$<CXX_COMPILER_ID:GNU>:--param=large-unit-insns=100000>)
endif()
if(PLENUM_SANITIZE)
    target_compile_options(plenum_settings INTERFACE "-fsanitize=${PLENUM_SANITIZE}" -fno-omit-frame-pointer
                           -fno-sanitize-recover=all)
    target_link_options(plenum_settings INTERFACE "-fsanitize=${PLENUM_SANITIZE}")
    if(PLENUM_SANITIZE MATCHES "address")
        # No plug-in of a library is unloaded, so that what it holds stays reachable, and reports can name their makers.
        set(keep_modules "${CMAKE_BINARY_DIR}/generated/keep_modules.cpp")
        file(CONFIGURE OUTPUT "${keep_modules}" CONTENT "extern \"C\" int dlclose(void*) { return 0; }\n")
        add_library(plenum_keep_modules OBJECT "${keep_modules}")
        target_link_libraries(plenum_settings INTERFACE $<TARGET_OBJECTS:plenum_keep_modules>)
    endif()
endif()

# The headers of the core take most of the time of most compilations. With more than lines for the debugger (-g1), g++
# would describe each of their types in each object. Other builds include each header where it is named, so that none is
# missing.
set(precompiled_by_default OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_BUILD_TYPE STREQUAL "RelWithDebInfo" AND NOT PLENUM_SANITIZE)
    set(precompiled_by_default ON)
endif()
# For ccache.
set(precompiled_option $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
option(PLENUM_PRECOMPILED "Precompile the headers that most of the core includes" ${precompiled_by_default})

# The target of these precompiled headers, made when first asked for.
function(plenum_precompile name kind)
    if(TARGET ${name})
        return()
    endif()
    set(empty "${CMAKE_BINARY_DIR}/generated/precompiled.cpp")
    file(CONFIGURE OUTPUT "${empty}" CONTENT "int main() { return 0; }\n")
    if(kind STREQUAL "test")
        add_executable(${name} EXCLUDE_FROM_ALL "${empty}")
        target_precompile_headers(${name} PRIVATE <gmock/gmock.h> <gtest/gtest.h>)
        target_link_libraries(${name} PRIVATE GTest::gmock)
        target_compile_definitions(${name} PRIVATE _GLIBCXX_ASSERTIONS)
    else()
        add_library(${name} OBJECT "${empty}")
        if(kind STREQUAL "media")
            # As GLib's packages say.
            target_compile_options(${name} PRIVATE -pthread)
            target_compile_definitions(${name} PRIVATE _REENTRANT)
        endif()
    endif()
    target_precompile_headers(${name} PRIVATE "${CMAKE_SOURCE_DIR}/core/peer/precompiled.h")
    target_compile_options(${name} PRIVATE ${precompiled_option})
    target_link_libraries(${name} PRIVATE plenum_settings)
endfunction()

# The target compiles with precompiled headers if what it uses includes them anyway. KIND is library or test: tests have
# other compiler options, and so has what uses media.
function(plenum_reuse_precompiled name kind)
    set(including plenum_api plenum_log plenum_peer plenum_relay plenum_member plenum_node plenum_client plenum_runtime
        plenum_sim_world plenum_call plenum_hall plenum_operations_parts)
    set(reuse OFF)
    foreach(used IN LISTS ARGN)
        if(used MATCHES "^(plenum_(call|media|ui)|PkgConfig::GSTREAMER)")
            if(kind STREQUAL "test")
                return()
            endif()
            set(kind media)
        elseif(used IN_LIST including)
            set(reuse ${PLENUM_PRECOMPILED})
        endif()
    endforeach()
    if(reuse)
        plenum_precompile(plenum_precompiled_${kind} ${kind})
        target_precompile_headers(${name} REUSE_FROM plenum_precompiled_${kind})
        target_compile_options(${name} PRIVATE ${precompiled_option})
    endif()
endfunction()

# Adds each folder that has a list file.
function(plenum_add_folders)
    foreach(folder IN LISTS ARGN)
        if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/CMakeLists.txt")
            add_subdirectory(${folder})
        endif()
    endforeach()
endfunction()

# plenum_library(NAME SOURCES … USES … SYSTEM …): a static library; USES are our own, SYSTEM are Debian's.
function(plenum_library name)
    cmake_parse_arguments(ARG "" "" "SOURCES;USES;SYSTEM" ${ARGN})
    if(ARG_SOURCES)
        add_library(${name} STATIC ${ARG_SOURCES})
        target_link_libraries(${name} PUBLIC plenum_settings ${ARG_USES} ${ARG_SYSTEM})
        plenum_reuse_precompiled(${name} library ${ARG_USES} ${ARG_SYSTEM})
    else()
        add_library(${name} INTERFACE)
        target_link_libraries(${name} INTERFACE plenum_settings ${ARG_USES} ${ARG_SYSTEM})
    endif()
endfunction()

# Tests, and what only they use, are compiled fast rather than well.
function(plenum_compile_fast)
    foreach(name IN LISTS ARGN)
        target_compile_options(${name} PRIVATE $<$<CONFIG:RelWithDebInfo>:-Og>)
    endforeach()
endfunction()

# plenum_test_library(NAME SOURCES … USES … SYSTEM …): a static library of tests and simulators.
function(plenum_test_library name)
    cmake_parse_arguments(ARG "" "" "SOURCES;USES;SYSTEM" ${ARGN})
    find_package(GTest REQUIRED)
    add_library(${name} STATIC ${ARG_SOURCES})
    target_link_libraries(${name} PUBLIC plenum_settings ${ARG_USES} ${ARG_SYSTEM})
    plenum_compile_fast(${name})
    # The precompiled headers are those of test programs, so these have the same settings: GoogleTest's, and
    # position-independent as programs are.
    target_compile_definitions(${name} PRIVATE _GLIBCXX_ASSERTIONS GTEST_HAS_PTHREAD=1)
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${name} PRIVATE -fPIE)
    plenum_reuse_precompiled(${name} test ${ARG_USES} ${ARG_SYSTEM})
endfunction()

# plenum_program(NAME SOURCES … USES … SYSTEM …): a program in build/bin.
function(plenum_program name)
    cmake_parse_arguments(ARG "" "" "SOURCES;USES;SYSTEM" ${ARGN})
    add_executable(${name} ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE plenum_settings ${ARG_USES} ${ARG_SYSTEM})
endfunction()

# plenum_test(NAME SOURCES … USES … SYSTEM … LABELS …): a GoogleTest program, known to ctest under NAME.
function(plenum_test name)
    cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;USES;SYSTEM;LABELS" ${ARGN})
    find_package(GTest REQUIRED)
    add_executable(${name} ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE plenum_settings ${ARG_USES} ${ARG_SYSTEM} GTest::gtest GTest::gmock
                          GTest::gtest_main)
    plenum_compile_fast(${name})
    # The error of what succeeded, asked for by a test, is not by chance the right one.
    target_compile_definitions(${name} PRIVATE _GLIBCXX_ASSERTIONS)
    plenum_reuse_precompiled(${name} test ${ARG_USES} ${ARG_SYSTEM})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 120)
    endif()
    if(NOT ARG_LABELS)
        set(ARG_LABELS fast)
    endif()
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}")
endfunction()

# Debian's own interpreter first: it is the one that sees Debian's Python packages.
find_program(PLENUM_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(PLENUM_PYTHON NAMES python3 REQUIRED)

# plenum_python_test(NAME SCRIPT … ARGUMENTS … TIMEOUT … LABELS …): a Python program, known to ctest under NAME; exit
# status 77 means skipped, for the reason that it prints.
function(plenum_python_test name)
    cmake_parse_arguments(ARG "" "SCRIPT;TIMEOUT" "ARGUMENTS;LABELS" ${ARGN})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 120)
    endif()
    if(NOT ARG_LABELS)
        set(ARG_LABELS fast)
    endif()
    add_test(NAME ${name} COMMAND "${PLENUM_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/${ARG_SCRIPT}" ${ARG_ARGUMENTS})
    set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}" SKIP_RETURN_CODE 77)
endfunction()
