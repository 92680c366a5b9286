#include "reward/frames.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>

#include "base/error_json.h"
#include "base/file.h"

namespace papert::reward {
namespace {

constexpr std::size_t kLengthBytes = 4;
constexpr std::size_t kPiece = std::size_t{256} << 10U;
constexpr int kLookMs = 200;  // for a token that was set just before the wait began
constexpr std::string_view kIn = "standard input";

/// Up to so many bytes; 0 at the end of the stream.
Result<std::size_t> read_some(int fd, char* to, std::size_t most, const CancelToken& cancel) {
  for (;;) {
    if (cancel.cancelled()) return fail(ErrorCode::kCancelled, "interrupted");
    pollfd entry{fd, POLLIN, 0};
    const int ready = ::poll(&entry, 1, kLookMs);
    if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    const ssize_t count = ::read(fd, to, most);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR && errno != EAGAIN) {
      return fail(system_error(errno, "read", std::string(kIn)));
    }
  }
}

/// So many bytes, fewer only at the end of the stream.
Result<std::string> read_bytes(int fd, std::size_t wanted, const CancelToken& cancel) {
  std::string bytes;
  while (bytes.size() < wanted) {
    const std::size_t had = bytes.size();
    bytes.resize(had + std::min(wanted - had, kPiece));
    const std::size_t got = TRY(read_some(fd, bytes.data() + had, bytes.size() - had, cancel));
    bytes.resize(had + got);
    if (got == 0) break;
  }
  return bytes;
}

std::uint32_t number_of(std::string_view bytes) {
  std::uint32_t number = 0;
  for (std::size_t i = kLengthBytes; i-- > 0;) {
    number = (number << 8U) | static_cast<unsigned char>(bytes[i]);
  }
  return number;
}

}  // namespace

Result<std::optional<std::string>> read_frame(int fd, const CancelToken& cancel) {
  const std::string head = TRY(read_bytes(fd, kLengthBytes, cancel));
  if (head.empty()) return std::optional<std::string>();
  if (head.size() < kLengthBytes) {
    return fail(ErrorCode::kBadData, "the stream ends within the length of a frame",
                std::string(kIn));
  }
  const std::uint32_t length = number_of(head);
  if (length > kMaxFrameBytes) {
    return fail(ErrorCode::kLimit,
                fmt::format("a frame of {} bytes; at most {} are read", length, kMaxFrameBytes),
                std::string(kIn));
  }
  std::string frame = TRY(read_bytes(fd, length, cancel));
  if (frame.size() == length) return std::optional(std::move(frame));
  return fail(ErrorCode::kBadData,
              fmt::format("the stream ends within a frame: {} of {} bytes", frame.size(), length),
              std::string(kIn));
}

Result<void> write_frame(int fd, std::string_view text) {
  const auto length = static_cast<std::uint32_t>(text.size());
  std::string bytes;
  bytes.reserve(kLengthBytes + text.size());
  for (std::size_t i = 0; i < kLengthBytes; ++i) {
    bytes.push_back(static_cast<char>((length >> (8 * i)) & 0xFFU));
  }
  bytes += text;
  return write_all(fd, bytes, "standard output");
}

Result<void> answer_frames(int in, int out, const Service& service, const CancelToken& cancel) {
  CallOptions call;
  call.go_on = [&] { return !cancel.cancelled(); };
  for (;;) {
    const auto frame = read_frame(in, cancel);
    if (!frame) {
      const bool told =
          frame.error().code == ErrorCode::kLimit || frame.error().code == ErrorCode::kBadData;
      if (told) TRY(write_frame(out, error_json(frame.error())));
      return fail(frame.error());
    }
    if (!*frame) return {};
    TRY(write_frame(out, service.answer_frame(**frame, call).json));
  }
}

}  // namespace papert::reward
