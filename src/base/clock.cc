#include "base/clock.h"

#include <array>
#include <ctime>

namespace papert {

std::string utc_time(std::int64_t seconds) {
  const auto now = static_cast<std::time_t>(seconds);
  std::tm time{};
  ::gmtime_r(&now, &time);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &time)};
}

}  // namespace papert
