// A file of JSON lines that only grows, written by many requests and read by other programs while
// it does.
//
// A line is there as a whole and on the disk when append() returns, or not there at all. Whoever
// sends a line and hears no answer sends it again: the very same line is written once, so nothing
// is lost and nothing is there twice. Other servers of the same folder wait their turn (flock).
//
// Two lines may have the same key, which the owner of the file chooses. Where the key is the whole
// line they never collide; where it is the name of a task, a second line that says something else
// is refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/json.h"
#include "base/result.h"

namespace papert::serve::app {

struct LineFileLimits {
  std::size_t line_bytes = std::size_t{1} << 20;
  std::uint64_t file_bytes = std::uint64_t{256} << 20;
};

/// What may stand in a file once. A line that is not JSON has none: it is passed over.
using LineKey = std::function<std::string(std::string_view line)>;

/// Thread-safe.
class LineFile {
 public:
  LineFile(std::filesystem::path path, LineKey key, LineFileLimits limits = {});

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Makes the folder and the file where they are missing. False: this very line is there already.
  /// kUsage for another line of the same key, kLimit for a file that is full.
  [[nodiscard]] Result<bool> append(std::string_view line);

  /// How many lines there are; 0 without a file.
  [[nodiscard]] Result<std::size_t> lines();

 private:
  [[nodiscard]] Result<void> catch_up();
  [[nodiscard]] Result<void> write(std::string_view line);

  const std::filesystem::path path_;
  const LineKey key_;
  const LineFileLimits limits_;
  std::mutex mutex_;                                    // with all below
  std::unordered_map<std::string, std::string> known_;  // key -> the hash of its line
  std::size_t lines_ = 0;
  std::uint64_t read_ = 0;  // bytes of whole lines
};

}  // namespace papert::serve::app
