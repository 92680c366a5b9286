// Times of the wall clock, as files have them.
#pragma once

#include <cstdint>
#include <string>

namespace papert {

/// Seconds since 1970 as UTC, RFC 3339: "2026-01-31T12:00:00Z".
[[nodiscard]] std::string utc_time(std::int64_t seconds);

}  // namespace papert
