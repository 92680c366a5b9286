// A fork copies the page tables of private memory, and a child that touches a page of the program's
// file for the first time faults. Both are counted in pages, so both nearly vanish when the program
// lies on pages of two megabytes instead of four kilobytes: three entries instead of 1,500.
//
// A segment is moved by copying it to anonymous memory and letting the kernel put that in its
// place in one step (mremap). The code that does so is itself in a segment that is replaced; it
// never notices, because the bytes are the same before and after the call.
//
// The linker starts every segment in a huge page of its own (see CMakeLists.txt). The data segment
// is followed by the heap without a gap where addresses are not randomised; they are moved as one.
//
// Every segment keeps its protection: code cannot be written, constants cannot be executed, and
// what the linker has resolved stays read-only.
//
// Without it a typical program costs 9 to 25 % more CPU time, a trivial one 32 to 60 %
// (docs/speed.md): the less, the longer the kernel has had the program's file in memory.

#include "zygote/program_image.h"

#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace papert::zygote {
namespace {

constexpr std::uintptr_t kHugePage = std::uintptr_t{2} << 20U;
constexpr std::uintptr_t kPage = 4096;
constexpr std::uintptr_t kLargestHeap = std::uintptr_t{256}
                                        << 20U;  // long before the first program

struct Segment {
  std::uintptr_t begin;
  std::uintptr_t end;
  int protection;
};

std::uintptr_t down(std::uintptr_t address, std::uintptr_t unit) { return address / unit * unit; }
std::uintptr_t up(std::uintptr_t address, std::uintptr_t unit) {
  return down(address + unit - 1, unit);
}

std::byte* at(std::uintptr_t address) {
  return reinterpret_cast<std::byte*>(address);  // NOLINT(performance-no-int-to-ptr)
}

/// All but the one that is read-only once it is linked (PT_GNU_RELRO): its few pages stay where and
/// as they are.
int collect_segments(dl_phdr_info* info, std::size_t, void* result) {
  auto& segments = *static_cast<std::vector<Segment>*>(result);
  std::uintptr_t sealed = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type == PT_GNU_RELRO) sealed = info->dlpi_phdr[i].p_vaddr;
  }
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD || header.p_memsz == 0 || header.p_vaddr == sealed) continue;
    const std::uintptr_t begin = info->dlpi_addr + header.p_vaddr;
    const int protection = ((header.p_flags & PF_R) != 0 ? PROT_READ : 0) |
                           ((header.p_flags & PF_W) != 0 ? PROT_WRITE : 0) |
                           ((header.p_flags & PF_X) != 0 ? PROT_EXEC : 0);
    segments.push_back({down(begin, kPage), up(begin + header.p_memsz, kPage), protection});
  }
  return 1;  // the first object is the program; the rest are libraries
}

/// The segment up to the end of the heap, if the heap begins where the segment ends. The heap is
/// first made to end with a huge page: it could not grow over what else were mapped there.
void add_heap(Segment& segment) {
  const auto heap_end = reinterpret_cast<std::uintptr_t>(::sbrk(0));
  if (heap_end <= segment.end || heap_end % kPage != 0) return;
  // A loader that was called by its name has the heap beside itself, far from the program.
  if (heap_end - segment.end > kLargestHeap) return;
  std::vector<unsigned char> resident((heap_end - segment.end) / kPage);
  // Fails if a page in between is not mapped at all.
  if (::mincore(at(segment.end), heap_end - segment.end, resident.data()) != 0) return;
  const std::uintptr_t rounded = up(heap_end, kHugePage);
  if (::sbrk(static_cast<std::intptr_t>(rounded - heap_end)) == at(heap_end)) segment.end = rounded;
}

/// Nothing is mapped there.
bool is_free(std::uintptr_t begin, std::uintptr_t end) {
  for (; begin < end; begin += kPage) {
    unsigned char resident = 0;
    if (::mincore(at(begin), kPage, &resident) == 0) return false;
  }
  return true;
}

/// Room for `size` bytes at a multiple of the huge page, on huge pages if the kernel gives any.
class HugeRoom {
 public:
  explicit HugeRoom(std::size_t size)
      : size_(size + kHugePage),
        reserved_(::mmap(nullptr, size_, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    if (valid()) valid_ = ::madvise(at(start()), size, MADV_HUGEPAGE) == 0;
  }
  HugeRoom(const HugeRoom&) = delete;
  HugeRoom& operator=(const HugeRoom&) = delete;
  ~HugeRoom() {
    if (reserved_ != MAP_FAILED) ::munmap(reserved_, size_);  // what was moved away is not there
  }

  [[nodiscard]] bool valid() const { return valid_ && reserved_ != MAP_FAILED; }
  [[nodiscard]] std::uintptr_t start() const {
    return up(reinterpret_cast<std::uintptr_t>(reserved_), kHugePage);
  }

 private:
  std::size_t size_;
  void* reserved_;
  bool valid_ = true;
};

/// Asking is not getting: the kernel may have been told not to give any.
bool kernel_gives_huge_pages() {
  const HugeRoom room(kHugePage);
  if (!room.valid()) return false;
  *static_cast<volatile std::byte*>(at(room.start())) = std::byte{1};
  std::ifstream file("/proc/self/smaps_rollup");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("AnonHugePages:")) {
      return line.find_first_of("123456789") != std::string::npos;
    }
  }
  return false;
}

/// Between the copy and the move nothing may be written to what is moved: system calls only.
void move(const Segment& segment) {
  const std::uintptr_t begin = down(segment.begin, kHugePage);
  const std::uintptr_t end = up(segment.end, kHugePage);
  if (!is_free(begin, segment.begin) || !is_free(segment.end, end)) return;
  const std::size_t size = end - begin;
  const HugeRoom room(size);
  if (!room.valid()) return;
  std::memcpy(at(room.start() + (segment.begin - begin)), at(segment.begin),
              segment.end - segment.begin);
  if (::mprotect(at(room.start()), size, segment.protection) != 0) return;
  static_cast<void>(
      ::mremap(at(room.start()), size, size, MREMAP_MAYMOVE | MREMAP_FIXED, at(begin)));
}

}  // namespace

void move_image_to_huge_pages() {
  if (!kernel_gives_huge_pages()) return;
  std::vector<Segment> segments;
  ::dl_iterate_phdr(collect_segments, &segments);
  for (Segment& segment : segments) {
    if ((segment.protection & PROT_WRITE) != 0) add_heap(segment);
    move(segment);
  }
}

}  // namespace papert::zygote
