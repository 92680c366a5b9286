// The interpreter's allocator keeps a pool per size, so a program that needs thirty kilobytes in
// twenty sizes writes to at least twenty pages, and more where it fills gaps of pools the zygote
// began. Every one of these pages is copied or zeroed by the kernel. In the nursery blocks of all
// sizes lie one behind the other, in the order in which they are asked for: eight pages.
//
// The same goes for old blocks: nearly every program uses `turtle`, `range` and forty other objects
// and writes at least to their reference counts. Where the interpreter puts them, each lies on a
// page of its own. Which they are is found out in advance (scout.h), and while the interpreter is
// loaded their blocks are put into the nursery, side by side, before those of the programs.
//
// A block is a multiple of 16 bytes up to 1,024, or of 1,024 up to 16,384. Freed blocks go to a
// list per size and are used again for that size only; what does not fit any more goes to the
// allocator behind as usual. So memory that cannot be reused is bounded by the nursery's size. The
// size of a block is in a table with one byte per 16 bytes of nursery, because blocks are freed by
// address.
//
// Without it a typical program costs 73 % more CPU time, a trivial one 143 % (docs/speed.md).

#define PY_SSIZE_T_CLEAN
#include "zygote/nursery.h"

#include <Python.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace papert::zygote {
namespace {

constexpr std::size_t kUnit = 16;
constexpr std::size_t kCoarseUnit = 1024;
constexpr std::size_t kFineSizes = kCoarseUnit / kUnit;
constexpr std::size_t kSizes = kFineSizes + kLargestNurseryBlock / kCoarseUnit;  // 1 to kSizes

std::size_t size_index(std::size_t bytes) {
  if (bytes <= kUnit) return 1;
  if (bytes <= kCoarseUnit) return (bytes + kUnit - 1) / kUnit;
  return kFineSizes + (bytes + kCoarseUnit - 1) / kCoarseUnit;
}

std::size_t bytes_of(std::size_t index) {
  return index <= kFineSizes ? index * kUnit : (index - kFineSizes) * kCoarseUnit;
}

struct FreeBlock {
  FreeBlock* next;
};

struct Nursery {
  std::byte* next = nullptr;
  std::byte* end = nullptr;
  std::byte* begin = nullptr;
  bool open = false;
  bool resizing = false;
  std::uint32_t requests = 0;
  std::span<const BlockRequest> wanted;
  BlockMap map;
  std::array<FreeBlock*, kSizes + 1> free{};
  std::array<std::uint8_t, kNurseryBytes / kUnit> sizes{};  // of the block that begins there
};

/// What the interpreter's allocator was: behind the nursery.
struct Behind {
  PyMemAllocatorEx allocator{};
};

/// Process-wide like the heap it serves; a pointer, so that it lies beside its blocks.
Nursery*& nursery() {
  static constinit Nursery empty;
  static constinit Nursery* the_nursery = &empty;
  return the_nursery;
}

bool contains(const Nursery& all, const void* block) {
  return block >= all.begin && block < all.end;
}

std::uint8_t& size_of(Nursery& all, void* block) {
  return all.sizes[static_cast<std::size_t>(static_cast<std::byte*>(block) - all.begin) / kUnit];
}

/// Null if there is no room.
void* take_size(Nursery& all, std::size_t index) {
  if (FreeBlock* block = all.free[index]) {
    all.free[index] = block->next;
    return block;
  }
  if (bytes_of(index) > static_cast<std::size_t>(all.end - all.next)) return nullptr;
  std::byte* block = all.next;
  all.next += bytes_of(index);
  size_of(all, block) = static_cast<std::uint8_t>(index);
  return block;
}

/// While the interpreter is loaded: only what is wanted. What is asked for by resizing has no
/// number, because it depends on where the block was.
bool is_wanted(Nursery& all, std::size_t bytes) {
  if (all.resizing) return false;
  const std::uint32_t number = all.requests++;
  if (all.wanted.empty() || all.wanted.front().number != number) return false;
  const bool same = all.wanted.front().bytes == bytes;
  all.wanted = all.wanted.subspan(1);
  return same;
}

/// Null if the block is none of the nursery's.
void* take(std::size_t bytes) {
  Nursery& all = *nursery();
  if (bytes > kLargestNurseryBlock) return nullptr;
  if (!all.open && !is_wanted(all, bytes)) return nullptr;
  return take_size(all, size_index(bytes));
}

BlockRequest* owner_of(const Nursery& all, const void* block) {
  const auto line = (reinterpret_cast<std::uintptr_t>(block) - all.map.heap) / kUnit;
  return line < all.map.owners.size() && !all.open ? &all.map.owners[line] : nullptr;
}

/// To be called with what take() did not give.
void* noted(void* block, std::size_t bytes) {
  const Nursery& all = *nursery();
  if (BlockRequest* owner = owner_of(all, block)) {
    const bool numbered = bytes <= kLargestNurseryBlock && !all.resizing;
    *owner = {all.requests - 1, numbered ? static_cast<std::uint32_t>(bytes) : 0};
  }
  return block;
}

/// To be called with what lies behind the nursery, before it is freed.
void* forgotten(void* block) {
  if (BlockRequest* owner = owner_of(*nursery(), block)) *owner = {};
  return block;
}

void give_back(Nursery& all, void* block) {
  FreeBlock*& list = all.free[size_of(all, block)];
  list = new (block) FreeBlock{list};
}

void* allocate(void* context, std::size_t bytes) {
  if (void* block = take(bytes)) return block;
  const auto& behind = static_cast<Behind*>(context)->allocator;
  return noted(behind.malloc(behind.ctx, bytes), bytes);
}

void* allocate_zeros(void* context, std::size_t count, std::size_t each) {
  const auto& behind = static_cast<Behind*>(context)->allocator;
  if (each != 0 && count > kLargestNurseryBlock / each) {
    return behind.calloc(behind.ctx, count, each);
  }
  if (void* block = take(count * each)) return std::memset(block, 0, count * each);
  return noted(behind.calloc(behind.ctx, count, each), count * each);
}

void release(void* context, void* block) {
  Nursery& all = *nursery();
  if (contains(all, block)) return give_back(all, block);
  const auto& behind = static_cast<Behind*>(context)->allocator;
  behind.free(behind.ctx, forgotten(block));
}

void* resize_old(void* context, void* block, std::size_t bytes) {
  Nursery& all = *nursery();
  if (!contains(all, block)) {
    const auto& behind = static_cast<Behind*>(context)->allocator;
    BlockRequest* owner = owner_of(all, block);
    const BlockRequest before = owner != nullptr ? *owner : BlockRequest{};
    void* resized = behind.realloc(behind.ctx, forgotten(block), bytes);
    if (resized == block && owner != nullptr) *owner = before;
    return resized;
  }
  const std::size_t held = bytes_of(size_of(all, block));
  if (bytes <= held) return block;
  void* larger = allocate(context, bytes);
  if (larger == nullptr) return nullptr;
  std::memcpy(larger, block, held);
  give_back(all, block);
  return larger;
}

void* resize(void* context, void* block, std::size_t bytes) {
  if (block == nullptr) return allocate(context, bytes);
  const bool before = std::exchange(nursery()->resizing, true);
  void* resized = resize_old(context, block, bytes);
  nursery()->resizing = before;
  return resized;
}

void install(PyMemAllocatorDomain domain, Behind& behind) {
  PyMem_GetAllocator(domain, &behind.allocator);
  PyMemAllocatorEx front{&behind, allocate, allocate_zeros, resize, release};
  PyMem_SetAllocator(domain, &front);
}

}  // namespace

void make_nursery(std::span<const BlockRequest> wanted) {
  void* place = std::malloc(sizeof(Nursery) + kNurseryBytes + kUnit);
  if (place == nullptr) return;
  auto* made = new (place) Nursery;
  made->begin = static_cast<std::byte*>(place) + (sizeof(Nursery) + kUnit - 1) / kUnit * kUnit;
  made->next = made->begin;
  made->end = made->begin + kNurseryBytes;
  made->wanted = wanted;
  nursery() = made;
}

void keep_map(const BlockMap& map) { nursery()->map = map; }

void install_nursery() {
  static Behind objects;
  static Behind memory;
  static Behind raw;
  install(PYMEM_DOMAIN_OBJ, objects);
  install(PYMEM_DOMAIN_MEM, memory);
  install(PYMEM_DOMAIN_RAW, raw);
}

void* nursery_malloc(std::size_t bytes) {
  if (void* block = take(bytes)) return block;
  return noted(std::malloc(bytes), bytes);
}

void nursery_free(void* block) {
  Nursery& all = *nursery();
  if (contains(all, block)) return give_back(all, block);
  std::free(forgotten(block));
}

void open_nursery() { nursery()->open = true; }

std::size_t nursery_room() { return static_cast<std::size_t>(nursery()->end - nursery()->next); }

std::span<std::byte> nursery_range() {
  auto* begin = reinterpret_cast<std::byte*>(nursery());
  return {begin, static_cast<std::size_t>(nursery()->end - begin)};
}

}  // namespace papert::zygote

// Drawings are made by C++ code: its blocks lie beside those of the interpreter.

void* operator new(std::size_t bytes) {
  for (;;) {
    if (void* block = papert::zygote::nursery_malloc(bytes == 0 ? 1 : bytes)) return block;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

void operator delete(void* block) noexcept { papert::zygote::nursery_free(block); }

void operator delete(void* block, std::size_t) noexcept { operator delete(block); }
