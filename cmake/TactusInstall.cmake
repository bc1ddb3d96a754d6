# SPDX-License-Identifier: MIT
# cmake --install: the library, its headers, the package files that find_package(tactus) reads, and the command.
if(NOT TACTUS_INSTALL)
    return()
endif()

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/tactus")

install(TARGETS tactus EXPORT tactusTargets
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/tactus" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.h")
install(EXPORT tactusTargets NAMESPACE tactus:: DESTINATION "${package_folder}")

# Reading mesh files is a library of its own, so that nobody needs assimp who does not want it.
if(TARGET tactus_io)
    # The compile settings of this build are nobody else's.
    get_target_property(links tactus_io INTERFACE_LINK_LIBRARIES)
    string(REPLACE "$<LINK_ONLY:tactus_settings>" "$<BUILD_INTERFACE:$<LINK_ONLY:tactus_settings>>" links "${links}")
    set_target_properties(tactus_io PROPERTIES EXPORT_NAME io INTERFACE_LINK_LIBRARIES "${links}")
    install(TARGETS tactus_io EXPORT tactusIoTargets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/tactus")
    install(FILES "${PROJECT_SOURCE_DIR}/io/mesh_file.h" "${PROJECT_SOURCE_DIR}/io/sequence_file.h"
        "${PROJECT_SOURCE_DIR}/io/sphere_file.h"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/tactus/io")
    install(EXPORT tactusIoTargets NAMESPACE tactus:: DESTINATION "${package_folder}")
endif()

if(TARGET tactus_cli)
    install(TARGETS tactus_cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/tactusConfig.cmake.in" "${PROJECT_BINARY_DIR}/tactusConfig.cmake"
    INSTALL_DESTINATION "${package_folder}")
# Before 1.0 a new minor version may change the interface.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/tactusConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/tactusConfig.cmake" "${PROJECT_BINARY_DIR}/tactusConfigVersion.cmake"
    DESTINATION "${package_folder}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
