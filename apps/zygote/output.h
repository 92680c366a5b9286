// What programs print, and what they read.
#pragma once

namespace papert::zygote {

/// Puts our own objects into sys.stdin, stdout and stderr: output goes to the shared area, input is
/// at its end. False with a Python exception set on failure.
bool install_streams();

}  // namespace papert::zygote
