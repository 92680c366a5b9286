// Any bytes as a Python program: its key is not empty, and a comment does not change it.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "lang/python/program_key.h"
#include "require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using papert::fuzz::require;
  using papert::lang::python::program_key;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto key = program_key(text);
  if (!key) return 0;
  require(!key->empty());
  const auto commented = program_key(text + "\n# last\n");
  require(commented && *commented == *key);
  return 0;
}
