#include "cli/run.h"

int main(int argc, char** argv) { return papert::cli::run(argc, argv); }
