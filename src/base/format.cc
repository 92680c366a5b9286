#include "base/format.h"

#include <fmt/format.h>

namespace papert {

Result<void> refuse_later_format(const Json& json, const std::string& where) {
  if (!json.is_object()) return {};
  const std::int64_t format = TRY(get_optional_int(json, "format", where)).value_or(kFormat);
  if (format <= kFormat) return {};
  return fail(ErrorCode::kBadData,
              fmt::format("written by a newer Papert (format {}; this one reads up to {})", format,
                          kFormat),
              where);
}

std::string with_format(std::string_view object) {
  return fmt::format("{{\"format\":{}{}{}", kFormat, object == "{}" ? "" : ",", object.substr(1));
}

}  // namespace papert
