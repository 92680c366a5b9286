// Texts that the build puts into the program (papert_embed in cmake/PapertTargets.cmake).
#pragma once

#include <cstddef>
#include <string_view>

/// Declares the text that papert_embed calls NAME; stands outside of namespaces.
#define PAPERT_EMBEDDED(name)                 \
  extern const char papert_embedded_##name[]; \
  extern const char papert_embedded_##name##_end[]

namespace papert {

/// The text between papert_embedded_NAME and papert_embedded_NAME_end.
[[nodiscard]] inline std::string_view embedded(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace papert
