# cmake -DSOURCE=DIR -DOUT=FILE -P write-commit.cmake: which commit this is, as a C++ file.
set(commit "")
find_package(Git QUIET)
if(Git_FOUND AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE} rev-parse --short=7 HEAD
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE} status --porcelain --untracked-files=no
    OUTPUT_VARIABLE changes ERROR_QUIET)
  if(commit AND changes)
    string(APPEND commit "+changes")
  endif()
endif()
file(CONFIGURE OUTPUT ${OUT} CONTENT [[
namespace papert::cli {
extern const char* const kCommit = "@commit@";
}  // namespace papert::cli
]] @ONLY)
