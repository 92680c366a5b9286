// The hostile programs as lines of JSON, {"name", "source"}, for tests in other languages.

#include <cstdio>

#include "base/json.h"
#include "hostile_programs.h"

int main() {
  for (const auto& program : papert::sandbox::hostile_programs()) {
    const papert::Json line{{"name", program.name}, {"source", program.source}};
    std::puts(papert::dump_json(line).c_str());
  }
  return 0;
}
