// What a child pays for is pages it writes: the kernel copies each at the first write, for about
// 1.5 us. A program of a few lines needs a few kilobytes of new memory; taken from the holes the
// loading of fifty modules left, every block lies on another page of the zygote's. So before the
// first program all holes are filled, and what a child allocates comes from consecutive fresh
// pages. Filling takes no knowledge of the allocator's insides: allocate a size until the answer
// lies at the heap's end, then go on to the next size. The fillers are never freed.
//
// The interpreter has an allocator of its own for small blocks (see nursery.cc). It takes its
// arenas from the C library's heap here, so that all memory is one range, grows by huge pages, and
// costs a fork one entry per two megabytes.
//
// Without it a typical program costs 28 % more CPU time, a trivial one 57 %, one of 2,000 calls 94
// % (docs/speed.md).

#include "zygote/heap.h"

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <linux/mman.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "zygote/nursery.h"

namespace papert::zygote {
namespace {

// An arena (1 MB) must be below this, a large list or drawing should be above: it then grows
// without being copied.
constexpr int kOwnMappingBytes = 4 << 20;
constexpr int kKeptFreeBytes = 64 << 20;
constexpr int kLoadedBytes = 16 << 20;  // more than the interpreter needs with all its modules
constexpr int kGrowthBytes = 128 << 10;

constexpr std::size_t kLargestCached = 1032;   // freed blocks up to here do not go back to the heap
constexpr std::size_t kRoomBytes = 3U << 20U;  // more than any hole, less than a mapping of its own
constexpr std::size_t kSmallRoomBytes = 256U << 10U;
constexpr std::uintptr_t kHugePage = 2U << 20U;
// Never reached unless the heap grows downwards, which makes every block look like a hole.
constexpr std::size_t kMostFilledBytes = 256U << 20U;

void* take_arena(void*, std::size_t bytes) { return nursery_malloc(bytes); }

void give_back_arena(void*, void* arena, std::size_t) { nursery_free(arena); }

void advise(std::uintptr_t begin, std::uintptr_t end, int advice) {
  void* start = reinterpret_cast<void*>(begin);  // NOLINT(performance-no-int-to-ptr)
  static_cast<void>(::madvise(start, end - begin, advice));
}

/// Where the untouched end of the heap begins: nothing larger than a hole fits elsewhere.
std::uintptr_t find_end() {
  void* volatile room = std::malloc(kRoomBytes);
  const auto end = reinterpret_cast<std::uintptr_t>(room);
  std::free(room);
  return end;
}

/// Uses up every free block below the heap's end.
void fill_holes() {
  const std::uintptr_t end = find_end();
  std::size_t filled = 0;
  for (std::size_t size = kRoomBytes / 2; size >= 16 && filled < kMostFilledBytes;) {
    void* block = std::malloc(size);
    filled += size;
    if (reinterpret_cast<std::uintptr_t>(block) < end) continue;
    if (size > kLargestCached) std::free(block);
    size -= size > 1024 ? size / 128 * 16 : 16;
  }
}

/// Puts on huge pages what is used so far, with some room for a small program, which should not pay
/// for a huge page of zeros; gives back what lies beyond, because a large program gets zeros faster
/// than copies. Kernels before 6.1 do not collapse; they have most of the heap on huge pages
/// anyway.
void tidy_pages() {
  static char in_data_segment = 1;
  const auto begin = reinterpret_cast<std::uintptr_t>(&in_data_segment) / kHugePage * kHugePage;
  const std::uintptr_t end = (find_end() + kSmallRoomBytes) / kHugePage * kHugePage + kHugePage;
  const auto heap_end = reinterpret_cast<std::uintptr_t>(::sbrk(0));
  if (begin >= end || end > heap_end) return;
  advise(begin, end, MADV_COLLAPSE);
  advise(end, heap_end, MADV_DONTNEED);
}

}  // namespace

void prepare_heap() {
  ::mallopt(M_MMAP_THRESHOLD, kOwnMappingBytes);
  ::mallopt(M_TRIM_THRESHOLD, kKeptFreeBytes);
  // The zygote's heap is made in one piece: one mapping for a fork to copy.
  ::mallopt(M_TOP_PAD, kLoadedBytes);
  find_end();
  ::mallopt(M_TOP_PAD, kGrowthBytes);
  PyObjectArenaAllocator arenas{nullptr, take_arena, give_back_arena};
  PyObject_SetArenaAllocator(&arenas);
}

std::uint64_t seal_heap() {
  fill_holes();
  tidy_pages();
  return ::mallinfo2().fordblks;
}

}  // namespace papert::zygote
