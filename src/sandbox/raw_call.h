// A system call without the C library: nothing is written but registers, no page of the library is
// touched. A new process makes some twenty calls before its program starts, and every page it
// touches first costs more than all of them.
#pragma once

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <type_traits>

namespace papert::sandbox {

template <class T>
long as_word(T value) {
  if constexpr (std::is_pointer_v<T>) {
    return reinterpret_cast<long>(value);
  } else if constexpr (std::is_null_pointer_v<T>) {
    return 0;
  } else {
    return static_cast<long>(value);
  }
}

inline long raw_call_words(long number, long a, long b, long c, long d, long e, long f) {
#if defined(__x86_64__)
  long result = number;
  register long fourth __asm__("r10") = d;
  register long fifth __asm__("r8") = e;
  register long sixth __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "+a"(result)
                   : "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth), "r"(sixth)
                   : "rcx", "r11", "memory");
  return result;
#else
  const long result = ::syscall(number, a, b, c, d, e, f);
  return result < 0 ? -errno : result;
#endif
}

/// The result, or a negative errno.
template <class... Arguments>
long raw_call(long number, Arguments... arguments) {
  static_assert(sizeof...(Arguments) <= 6);
  const long words[7] = {as_word(arguments)...};
  return raw_call_words(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}

}  // namespace papert::sandbox
