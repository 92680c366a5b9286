// The interpreter's allocator keeps a pool per size, so a program that needs thirty kilobytes in
// twenty sizes writes to at least twenty pages, and more where it fills gaps of pools the zygote
// began. Every one of these pages is copied or zeroed by the kernel. In the nursery blocks of all
// sizes lie one behind the other, in the order in which they are asked for: eight pages.
//
// A block is a multiple of 16 bytes up to 512. Freed blocks go to a list per size and are used
// again for that size only; what does not fit any more goes to the interpreter's allocator as
// usual. So memory that cannot be reused is bounded by the nursery's size. The size of a block is
// in a table with one byte per 16 bytes of nursery, because the interpreter frees by address.

#define PY_SSIZE_T_CLEAN
#include "zygote/nursery.h"

#include <Python.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace papert::zygote {
namespace {

constexpr std::size_t kUnit = 16;
constexpr std::size_t kMostUnits = 32;

struct FreeBlock {
  FreeBlock* next;
};

struct Nursery {
  std::byte* next = nullptr;
  std::byte* end = nullptr;
  std::byte* begin = nullptr;
  std::array<FreeBlock*, kMostUnits + 1> free{};
  std::array<std::uint8_t, kNurseryBytes / kUnit> units{};  // of the block that begins there
};

/// What the interpreter's allocator was: behind the nursery.
struct Behind {
  PyMemAllocatorEx allocator{};
};

/// Process-wide like the interpreter it serves; a pointer, so that it lies beside its blocks.
Nursery*& nursery() {
  static constinit Nursery closed;
  static constinit Nursery* the_nursery = &closed;
  return the_nursery;
}

bool contains(const Nursery& all, const void* block) {
  return block >= all.begin && block < all.end;
}

std::uint8_t& units_of(Nursery& all, void* block) {
  return all.units[static_cast<std::size_t>(static_cast<std::byte*>(block) - all.begin) / kUnit];
}

/// Null if the size is none of the nursery's or there is no room.
void* take(std::size_t bytes) {
  Nursery& all = *nursery();
  const std::size_t units = bytes == 0 ? 1 : (bytes + kUnit - 1) / kUnit;
  if (bytes > kMostUnits * kUnit) return nullptr;
  if (FreeBlock* block = all.free[units]) {
    all.free[units] = block->next;
    return block;
  }
  if (units * kUnit > static_cast<std::size_t>(all.end - all.next)) return nullptr;
  std::byte* block = all.next;
  all.next += units * kUnit;
  units_of(all, block) = static_cast<std::uint8_t>(units);
  return block;
}

void give_back(Nursery& all, void* block) {
  FreeBlock*& list = all.free[units_of(all, block)];
  list = new (block) FreeBlock{list};
}

void* allocate(void* context, std::size_t bytes) {
  if (void* block = take(bytes)) return block;
  const auto& behind = static_cast<Behind*>(context)->allocator;
  return behind.malloc(behind.ctx, bytes);
}

void* allocate_zeros(void* context, std::size_t count, std::size_t each) {
  if (each == 0 || count <= kMostUnits * kUnit / each) {
    if (void* block = take(count * each)) return std::memset(block, 0, count * each);
  }
  const auto& behind = static_cast<Behind*>(context)->allocator;
  return behind.calloc(behind.ctx, count, each);
}

void release(void* context, void* block) {
  Nursery& all = *nursery();
  if (contains(all, block)) return give_back(all, block);
  const auto& behind = static_cast<Behind*>(context)->allocator;
  behind.free(behind.ctx, block);
}

void* resize(void* context, void* block, std::size_t bytes) {
  Nursery& all = *nursery();
  if (!contains(all, block)) {
    const auto& behind = static_cast<Behind*>(context)->allocator;
    if (block != nullptr) return behind.realloc(behind.ctx, block, bytes);
    return allocate(context, bytes);
  }
  const std::size_t held = units_of(all, block) * kUnit;
  if (bytes <= held) return block;
  void* larger = allocate(context, bytes);
  if (larger == nullptr) return nullptr;
  std::memcpy(larger, block, held);
  give_back(all, block);
  return larger;
}

void install(PyMemAllocatorDomain domain, Behind& behind) {
  PyMem_GetAllocator(domain, &behind.allocator);
  PyMemAllocatorEx front{&behind, allocate, allocate_zeros, resize, release};
  PyMem_SetAllocator(domain, &front);
}

}  // namespace

void install_nursery() {
  static Behind objects;
  static Behind memory;
  install(PYMEM_DOMAIN_OBJ, objects);
  install(PYMEM_DOMAIN_MEM, memory);
}

void open_nursery() {
  void* place = std::malloc(sizeof(Nursery) + kNurseryBytes + kUnit);
  if (place == nullptr) return;
  auto* opened = new (place) Nursery;
  opened->begin = static_cast<std::byte*>(place) + (sizeof(Nursery) + kUnit - 1) / kUnit * kUnit;
  opened->next = opened->begin;
  opened->end = opened->begin + kNurseryBytes;
  nursery() = opened;
}

}  // namespace papert::zygote
