#include "base/freed_memory.h"
#include "cli/run.h"

int main(int argc, char** argv) {
  papert::keep_freed_memory();
  return papert::cli::run(argc, argv);
}
