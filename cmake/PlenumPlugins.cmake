# SPDX-License-Identifier: Apache-2.0
# What strangers build plug-ins with (docs/plugins.md): four headers and a CMake package, nothing to link.
include_guard(GLOBAL)
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(PLENUM_PLUGIN_HEADERS core/base/plugin.h core/base/time.h core/base/units.h core/token/policy.h)
set(package "${CMAKE_INSTALL_LIBDIR}/cmake/Plenum")

add_library(plenum_plugin INTERFACE)
set_target_properties(plenum_plugin PROPERTIES EXPORT_NAME plugin)
target_compile_features(plenum_plugin INTERFACE cxx_std_20)
# Below a folder of ours, so that "core/…" is nobody else's.
target_include_directories(plenum_plugin INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/plenum>)

install(TARGETS plenum_plugin EXPORT PlenumTargets COMPONENT development)
foreach(header IN LISTS PLENUM_PLUGIN_HEADERS)
    cmake_path(GET header PARENT_PATH folder)
    install(FILES "${CMAKE_SOURCE_DIR}/${header}" COMPONENT development
            DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/plenum/${folder}")
endforeach()
install(EXPORT PlenumTargets NAMESPACE Plenum:: COMPONENT development DESTINATION "${package}")
configure_package_config_file("${CMAKE_SOURCE_DIR}/cmake/PlenumConfig.cmake.in"
    "${CMAKE_BINARY_DIR}/generated/PlenumConfig.cmake" INSTALL_DESTINATION "${package}")
write_basic_package_version_file("${CMAKE_BINARY_DIR}/generated/PlenumConfigVersion.cmake"
    COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES "${CMAKE_BINARY_DIR}/generated/PlenumConfig.cmake"
              "${CMAKE_BINARY_DIR}/generated/PlenumConfigVersion.cmake"
        COMPONENT development DESTINATION "${package}")
