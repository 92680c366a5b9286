// The providers that are known by name: which format they speak, and where their key and address
// come from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/factory.h"

namespace papert::model {

enum class Format { kOpenAi, kAzure, kAnthropic, kGoogle };

/// Where a provider's key and address are looked up, the first that is set counts.
struct Provider {
  std::string_view name;
  Format format = Format::kOpenAi;
  std::vector<std::string> key_variables;
  std::vector<std::string> url_variables;
  std::string_view url;  // where none is set; empty: one must be
};

[[nodiscard]] const std::vector<Provider>& providers();

/// Null where there is none of this name.
[[nodiscard]] const Provider* find_provider(std::string_view name);

struct Setting {
  std::string value;
  std::string variable;  // where it is from, or should be
};

/// The value of a variable, empty if it is not set.
[[nodiscard]] std::string look_up(const ModelOptions& options, const std::string& variable);

/// The first of these that is set; with a prefix, as a judge has one, only PREFIX`judged`.
[[nodiscard]] Setting first_of(const ModelOptions& options, std::vector<std::string> variables,
                               std::string_view judged);

/// The address as it is given, by a flag, a variable or the provider's own.
[[nodiscard]] Result<Setting> base_for(const Provider& provider, const ModelOptions& options);

/// Where the requests for a model go.
[[nodiscard]] Result<std::string> url_for(const Provider& provider, const std::string& name,
                                          const ModelOptions& options, const std::string& base);

}  // namespace papert::model
