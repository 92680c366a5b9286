#include "suite/data_folder.h"

#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"

namespace papert::suite {
namespace {

constexpr std::size_t kMaxChecksumsBytes = 256U << 20;

}  // namespace

std::filesystem::path checksums_path(const std::filesystem::path& folder) {
  return folder / "SHA256SUMS";
}

Result<Checksums> read_checksums(const std::filesystem::path& folder) {
  const std::filesystem::path path = checksums_path(folder);
  Checksums checksums;
  if (!std::filesystem::exists(path)) return checksums;
  const std::string text = TRY(read_file(path, kMaxChecksumsBytes));
  std::int64_t number = 0;
  for (std::string_view line : split(text, '\n')) {
    ++number;
    if (trim(line).empty()) continue;
    const bool well_formed =
        line.size() > 66 && line[64] == ' ' && (line[65] == ' ' || line[65] == '*') &&
        line.substr(0, 64).find_first_not_of("0123456789abcdef") == std::string_view::npos;
    if (!well_formed) {
      return fail(ErrorCode::kBadData, "expected '<sha256>  <path>'",
                  fmt::format("{}:{}", path.string(), number));
    }
    checksums[std::string(trim(line.substr(66)))] = std::string(line.substr(0, 64));
  }
  return checksums;
}

std::string checksums_text(const Checksums& checksums) {
  std::string text;
  for (const auto& [path, hash] : checksums)
    text.append(hash).append("  ").append(path).append("\n");
  return text;
}

}  // namespace papert::suite
