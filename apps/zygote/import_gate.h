// Which modules a program may import.
#pragma once

#include <string>
#include <vector>

struct _object;  // NOLINT: what PyObject stands for

namespace papert::zygote {

/// Imports every allowed module now, while there are files, and refuses all others from then on
/// with an ImportError that lists the allowed ones. False with a Python exception set on failure.
bool install_import_gate(const std::vector<std::string>& allowed);

/// True if the exception is the gate's own.
bool is_refused_import(_object* exception);

}  // namespace papert::zygote
