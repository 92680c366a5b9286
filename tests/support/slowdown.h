// How much less a test does under sanitizers, which make everything many times slower. The
// optimised build does all of it.
#pragma once

namespace papert::test {

#ifdef PAPERT_SANITIZED
inline constexpr int kSlowdown = 10;
#else
inline constexpr int kSlowdown = 1;
#endif

}  // namespace papert::test
