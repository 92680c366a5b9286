# find_package(papert): the libraries, of which papert_cli is the whole command line, and the packages they need.
set(PAPERT_CLI @PAPERT_CLI@)
set(PAPERT_CAD @PAPERT_CAD@)
set(PAPERT_EMBEDDINGS @PAPERT_EMBEDDINGS@)
set(PAPERT_SMT @PAPERT_SMT@)
include(${CMAKE_CURRENT_LIST_DIR}/PapertPackages.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/papert-targets.cmake)
