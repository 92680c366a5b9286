// Any bytes as a table: every row begins behind the one before it and is whole or says why not, and
// limits hold.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/csv.h"
#include "require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace papert;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const CsvLimits& limits : {CsvLimits{}, CsvLimits{.fields = 3, .field_bytes = 8}}) {
    CsvReader reader(text, limits);
    CsvRow row;
    std::int64_t last = 0;
    while (reader.next(row)) {
      fuzz::require(row.line > last);
      fuzz::require(!row.error.empty() || !row.fields.empty());
      fuzz::require(!row.error.empty() || row.fields.size() <= limits.fields);
      last = row.line;
    }
  }
  return 0;
}
