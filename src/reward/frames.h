// Requests over a pipe: each is four bytes, its length with the lowest byte first, and so many
// bytes of JSON; the answer has the same form. Answers come in the order of the requests.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/cancel.h"
#include "base/result.h"
#include "reward/request.h"

namespace papert::reward {

inline constexpr std::size_t kMaxFrameBytes = kMaxRequestBytes;

/// The next frame; nothing at the end of the stream. kLimit for one that is longer than allowed,
/// kBadData where the stream ends within one, kCancelled when the token is set. No more memory is
/// taken than bytes have come.
[[nodiscard]] Result<std::optional<std::string>> read_frame(int fd, const CancelToken& cancel);

[[nodiscard]] Result<void> write_frame(int fd, std::string_view text);

/// Answers frames until the stream ends. What a request asks for wrongly is answered with an error;
/// a stream that cannot be followed any further is answered with one, too, and ends the work with
/// it.
[[nodiscard]] Result<void> answer_frames(int in, int out, const Service& service,
                                         const CancelToken& cancel);

}  // namespace papert::reward
