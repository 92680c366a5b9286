# Debian packages by CPack: `papert` (the program, its helpers, man pages, completion, documents) and `python3-papert`.
# script/package makes them. What is installed for suites of one's own (PapertInstall.cmake) is in neither.
set(papert_share ${CMAKE_BINARY_DIR}/share)

# Man pages and completion scripts, written by the program that they are about. Not part of every build: a page takes
# help2man half a second.
if(PAPERT_CLI)
  add_custom_target(papert_share
    COMMAND ${CMAKE_SOURCE_DIR}/script/write-share $<TARGET_FILE:papert> ${papert_share}
    DEPENDS papert
    COMMENT "writing man pages and completion scripts")
  install(DIRECTORY ${papert_share}/ DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT papert OPTIONAL
    PATTERN "python3-papert" EXCLUDE)
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/papert/docs COMPONENT papert
    PATTERN "*.md" PATTERN "*.png")
  install(FILES ${CMAKE_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/papert COMPONENT papert)
  install(FILES ${CMAKE_SOURCE_DIR}/cmake/debian/papert-reward@.service DESTINATION lib/systemd/system COMPONENT papert)
endif()
if(PAPERT_PYTHON)
  set(papert_python_folder lib/python3/dist-packages/papert)
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/python/papert/ DESTINATION ${papert_python_folder} COMPONENT python
    FILES_MATCHING PATTERN "*.py" PATTERN "*.pyi" PATTERN "py.typed" PATTERN "__pycache__" EXCLUDE)
  install(DIRECTORY ${papert_share}/doc/python3-papert DESTINATION ${CMAKE_INSTALL_DATADIR}/doc COMPONENT python OPTIONAL)
  install(TARGETS papert_core LIBRARY DESTINATION ${papert_python_folder} COMPONENT python)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL papert)
if(PAPERT_PYTHON)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_PACKAGE_VENDOR "Papert")
set(CPACK_PACKAGE_CONTACT "Papert maintainers <maintainers@papert.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "visual-programming benchmarks: run, render, score, mint")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

set(CPACK_DEBIAN_PAPERT_PACKAGE_NAME papert)
# The jailed interpreter imports Python's standard library, which no linker sees.
set(CPACK_DEBIAN_PAPERT_PACKAGE_DEPENDS libpython3.11-stdlib)
set(CPACK_DEBIAN_PAPERT_PACKAGE_SUGGESTS haproxy)
set(CPACK_COMPONENT_PAPERT_DESCRIPTION
"Papert runs drawing programs in a sandbox, renders them exactly, scores them,
mints new tasks, asks models and makes training data, for five published
benchmarks: shapecode, xlogo, turtleai, turtlebench and sgp.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-papert)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "papert (= ${PROJECT_VERSION}), python3 (>= 3.11), python3 (<< 3.12)")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-numpy, python3-pil")
# Compiled files are made when it is installed and go with it.
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${CMAKE_SOURCE_DIR}/cmake/debian/postinst ${CMAKE_SOURCE_DIR}/cmake/debian/prerm)
set(CPACK_COMPONENT_PYTHON_DESCRIPTION
"The Python package papert: tasks, scores, drawings and rewards for training,
by the same engine as the command line, in the process, over a pipe or HTTP.")
include(CPack)
