#include "serve/app/line_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/folder_lock.h"
#include "base/jsonl.h"
#include "base/sha256.h"

namespace papert::serve::app {
namespace {

constexpr std::size_t kReadBytes = std::size_t{1} << 20;
constexpr std::size_t kHashLetters = 32;

std::string hash_of(std::string_view text) { return sha256_hex(text).substr(0, kHashLetters); }

std::uint64_t size_of(const std::filesystem::path& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

}  // namespace

LineFile::LineFile(std::filesystem::path path, LineKey key, LineFileLimits limits)
    : path_(std::move(path)), key_(std::move(key)), limits_(limits) {}

Result<bool> LineFile::append(std::string_view line) {
  if (line.size() > limits_.line_bytes || line.find('\n') != std::string_view::npos) {
    return fail(ErrorCode::kLimit, fmt::format("a line has at most {} bytes", limits_.line_bytes));
  }
  const std::scoped_lock lock(mutex_);
  TRY(make_directories(path_.parent_path()));
  const FileDescriptor folder = TRY(wait_for_folder(path_.parent_path()));
  TRY(catch_up());
  const auto there = known_.find(hash_of(key_(line)));
  if (there != known_.end()) {
    if (there->second == hash_of(line)) return false;
    return fail(ErrorCode::kUsage, "this was handed in before, and the first counts");
  }
  if (size_of(path_) + line.size() + 1 > limits_.file_bytes) {
    return fail(ErrorCode::kLimit,
                fmt::format("the file has {} MB: begin another set", limits_.file_bytes >> 20));
  }
  const bool is_new = !std::filesystem::exists(path_);
  TRY(write(line));
  if (is_new && ::fsync(folder.get()) != 0) {
    return fail(system_error(errno, "sync", path_.parent_path().string()));
  }
  TRY(catch_up());
  return true;
}

Result<std::size_t> LineFile::lines() {
  const std::scoped_lock lock(mutex_);
  TRY(catch_up());
  return lines_;
}

/// Opened every time: the file may have been moved away, and a rest of a line is repaired then.
Result<void> LineFile::write(std::string_view line) {
  JsonlWriter writer = TRY(JsonlWriter::open_append(path_));
  TRY(writer.write_line(line));
  return writer.sync();
}

/// Reads the lines that have come since the last time; one without its end is not there yet.
Result<void> LineFile::catch_up() {
  const std::uint64_t size = size_of(path_);
  if (size < read_) {
    known_.clear();
    lines_ = 0;
    read_ = 0;
  }
  if (size == read_) return {};
  const FileDescriptor file = TRY(open_file(path_, O_RDONLY));
  std::string rest;
  std::uint64_t at = read_;
  while (true) {
    const std::string bytes = TRY(read_at(file.get(), at, kReadBytes, path_.string()));
    if (bytes.empty()) return {};
    at += bytes.size();
    rest += bytes;
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = rest.find('\n', begin)) != std::string::npos;) {
      const std::string_view line = std::string_view(rest).substr(begin, end - begin);
      const std::string key = line.size() <= limits_.line_bytes ? key_(line) : "";
      if (!key.empty()) known_.emplace(hash_of(key), hash_of(line));
      ++lines_;
      begin = end + 1;
    }
    read_ += begin;
    rest.erase(0, begin);
  }
}

}  // namespace papert::serve::app
