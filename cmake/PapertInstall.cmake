# What a suite that lives elsewhere needs (docs/adding-a-suite.md): headers, static libraries, and a package file
# for find_package(papert).
include(CMakePackageConfigHelpers)
set(papert_package ${CMAKE_INSTALL_LIBDIR}/cmake/papert)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/src/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/papert FILES_MATCHING PATTERN "*.h")
install(FILES ${CMAKE_SOURCE_DIR}/apps/cli/run.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/papert/cli)
install(EXPORT papert-targets DESTINATION ${papert_package})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/papert-config-version.cmake COMPATIBILITY ExactVersion)
configure_file(${CMAKE_SOURCE_DIR}/cmake/papert-config.cmake ${CMAKE_BINARY_DIR}/papert-config.cmake @ONLY)
install(FILES
  ${CMAKE_BINARY_DIR}/papert-config.cmake
  ${CMAKE_SOURCE_DIR}/cmake/PapertPackages.cmake
  ${CMAKE_BINARY_DIR}/papert-config-version.cmake
  DESTINATION ${papert_package})
