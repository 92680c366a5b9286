# papert_versions(VARIABLE): the versions of the libraries that this build is made with, as a JSON object.

# The number that a header defines, in quotes or not.
function(papert_defined variable header name)
  set(value "")
  if(EXISTS ${header})
    file(STRINGS ${header} line REGEX "^#define[ \t]+${name}[ \t]" LIMIT_COUNT 1)
    if(line MATCHES "${name}[ \t]+\"?([0-9.]+)")
      set(value ${CMAKE_MATCH_1})
    endif()
  endif()
  set(${variable} "${value}" PARENT_SCOPE)
endfunction()

function(papert_versions variable)
  set(header ${opencv_include}/opencv2/core/version.hpp)
  papert_defined(major ${header} CV_VERSION_MAJOR)
  papert_defined(minor ${header} CV_VERSION_MINOR)
  papert_defined(revision ${header} CV_VERSION_REVISION)
  set(versions
    "Boost=${Boost_VERSION}" "CLI11=${CLI11_VERSION}" "OpenCV=${major}.${minor}.${revision}" "OpenSSL=${OPENSSL_VERSION}"
    "Python=${python_embed_VERSION}" "SQLite=${sqlite3_VERSION}" "cairo=${cairo_VERSION}" "curl=${libcurl_VERSION}" "fmt=${fmt_VERSION}"
    "libjpeg=${JPEG_VERSION}" "libpng=${PNG_VERSION_STRING}" "librsvg=${librsvg_VERSION}" "nlohmann_json=${nlohmann_json_VERSION}"
    "pugixml=${pugixml_VERSION}" "utf8proc=${utf8proc_VERSION}" "zlib=${ZLIB_VERSION_STRING}" "zstd=${zstd_VERSION}")
  if(PAPERT_CAD)
    papert_defined(occt ${occt_include}/Standard_Version.hxx OCC_VERSION_COMPLETE)
    list(APPEND versions "OpenCASCADE=${occt}")
  endif()
  if(PAPERT_SMT)
    papert_defined(z3 ${z3_include}/z3_version.h Z3_FULL_VERSION)
    list(APPEND versions "Z3=${z3}")
  endif()
  set(json "")
  foreach(each IN LISTS versions)
    if(each MATCHES "^([A-Za-z0-9_]+)=([0-9A-Za-z._+-]+)$")
      string(APPEND json "\"${CMAKE_MATCH_1}\":\"${CMAKE_MATCH_2}\",")
    endif()
  endforeach()
  string(REGEX REPLACE ",$" "" json "${json}")
  set(${variable} "{${json}}" PARENT_SCOPE)
endfunction()
