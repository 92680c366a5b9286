#pragma once

#include <string>
#include <string_view>

namespace papert::report {

[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace papert::report
