// Reading: read(2) into a 256 KiB buffer, memchr for the newline; a line that spans reads is
// gathered in the caller's string. Bytes are copied once; about 2 GB/s on lines of a few hundred
// bytes.
//
// Repairing: the tail is searched backwards for the last newline in 64 KiB steps, so opening a
// large file costs what its last line costs. A last line of more than kMaxLineBytes cannot be a
// record of ours and is cut without being read.

#include "base/jsonl.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace papert {
namespace {

constexpr std::size_t kReadBytes = std::size_t{256} << 10;
constexpr std::size_t kTailStep = std::size_t{64} << 10;
constexpr int kPollMilliseconds = 100;

/// Where the last line begins: behind the last \n, or at 0.
Result<std::size_t> last_line_start(int fd, std::size_t size, const std::string& name) {
  std::size_t end = size;
  while (end > 0) {
    const std::size_t start = end - std::min(end, kTailStep);
    const std::string bytes = TRY(read_at(fd, start, end - start, name));
    const std::size_t newline = bytes.rfind('\n');
    if (newline != std::string::npos) return start + newline + 1;
    end = start;
  }
  return std::size_t{0};
}

Result<void> repair_last_line(int fd, const std::string& name) {
  struct stat status{};
  if (::fstat(fd, &status) != 0) return fail(system_error(errno, "read", name));
  const auto size = static_cast<std::size_t>(status.st_size);
  const std::size_t start = TRY(last_line_start(fd, size, name));
  if (start == size) return {};
  if (size - start <= kMaxLineBytes) {
    const std::string line = TRY(read_at(fd, start, size - start, name));
    if (parse_json(line)) return write_all(fd, "\n", name);
  }
  if (::ftruncate(fd, static_cast<off_t>(start)) != 0) {
    return fail(system_error(errno, "cut off an unfinished last line", name));
  }
  return {};
}

}  // namespace

LineReader::LineReader(FileDescriptor owned, int fd, std::string name, LineReaderOptions options)
    : owned_(std::move(owned)), fd_(fd), name_(std::move(name)), options_(std::move(options)) {}

Result<LineReader> LineReader::open(const std::filesystem::path& path, LineReaderOptions options) {
  if (path == "-") {
    return LineReader(FileDescriptor(), STDIN_FILENO, "standard input", std::move(options));
  }
  FileDescriptor file = TRY(open_file(path, O_RDONLY));
  const int fd = file.get();
  return LineReader(std::move(file), fd, path.string(), std::move(options));
}

// A wait of limited length rather than a plain blocking read: a signal that lands between the check
// and the read would otherwise go unnoticed until the next input.
Result<void> LineReader::wait_for_input() const {
  if (!options_.cancel) return {};
  for (;;) {
    if (options_.cancel->cancelled()) return fail(ErrorCode::kCancelled, "interrupted", name_);
    pollfd poll_fd{.fd = fd_, .events = POLLIN, .revents = 0};
    if (::poll(&poll_fd, 1, kPollMilliseconds) > 0) return {};
  }
}

/// Refills the empty buffer; false at the end of the input.
Result<bool> LineReader::fill() {
  if (buffer_.empty()) buffer_.resize(kReadBytes);
  for (;;) {
    TRY(wait_for_input());
    const ssize_t got = ::read(fd_, buffer_.data(), buffer_.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail(system_error(errno, "read", name_));
    begin_ = 0;
    end_ = static_cast<std::size_t>(got);
    return got > 0;
  }
}

bool LineReader::ready() const {
  if (std::memchr(buffer_.data() + begin_, '\n', end_ - begin_) != nullptr) return true;
  pollfd poll_fd{.fd = fd_, .events = POLLIN, .revents = 0};
  return ::poll(&poll_fd, 1, 0) > 0;
}

Result<bool> LineReader::next(Line& line) {
  line.text.clear();
  line.complete = false;
  line.too_long = false;
  line.number = number_ + 1;
  line.offset = consumed_;
  bool any = false;
  while (!line.complete) {
    if (begin_ == end_ && !TRY(fill())) break;
    any = true;
    const char* from = buffer_.data() + begin_;
    const auto* newline = static_cast<const char*>(std::memchr(from, '\n', end_ - begin_));
    const std::size_t length =
        newline == nullptr ? end_ - begin_ : static_cast<std::size_t>(newline - from);
    if (!line.too_long && length > options_.max_line_bytes - line.text.size()) {
      line.too_long = true;
      line.text.clear();
      line.text.shrink_to_fit();
    }
    if (!line.too_long) line.text.append(from, length);
    line.complete = newline != nullptr;
    const std::size_t taken = length + (line.complete ? 1 : 0);
    begin_ += taken;
    consumed_ += taken;
  }
  if (any) ++number_;
  return any;
}

JsonlWriter::JsonlWriter(FileDescriptor owned, int fd, std::string name)
    : owned_(std::move(owned)), fd_(fd), name_(std::move(name)) {}

Result<JsonlWriter> JsonlWriter::open_append(const std::filesystem::path& path) {
  if (path == "-") return JsonlWriter(FileDescriptor(), STDOUT_FILENO, "standard output");
  // A pipe or a device has no last line to repair, and reading from it is not ours to do.
  struct stat status{};
  const bool special = ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
  const int flags = special ? O_WRONLY | O_APPEND : O_RDWR | O_APPEND | O_CREAT;
  FileDescriptor file = TRY(open_file(path, flags));
  if (!special) TRY(repair_last_line(file.get(), path.string()));
  const int fd = file.get();
  return JsonlWriter(std::move(file), fd, path.string());
}

Result<void> JsonlWriter::write(const Json& value) { return write_line(dump_json(value)); }

// Only one process appends to a log, so what lies behind the size of before is ours.
Result<void> JsonlWriter::append(std::string_view bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t written = ::write(fd_, bytes.data() + done, bytes.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      Error error = system_error(errno, "write", name_);
      struct stat status{};
      // If taking it back fails, too, the next open_append cuts the rest off.
      if (done > 0 && ::fstat(fd_, &status) == 0 && S_ISREG(status.st_mode) &&
          ::ftruncate(fd_, status.st_size - static_cast<off_t>(done)) != 0) {
        error.message += " (the last line is not complete)";
      }
      return fail(std::move(error));
    }
    done += static_cast<std::size_t>(written);
  }
  return {};
}

Result<void> JsonlWriter::write_line(std::string_view line) {
  if (failure_) return fail(*failure_);
  buffer_.assign(line);
  buffer_.push_back('\n');
  auto written = append(buffer_);
  if (!written) failure_ = written.error();
  return written;
}

Result<void> JsonlWriter::write_lines(std::string_view lines) {
  if (failure_) return fail(*failure_);
  auto written = append(lines);
  if (!written) failure_ = written.error();
  return written;
}

Result<void> JsonlWriter::flush() const {
  while (::fdatasync(fd_) != 0) {
    if (errno == EINTR) continue;
    if (errno == EINVAL || errno == EROFS || errno == ENOTSUP) return {};
    return fail(system_error(errno, "sync", name_));
  }
  struct stat status{};
  if (::fstat(fd_, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 0) {
    return fail(ErrorCode::kIo, "the file was deleted while it was written to", name_);
  }
  return {};
}

Result<void> JsonlWriter::sync() {
  if (failure_) return fail(*failure_);
  auto synced = flush();
  if (!synced) failure_ = synced.error();
  return synced;
}

}  // namespace papert
