// Files of work that is done in stages and may be interrupted at any moment.
//
// A *streamed* file grows line by line in the order of the stage's plan, which is never stored:
// what the file holds is the beginning of the plan, so a stage goes on behind its last line. A line
// is one write, and what was written is on the disk a second later. A last line that a killed
// process left unfinished is repaired or cut off when the file is opened.
//
// A *barrier* file is written as a whole and renamed (write_file of base/file.h, or BarrierFile):
// it is there or it is not. A stage reads only files of stages that are finished.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/json.h"
#include "base/json_view.h"
#include "base/jsonl.h"
#include "base/named_lines.h"
#include "base/result.h"

namespace papert::datagen {

/// Where a line lies in its file. There are millions of them in memory, so it is small.
struct LinePlace {
  static constexpr std::size_t kMaxOffset = (std::size_t{1} << 36U) - 1;
  static constexpr std::size_t kMaxSize = (std::size_t{1} << 28U) - 1;

  std::uint64_t offset : 36 = 0;
  std::uint64_t size : 28 = 0;

  LinePlace() = default;
  /// As many bytes, and so far back, as at() allows.
  LinePlace(std::size_t of_offset, std::size_t of_size)
      : offset(of_offset & kMaxOffset), size(of_size & kMaxSize) {}

  /// kLimit, naming the file, for a line of 256 MB or behind 64 GB.
  [[nodiscard]] static Result<LinePlace> at(std::size_t offset, std::size_t size,
                                            const std::string& file);
};

using VisitLine = std::function<Result<void>(const JsonView& line, const LinePlace& place)>;

/// Calls visit() for every line of a finished file. kBadData, naming the line, for one that is not
/// an object.
[[nodiscard]] Result<void> for_each_line(const std::filesystem::path& path, const VisitLine& visit);

class StageFile {
 public:
  /// Opens or begins a streamed file; visit() is called for every line that it holds.
  [[nodiscard]] static Result<StageFile> open(const std::filesystem::path& path,
                                              const VisitLine& visit);

  /// The place that the line has from now on. One thread at a time.
  [[nodiscard]] Result<LinePlace> append(std::string_view line);

  /// The stage is complete: all of it is on the disk.
  [[nodiscard]] Result<void> finish() { return writer_.sync(); }

 private:
  using Clock = std::chrono::steady_clock;

  StageFile(JsonlWriter writer, std::size_t size, std::string name)
      : writer_(std::move(writer)), size_(size), name_(std::move(name)) {}

  JsonlWriter writer_;
  std::size_t size_ = 0;  // bytes
  std::string name_;
  Clock::time_point synced_ = Clock::now();
};

/// Reads single lines of a file again, from any thread.
class LineSource {
 public:
  [[nodiscard]] static Result<LineSource> open(const std::filesystem::path& path);

  /// A string field of the line at that place.
  [[nodiscard]] Result<std::string> field(const LinePlace& place, std::string_view key) const;

  /// A field that is a whole number and not negative.
  [[nodiscard]] Result<std::uint64_t> number(const LinePlace& place, std::string_view key) const;

 private:
  LineSource(FileDescriptor file, std::string name)
      : file_(std::move(file)), name_(std::move(name)) {}
  [[nodiscard]] Error no_field(const LinePlace& place, std::string_view key) const;

  FileDescriptor file_;
  std::string name_;
};

/// A barrier file that is written in pieces: none of them is held.
class BarrierFile {
 public:
  [[nodiscard]] static Result<BarrierFile> begin(const std::filesystem::path& path);
  ~BarrierFile();
  BarrierFile(BarrierFile&& other) noexcept = default;
  BarrierFile& operator=(BarrierFile&&) = delete;

  [[nodiscard]] Result<void> add(std::string_view text);

  /// All of it is on the disk and in its place.
  [[nodiscard]] Result<void> finish();

 private:
  BarrierFile(FileDescriptor file, std::filesystem::path part, std::filesystem::path path)
      : file_(std::move(file)), part_(std::move(part)), path_(std::move(path)) {}
  [[nodiscard]] Result<void> flush();

  FileDescriptor file_;  // open until finish()
  std::filesystem::path part_;
  std::filesystem::path path_;
  std::string buffer_;
};

/// Writes texts as a barrier file in the order of their names. The SHA-256 of the file.
[[nodiscard]] Result<std::string> write_sorted(const std::filesystem::path& path, NamedLines lines);

/// A folder belongs to one request: writes request.json where there is none. kUsage, with what
/// differs, if the folder was begun with another; the version that began it is only noted.
[[nodiscard]] Result<void> claim_folder(const std::filesystem::path& folder, const Json& request);

}  // namespace papert::datagen
