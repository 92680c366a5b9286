#include "suite/data_folder.h"

#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"

namespace papert::suite {
namespace {

constexpr std::size_t kMaxChecksumsBytes = 256U << 20;

}  // namespace

Result<void> check_split_name(std::string_view name) {
  const auto good = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  };
  if (!name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), good)) return {};
  return fail(ErrorCode::kUsage,
              "'" + std::string(name) + "' is no split name: use letters, digits, - and _",
              "--split");
}

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
