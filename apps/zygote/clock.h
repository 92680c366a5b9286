// Time as programs see it.
#pragma once

namespace papert::zygote {

/// Replaces the clocks of the time and datetime modules by one that depends on the program alone:
/// it starts at a fixed moment, a line takes ten microseconds, and sleeping takes exactly as long
/// as asked for (and no time at all outside). False with a Python exception set on failure.
bool install_clock();

}  // namespace papert::zygote
