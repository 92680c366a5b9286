#include "sandbox/resource_limits.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "sandbox/raw_call.h"

namespace papert::sandbox {
namespace {

constexpr rlim_t kStackBytes = 8U << 20U;
constexpr rlim_t kReserveBytes = 16U << 20U;
constexpr rlim_t kLastSeconds = 3;  // of CPU, between the soft and the hard limit

// The raw call: the C library's goes through prlimit64, which names a process and is therefore
// not on the filter's list.
bool set(int resource, rlim_t value, rlim_t reserve = 0) {
  const rlimit limit{value, value + reserve};
  return raw_call(SYS_setrlimit, resource, &limit) == 0;
}

}  // namespace

std::uint64_t address_space_in_use() {
  std::uint64_t pages = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "re")) {
    unsigned long long value = 0;
    if (std::fscanf(file, "%llu", &value) == 1) pages = value;
    std::fclose(file);
  }
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

bool limit_zygote() {
  rlimit stack{};
  if (::getrlimit(RLIMIT_STACK, &stack) != 0) return false;
  stack.rlim_cur = std::min<rlim_t>(stack.rlim_max, kStackBytes);
  return ::setrlimit(RLIMIT_STACK, &stack) == 0 && set(RLIMIT_CORE, 0);
}

bool limit_program(const Limits& limits, std::uint64_t base_address_space) {
  // The soft limit asks for a report, the hard one kills. With one value for both the kernel kills
  // at once, and a spent budget looks like a crash.
  const rlim_t cpu_seconds = (limits.cpu_ms + 999) / 1000 + 1;
  return set(RLIMIT_AS, base_address_space + limits.memory_bytes, kReserveBytes) &&
         set(RLIMIT_CPU, cpu_seconds, kLastSeconds) && set(RLIMIT_FSIZE, 0) &&
         set(RLIMIT_MEMLOCK, 0) && set(RLIMIT_NPROC, 0) && set(RLIMIT_NOFILE, 0);
}

void open_memory_reserve(const Limits& limits, std::uint64_t base_address_space) {
  set(RLIMIT_AS, base_address_space + limits.memory_bytes + kReserveBytes);
}

}  // namespace papert::sandbox
