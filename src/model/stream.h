// Replies that come in pieces, as server-sent events:
//
//     data: {"choices":[{"index":0,"delta":{"content":"Hel"}}]}
//
//     data: {"choices":[{"index":0,"delta":{"content":"lo"},"finish_reason":"stop"}]}
//
//     data: [DONE]
//
// The pieces are put together into the response that the same server would have sent at once, and
// that is read as ever: so a streamed reply is worth exactly what an unstreamed one is. A stream
// that ends before it says that the reply is finished, or says itself that something went wrong, is
// a failed request. The transport bounds the bytes of a stream, kMaxEvents their number.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace papert::model {

inline constexpr std::size_t kMaxEvents = 1'000'000;

/// Calls `take` with the data of each event, in order, until it says false. Lines may end as they
/// like, comments and fields other than data are passed over; an event that the text breaks off in
/// counts. kLimit past kMaxEvents; an error of `take` ends it.
[[nodiscard]] Result<void> each_event(
    std::string_view stream, const std::function<Result<bool>(const std::string& data)>& take);

/// What the server would have sent at once. kBadData if the stream is cut off, is not a stream of
/// the format, or reports an error.
[[nodiscard]] Result<std::string> join_openai(std::string_view stream);
[[nodiscard]] Result<std::string> join_anthropic(std::string_view stream);
[[nodiscard]] Result<std::string> join_google(std::string_view stream);

}  // namespace papert::model
