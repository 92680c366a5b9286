// For measurements in which a process and its jails take turns on one core.
#pragma once

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <string>

namespace papert::bench {

/// Keeps this process, and those it starts from now on, on the core it is on.
inline void stay_on_one_core() {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(::sched_getcpu(), &one);
  ::sched_setaffinity(0, sizeof one, &one);
}

/// CPU time so far of this process, of its jails, and of the programs that those have reaped.
inline double cpu_seconds() {
  rusage own{};
  ::getrusage(RUSAGE_SELF, &own);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  double ticks = 0;
  std::ifstream children("/proc/self/task/" + std::to_string(::getpid()) + "/children");
  for (std::string child; children >> child;) {
    std::ifstream file("/proc/" + child + "/stat");
    std::string text;
    for (int field = 1; field <= 13; ++field) file >> text;
    for (int field = 14; field <= 17; ++field) {  // user and system, own and of reaped children
      double value = 0;
      file >> value;
      ticks += value;
    }
  }
  return seconds(own.ru_utime) + seconds(own.ru_stime) +
         ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

}  // namespace papert::bench
