#include "suite/task_folder.h"

#include <fmt/format.h>

#include "base/file.h"
#include "base/jsonl.h"
#include "base/sha256.h"
#include "base/text.h"

namespace papert::suite {
namespace {

constexpr std::size_t kMaxChecksumsBytes = 256U << 20;
constexpr std::size_t kMaxTaskSumsBytes = 1U << 20;

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

std::filesystem::path tasks_path(const std::filesystem::path& folder) {
  return folder / "tasks.jsonl";
}

Result<Json> parse_line(std::string_view text, JsonView& view, const std::string& where) {
  constexpr std::size_t kFew = 64;
  if (view.read(text) && view.members().size() <= kFew) return view.json();
  return parse_json(text, where);
}

Result<void> for_each_task_line(
    const std::filesystem::path& file, std::vector<Error>& problems,
    const std::function<Result<void>(const Json& json, const std::string& where)>& use) {
  LineReader reader = TRY(LineReader::open(file, {.max_line_bytes = kMaxTaskBytes, .cancel = {}}));
  Line line;
  JsonView view;
  const auto read = [&](const std::string& where) -> Result<Json> {
    if (!line.too_long) return parse_line(line.text, view, where);
    return fail(ErrorCode::kLimit,
                fmt::format("the task is longer than {} MB", kMaxTaskBytes >> 20U), where);
  };
  while (TRY(reader.next(line))) {
    if (line.blank()) continue;
    const std::string where = fmt::format("{}:{}", reader.name(), line.number);
    const auto json = read(where);
    if (json) TRY(refuse_later_format(*json, where));
    const Result<void> good = json ? use(*json, where) : fail(json.error());
    if (!good) problems.push_back(good.error());
  }
  return {};
}

Result<void> write_task_folder(const std::filesystem::path& folder, const std::string& lines,
                               Checksums files) {
  files[tasks_path("").string()] = sha256_hex(lines);
  TRY(make_directories(folder));
  TRY(write_file(tasks_path(folder), lines));
  return write_file(checksums_path(folder), checksums_text(files));
}

void check_task_sums(const std::filesystem::path& folder, const std::string& lines,
                     CheckReport& report) {
  const auto sums = read_file(checksums_path(folder), kMaxTaskSumsBytes);
  const std::string name = tasks_path("").string();
  if (!sums && sums.error().code == ErrorCode::kNotFound) return;  // made by hand
  if (!sums) {
    report.problems.push_back(sums.error());
  } else if (*sums != checksums_text({{name, sha256_hex(lines)}})) {
    report.problems.push_back(
        {ErrorCode::kBadData, "does not have the checksum of SHA256SUMS", name});
  }
}

Result<std::size_t> minted_until_cancelled(const WriteOptions& write, std::size_t added) {
  if (!write.cancel.cancelled()) return added;
  return fail(ErrorCode::kCancelled, fmt::format("interrupted; {} new tasks were written", added));
}

}  // namespace papert::suite
