// Where the published data sets are, for conformance tests. Without them such a test skips and says
// so.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace papert::test {

inline std::optional<std::filesystem::path> published_data(const std::string& name) {
  const char* root = std::getenv("PAPERT_PUBLISHED_DATA");
  if (root == nullptr || *root == '\0') return std::nullopt;
  std::filesystem::path path = std::filesystem::path(root) / name;
  if (!std::filesystem::exists(path)) return std::nullopt;
  return path;
}

}  // namespace papert::test

/// Sets `variable` to the path of a published file or folder, or skips the test.
#define PAPERT_NEED_PUBLISHED(variable, name)                                                    \
  const auto variable##_found = ::papert::test::published_data(name);                            \
  if (!variable##_found) {                                                                       \
    GTEST_SKIP() << "published data '" << (name)                                                 \
                 << "' not found: set PAPERT_PUBLISHED_DATA (docs/published-data.md says where " \
                    "to get it)";                                                                \
  }                                                                                              \
  const std::filesystem::path& variable = *variable##_found
