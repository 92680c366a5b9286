// Files of one JSON value per line: streamed in, appended to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/cancel.h"
#include "base/file.h"
#include "base/json.h"
#include "base/result.h"

namespace papert {

inline constexpr std::size_t kMaxLineBytes = std::size_t{256} << 20;

struct Line {
  std::int64_t number = 0;  // from 1
  std::string text;         // without its \n; a \r before it is kept
  bool complete = false;    // ended with \n; only the last line of a file may not
  bool too_long = false;    // over the limit: skipped, text is empty
  std::size_t offset = 0;   // of its first byte, from the start of the input

  /// Nothing but white space.
  [[nodiscard]] bool blank() const {
    return !too_long && text.find_first_not_of(" \t\r") == std::string::npos;
  }
};

struct LineReaderOptions {
  std::size_t max_line_bytes = kMaxLineBytes;
  std::optional<CancelToken> cancel;  // checked while waiting for input
};

/// Reads lines as they arrive: on a pipe, a line is given as soon as it is complete.
class LineReader {
 public:
  /// "-" is standard input.
  static Result<LineReader> open(const std::filesystem::path& path, LineReaderOptions options = {});

  /// False at the end of the input. Reuses the memory of line.text.
  Result<bool> next(Line& line);

  /// Whether more input, or its end, is already there, so that next() need not wait for whoever
  /// writes it.
  [[nodiscard]] bool ready() const;

  /// The path, or "standard input", for messages.
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  LineReader(FileDescriptor owned, int fd, std::string name, LineReaderOptions options);
  Result<bool> fill();
  Result<void> wait_for_input() const;

  FileDescriptor owned_;
  int fd_ = -1;
  std::string name_;
  LineReaderOptions options_;
  std::string buffer_;
  std::size_t begin_ = 0;  // unread bytes are [begin_, end_)
  std::size_t end_ = 0;
  std::int64_t number_ = 0;
  std::size_t consumed_ = 0;  // bytes of the lines given so far
};

/// Appends whole lines. Not for several threads at once.
class JsonlWriter {
 public:
  /// Opens or creates a file. A last line without \n, left by a writer that was killed, is
  /// completed if it is a JSON value and cut off otherwise. "-" is standard output.
  static Result<JsonlWriter> open_append(const std::filesystem::path& path);

  Result<void> write(const Json& value);

  /// `line` has no newline inside. One write(2), so that a line appears whole or, if the process is
  /// killed by the system in the middle, as the last and unfinished one. What a failed write left
  /// of a line is taken back, and every later write fails with the same error: a line is never
  /// appended to the rest of another.
  Result<void> write_line(std::string_view line);

  /// Lines that each end with a newline, in one write(2), and taken back together.
  Result<void> write_lines(std::string_view lines);

  /// Returns when what was written is on the disk; an error, too, if the file was deleted. Nothing
  /// to do for a pipe or a terminal. After an error every later write and sync fails with it: the
  /// system reports a failed write-back only once.
  Result<void> sync();

  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  JsonlWriter(FileDescriptor owned, int fd, std::string name);
  Result<void> append(std::string_view bytes);
  Result<void> flush() const;

  FileDescriptor owned_;
  int fd_ = -1;
  std::string name_;
  std::string buffer_;
  std::optional<Error> failure_;  // the first
};

}  // namespace papert
