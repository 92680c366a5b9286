// A block's request number is the same in every process that starts the same interpreter, because
// nothing in starting it depends on chance or time. So a first process can find out, by trying,
// what the second should put where.
//
// Writes are seen one by one: the old heap is made read-only; a write faults; the fault's handler
// notes the address, opens the page and asks the processor to stop after one instruction; the stop
// closes the page again, for some ten microseconds. A page that has told nothing new for a while is
// left open.
//
// A wrong number can do no harm: a block lies in the nursery or elsewhere, and that is all.
//
// Without it a typical program costs 21 % more CPU time, a trivial one 53 % (docs/speed.md).

#include "zygote/scout.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <vector>

#if defined(__x86_64__)
#include <ucontext.h>
#define PAPERT_CAN_SCOUT 1
#endif

namespace papert::zygote {

#if defined(PAPERT_CAN_SCOUT)

namespace {

constexpr std::size_t kMappedHeapBytes = 64U << 20U;
constexpr std::size_t kMostFindings = 16U << 10U;
constexpr rlim_t kPatienceSeconds = 20;  // of CPU time: a busy machine must not decide

/// Written by the scout, read by the process that sent it.
struct Findings {
  std::size_t count = 0;
  std::array<BlockRequest, kMostFindings> requests;
};

template <class T>
T* map(std::size_t count, int sharing) {
  void* memory = ::mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE,
                        sharing | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<T*>(memory);
}

constexpr std::uintptr_t kPage = 4096;
constexpr std::uintptr_t kLine = 16;
constexpr std::uint8_t kMostRepeats = 250;
constexpr greg_t kTrapFlag = 0x100;

struct Watch {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  std::uint8_t* written = nullptr;       // per line
  std::uint8_t* repeats = nullptr;       // per page: how often it told nothing new
  std::array<std::uintptr_t, 4> open{};  // pages; one instruction can write to several
  std::size_t open_count = 0;
};

/// Signal handlers have no other way to find it.
Watch& watch() {
  static constinit Watch the_watch;
  return the_watch;
}

void protect(std::uintptr_t page, int protection) {
  ::mprotect(reinterpret_cast<void*>(page), kPage, protection);  // NOLINT(*-no-int-to-ptr)
}

void on_write(int, siginfo_t* info, void* context) {
  Watch& all = watch();
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  if (address < all.begin || address >= all.end || all.open_count == all.open.size()) ::_exit(1);
  const std::uintptr_t page = address / kPage * kPage;
  protect(page, PROT_READ | PROT_WRITE);
  std::uint8_t& known = all.written[(address - all.begin) / kLine];
  if (known != 0 && ++all.repeats[(address - all.begin) / kPage] == kMostRepeats) return;
  known = 1;
  all.open[all.open_count++] = page;
  static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL] |= kTrapFlag;
}

void after_write(int, siginfo_t*, void* context) {
  Watch& all = watch();
  while (all.open_count > 0) protect(all.open[--all.open_count], PROT_READ);
  static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL] &= ~kTrapFlag;
}

bool handle(int signal, void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action{};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO;
  return ::sigaction(signal, &action, nullptr) == 0;
}

/// Everything on the heap behind the nursery, where `run` should find its new memory.
bool start_watching() {
  Watch& all = watch();
  const std::span<std::byte> nursery = nursery_range();
  all.begin = (reinterpret_cast<std::uintptr_t>(nursery.data() + nursery.size()) + kPage - 1) /
              kPage * kPage;
  all.end = std::min(reinterpret_cast<std::uintptr_t>(::sbrk(0)) / kPage * kPage,
                     all.begin + kMappedHeapBytes / 2);
  if (all.begin >= all.end) return false;
  all.written = map<std::uint8_t>((all.end - all.begin) / kLine, MAP_PRIVATE);
  all.repeats = map<std::uint8_t>((all.end - all.begin) / kPage, MAP_PRIVATE);
  return all.written != nullptr && all.repeats != nullptr && handle(SIGSEGV, on_write) &&
         handle(SIGTRAP, after_write) &&
         ::mprotect(reinterpret_cast<void*>(all.begin),  // NOLINT(*-no-int-to-ptr)
                    all.end - all.begin, PROT_READ) == 0;
}

void stop_watching() {
  ::mprotect(reinterpret_cast<void*>(watch().begin),  // NOLINT(*-no-int-to-ptr)
             watch().end - watch().begin, PROT_READ | PROT_WRITE);
}

/// The requests whose blocks were written to, in ascending order.
std::vector<BlockRequest> find_blocks(const BlockMap& map) {
  const Watch& all = watch();
  std::vector<BlockRequest> found;
  for (std::uintptr_t line = 0; line < (all.end - all.begin) / kLine; ++line) {
    if (all.written[line] == 0) continue;
    const std::uintptr_t place = (all.begin - map.heap) / kLine + line;
    for (std::uintptr_t back = 0; back < kLargestNurseryBlock / kLine && back <= place; ++back) {
      const BlockRequest& owner = map.owners[place - back];
      if (owner.bytes == 0) continue;
      if (owner.bytes > back * kLine) found.push_back(owner);
      break;
    }
  }
  const auto by_number = [](const BlockRequest& request) { return request.number; };
  std::ranges::sort(found, {}, by_number);
  const auto rest = std::ranges::unique(found, {}, by_number);
  found.erase(rest.begin(), rest.end());
  return found;
}

[[noreturn]] void be_scout(const std::function<bool()>& prepare, const std::function<void()>& run,
                           Findings& findings) {
  const rlimit patience{kPatienceSeconds, kPatienceSeconds};
  ::setrlimit(RLIMIT_CPU, &patience);
  make_nursery({});
  auto* owners = map<BlockRequest>(kMappedHeapBytes / kLine, MAP_PRIVATE);
  if (owners == nullptr) ::_exit(1);
  const BlockMap blocks{reinterpret_cast<std::uintptr_t>(nursery_range().data()),
                        {owners, kMappedHeapBytes / kLine}};
  keep_map(blocks);
  if (!prepare()) ::_exit(1);
  open_nursery();
  if (!start_watching()) ::_exit(1);
  run();
  stop_watching();
  for (const BlockRequest& request : find_blocks(blocks)) {
    if (findings.count < kMostFindings) findings.requests[findings.count++] = request;
  }
  ::_exit(0);
}

}  // namespace

#endif

std::vector<BlockRequest> scout(const std::function<bool()>& prepare,
                                const std::function<void()>& run) {
#if defined(PAPERT_CAN_SCOUT)
  auto* findings = map<Findings>(1, MAP_SHARED);
  if (findings == nullptr) return {};
  const pid_t child = ::fork();
  if (child == 0) be_scout(prepare, run, *findings);
  int status = -1;
  while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  std::vector<BlockRequest> requests;
  if (child > 0 && status == 0) {
    requests.assign(findings->requests.begin(), findings->requests.begin() + findings->count);
  }
  ::munmap(findings, sizeof(Findings));  // programs must not find it
  return requests;
#else
  static_cast<void>(prepare);
  static_cast<void>(run);
  return {};
#endif
}

}  // namespace papert::zygote
