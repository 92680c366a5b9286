#include "base/format.h"

#include <fmt/format.h>

#include "base/version.h"

namespace papert {

Result<void> refuse_later_format(const Json& json, const std::string& where) {
  if (!json.is_object()) return {};
  const std::int64_t format = TRY(get_optional_int(json, "format", where)).value_or(kFormat);
  if (format <= kFormat) return {};
  // What writes runs and parts of them says its version.
  const auto writer = json.find("papert");
  const bool named = writer != json.end() && writer->is_string();
  return fail(
      ErrorCode::kBadData,
      fmt::format("written by a newer Papert (format {}; this one, {}, reads up to {}): use {}",
                  format, version(), kFormat,
                  named ? "version " + writer->get_ref<const std::string&>().substr(0, 20) +
                              " or a later one"
                        : "a later version"),
      where);
}

std::string with_format(std::string_view object) {
  return fmt::format("{{\"format\":{}{}{}", kFormat, object == "{}" ? "" : ",", object.substr(1));
}

}  // namespace papert
