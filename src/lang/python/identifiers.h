// Python's identifiers: which characters they may hold and when two are the same name. The only
// place that uses utf8proc. All functions expect valid UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace papert::lang::python {

/// Whether `name` is an identifier (keywords included) by XID_Start and XID_Continue.
bool is_identifier(std::string_view name);

/// The NFKC form of an identifier, under which Python compares and stores names.
std::string normalised_identifier(std::string_view name);

}  // namespace papert::lang::python
