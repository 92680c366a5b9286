#include "data/task_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>

#include "base/file.h"
#include "base/jsonl.h"
#include "base/sha256.h"
#include "base/text.h"

namespace papert::data {
namespace {

constexpr std::size_t kMaxSumBytes = 64U << 10;
constexpr std::size_t kMaxTaskSumsBytes = 1U << 20;

/// 64 bits of a hash: no two of a million files share them.
std::uint64_t key_of(std::string_view file) {
  const std::string hash = sha256_hex(file);
  std::uint64_t key = 0;
  std::from_chars(hash.data(), hash.data() + 16, key, 16);
  return key;
}

/// Calls use(file, sum) for the lines of SHA256SUMS, if there is one.
Result<void> for_each_sum(
    const std::filesystem::path& folder,
    const std::function<void(std::string_view file, std::string_view sum)>& use) {
  const std::filesystem::path path = checksums_path(folder);
  if (!std::filesystem::exists(path)) return {};
  LineReader reader = TRY(LineReader::open(path, {.max_line_bytes = kMaxSumBytes, .cancel = {}}));
  Line line;
  while (TRY(reader.next(line))) {
    const std::string_view text = line.text;
    if (!line.too_long && trim(text).empty()) continue;
    const bool well_formed = text.size() > 66 && text[64] == ' ' &&
                             (text[65] == ' ' || text[65] == '*') &&
                             digest_from_hex(text.substr(0, 64));
    if (!well_formed) {
      return fail(ErrorCode::kBadData, "expected '<sha256>  <path>'",
                  fmt::format("{}:{}", path.string(), line.number));
    }
    use(trim(text.substr(66)), text.substr(0, 64));
  }
  return {};
}

}  // namespace

std::filesystem::path checksums_path(const std::filesystem::path& folder) {
  return folder / "SHA256SUMS";
}

Result<Checksums> read_checksums(const std::filesystem::path& folder) {
  Checksums checksums;
  TRY(for_each_sum(folder, [&](std::string_view file, std::string_view sum) {
    checksums[std::string(file)] = std::string(sum);
  }));
  return checksums;
}

Result<ListedSums> ListedSums::read(const std::filesystem::path& folder) {
  ListedSums listed;
  TRY(for_each_sum(folder, [&](std::string_view file, std::string_view sum) {
    if (const auto digest = digest_from_hex(sum)) {
      listed.entries_.push_back({key_of(file), *digest});
    }
  }));
  listed.entries_.shrink_to_fit();
  std::ranges::stable_sort(listed.entries_, {}, &Entry::key);
  return listed;
}

std::optional<std::string> ListedSums::find(std::string_view file) const {
  if (const auto added = added_.find(std::string(file)); added != added_.end()) {
    return added->second;
  }
  const std::uint64_t key = key_of(file);
  const auto behind = std::ranges::upper_bound(entries_, key, {}, &Entry::key);
  if (behind == entries_.begin() || std::prev(behind)->key != key) return std::nullopt;
  return to_hex(std::prev(behind)->sum);  // of several lines about a file the last counts
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

bool holds_file(const std::filesystem::path& path, std::string_view name) {
  std::error_code error;
  const bool folder = std::filesystem::is_directory(path, error);
  return folder ? std::filesystem::exists(path / name, error) : path.filename() == name;
}

bool first_task_has(const std::filesystem::path& path, std::string_view key) {
  std::error_code error;
  const bool folder = std::filesystem::is_directory(path, error);
  if (!folder && path.extension() != ".jsonl") return false;
  std::ifstream stream(folder ? tasks_path(path) : path);
  std::string line(kMaxTaskBytes, '\0');
  stream.getline(line.data(), static_cast<std::streamsize>(line.size()));
  const auto length = static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 1)) - 1;
  const auto json = parse_json(std::string_view(line).substr(0, length));
  return json && json->is_object() && json->contains(key);
}

Result<Json> parse_line(std::string_view text, JsonView& view, const std::string& where) {
  constexpr std::size_t kFew = 64;
  if (view.read(text) && view.members().size() <= kFew) return view.json();
  return parse_json(text, where);
}

Result<void> for_each_task_line(
    const std::filesystem::path& file, std::vector<Error>& problems,
    const std::function<Result<void>(const Json& json, const LinePlace& place)>& use) {
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
    const Result<void> good =
        json ? use(*json, {where, line.offset, line.text.size()}) : fail(json.error());
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

}  // namespace papert::data
