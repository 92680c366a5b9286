# papert_flags: the one place where compiler flags live.
# papert_library(NAME [JOIN] [COLD|HOT] SOURCES ... [SEPARATE ...] DEPS ...): one static library per source folder,
#   installed for suites of one's own.
# papert_test(NAME [JOIN] SOURCES ... [SEPARATE ...] DEPS ... [LABELS fast|slow]): a GoogleTest program, its cases
#   known to ctest: each by itself, or by groups where PAPERT_GROUP_TESTS is on.
# JOIN: several files are compiled as one where PAPERT_UNITY is on, which halves the time: most of it goes into
#   templates that every file needs again. A file that uses a name of its own for something else than its
#   neighbours goes under SEPARATE.
# HOT, COLD: a release build is -O2; where most of the time goes at run time it is -O3, which makes painting, scoring
#   and search 3 to 7 % faster, and where nothing is done often -O1. Each level takes a sixth more time to compile.
# papert_embed(TARGET SYMBOL FILE): FILE's bytes in the binary, as papert_embedded_SYMBOL{,_end}.

add_library(papert_flags INTERFACE)
install(TARGETS papert_flags EXPORT papert-targets)
# -pthread everywhere: some packages ask for it, and files that share precompiled headers must agree.
# -Wno-missing-field-initializers: options structs have defaults; naming only what differs is the point.
target_include_directories(papert_flags INTERFACE
  $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/src> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/papert>)
target_compile_options(papert_flags INTERFACE
  "$<BUILD_INTERFACE:$<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion;-Wno-missing-field-initializers;-ffp-contract=off;-fno-omit-frame-pointer;-pthread>>"
  "$<BUILD_INTERFACE:$<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:${PAPERT_WERROR}>>:-Werror>>"
  "$<INSTALL_INTERFACE:$<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off;-pthread>>")
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # g++ 12 sees overlapping and endless copies in plain string concatenation (GCC bugs 105651, 105329).
  target_compile_options(papert_flags INTERFACE
    "$<BUILD_INTERFACE:$<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict;-Wno-stringop-overflow;-Wno-array-bounds>>")
endif()
if(PAPERT_SANITIZE)
  target_compile_options(papert_flags INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${PAPERT_SANITIZE};-fno-sanitize-recover=all>)
  target_link_options(papert_flags INTERFACE -fsanitize=${PAPERT_SANITIZE})
  target_compile_definitions(papert_flags INTERFACE PAPERT_SANITIZED=1)
  if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    # Every inlined copy brings its checks along: inlining less saves a quarter of the time of compiling.
    target_compile_options(papert_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-mllvm -inline-threshold=25>")
    if(NOT PAPERT_FUZZ)
      # What AddressSanitizer reports as well (null, object-size), and alignment, at a third of the time of compiling.
      # script/fuzz checks these, too.
      target_compile_options(papert_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize=null,alignment,object-size>)
    endif()
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # The checks that sanitizers weave in hide initialisations from this warning.
    target_compile_options(papert_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-maybe-uninitialized>)
  endif()
endif()
if(PAPERT_FUZZ)
  # Coverage feedback everywhere; each fuzz target itself links the driver.
  target_compile_options(papert_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=fuzzer-no-link>)
endif()

# papert_shareable(TARGET): its objects may also go into the Python package's module, a shared library. Hidden, so that
# calls within it stay direct and nothing of it meets other libraries of the process it is loaded into.
function(papert_shareable target)
  if(PAPERT_PYTHON)
    set_target_properties(${target} PROPERTIES
      POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  endif()
endfunction()

# papert_precompiled(NAME LINK HEADER...): headers that targets with papert_use_precompiled(TARGET NAME) share.
function(papert_precompiled name link)
  if(PAPERT_PCH)
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/${name}.cc CONTENT "// Only its precompiled headers are used.\n")
    add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/${name}.cc)
    target_link_libraries(${name} PRIVATE ${link})
    target_precompile_headers(${name} PRIVATE ${ARGN})
  endif()
endfunction()

function(papert_use_precompiled target name)
  if(PAPERT_PCH)
    target_precompile_headers(${target} REUSE_FROM ${name})
  endif()
endfunction()

function(papert_join target separate)
  if(PAPERT_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16)
    set_source_files_properties(${separate} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
      # Joined files look like headers to it, whose classes must not have members of unnamed namespaces.
      target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
    endif()
  endif()
endfunction()

function(papert_library name)
  cmake_parse_arguments(arg "JOIN;COLD;HOT" "" "SOURCES;SEPARATE;DEPS;PRIVATE_DEPS" ${ARGN})
  add_library(papert_${name} STATIC ${arg_SOURCES})
  if(arg_JOIN)
    papert_join(papert_${name} "${arg_SEPARATE}")
  endif()
  set(level -O2)
  if(arg_COLD)
    set(level -O1)
  elseif(arg_HOT)
    set(level -O3)
  endif()
  target_compile_options(papert_${name} PRIVATE $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:Release>>:${level}>)
  papert_shareable(papert_${name})
  papert_use_precompiled(papert_${name} papert_common_headers)
  target_link_libraries(papert_${name} PUBLIC papert_flags ${arg_DEPS} PRIVATE ${arg_PRIVATE_DEPS})
  install(TARGETS papert_${name} EXPORT papert-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/papert)
endfunction()

function(papert_test name)
  cmake_parse_arguments(arg "JOIN" "" "SOURCES;SEPARATE;DEPS;LABELS" ${ARGN})
  if(NOT arg_LABELS)
    set(arg_LABELS fast)
  endif()
  add_executable(${name} ${arg_SOURCES})
  if(arg_JOIN)
    papert_join(${name} "${arg_SEPARATE}")
  endif()
  target_link_libraries(${name} PRIVATE ${arg_DEPS} papert_test_support)
  papert_use_precompiled(${name} papert_test_headers)
  set(environment "PAPERT_CACHE_DIR=${CMAKE_BINARY_DIR}/cache_of_tests")
  if(PAPERT_GROUP_TESTS)
    papert_group_tests(${name} "${arg_LABELS}" "${environment}")
  else()
    gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60
      PROPERTIES LABELS "${arg_LABELS}" TIMEOUT 600 ENVIRONMENT "${environment}")
  endif()
endfunction()

# papert_group_tests(NAME LABELS ENVIRONMENT): what gtest_discover_tests does, by groups (write-groups.cmake).
function(papert_group_tests name labels environment)
  set(groups ${CMAKE_CURRENT_BINARY_DIR}/${name}_groups.cmake)
  add_custom_command(TARGET ${name} POST_BUILD BYPRODUCTS ${groups}
    COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:${name}> -DNAME=${name} -DFOLDER=${CMAKE_CURRENT_BINARY_DIR}
      -DLABELS=${labels} -DENVIRONMENT=${environment} -DLEFT_OUT=${PAPERT_LEFT_OUT} -DOUT=${groups}
      -P ${CMAKE_SOURCE_DIR}/cmake/write-groups.cmake
    VERBATIM)
  set(include ${CMAKE_CURRENT_BINARY_DIR}/${name}_include.cmake)
  file(CONFIGURE OUTPUT ${include} @ONLY CONTENT [[
if(EXISTS "@groups@")
  include("@groups@")
else()
  add_test(@name@_NOT_BUILT @name@_NOT_BUILT)
endif()
]])
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${include})
endfunction()

function(papert_embed target symbol file)
  set(asm ${CMAKE_CURRENT_BINARY_DIR}/embed_${symbol}.S)
  file(CONFIGURE OUTPUT ${asm} @ONLY CONTENT [[
.section .rodata
.global papert_embedded_@symbol@
.global papert_embedded_@symbol@_end
papert_embedded_@symbol@:
.incbin "@file@"
papert_embedded_@symbol@_end:
.byte 0
.section .note.GNU-stack,"",%progbits
]])
  set_source_files_properties(${asm} PROPERTIES OBJECT_DEPENDS ${file})
  target_sources(${target} PRIVATE ${asm})
endfunction()
