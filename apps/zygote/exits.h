// Calls by which a program ends its own process.
#pragma once

namespace papert::zygote {

/// os._exit reports and keeps the drawing so far; exit and quit exist as in an interactive
/// interpreter. False with a Python exception set on failure.
bool install_exits();

}  // namespace papert::zygote
