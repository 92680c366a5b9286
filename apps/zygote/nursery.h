// Memory for small blocks, all in a few pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace papert::zygote {

inline constexpr std::size_t kNurseryBytes = 320U << 10U;
inline constexpr std::size_t kLargestNurseryBlock = 16U << 10U;

/// One request for a small block since the nursery was made, by its number, with what was asked
/// for: the same in every process that starts the same interpreter.
struct BlockRequest {
  std::uint32_t number;
  std::uint32_t bytes;
};

/// Once, first of all users of the heap. The blocks of these requests, in ascending order, will lie
/// in the nursery; all others will not, until it is opened. The list must stay.
void make_nursery(std::span<const BlockRequest> wanted);

/// Which request each block on the heap belongs to: `owners[i]` is of the block that begins at
/// heap + 16 i, with bytes 0 where none does.
struct BlockMap {
  std::uintptr_t heap = 0;
  std::span<BlockRequest> owners;
};

/// Until the nursery is opened the map is kept up to date.
void keep_map(const BlockMap& map);

/// Once, before the interpreter starts: puts the nursery before the interpreter's own allocators.
void install_nursery();

/// malloc and free, with the nursery before them.
void* nursery_malloc(std::size_t bytes);
void nursery_free(void* block);

/// Once, when everything is loaded: from here on small blocks come from the nursery while it lasts.
void open_nursery();

/// How many bytes of the nursery have not been given out.
std::size_t nursery_room();

/// Where the nursery lies.
std::span<std::byte> nursery_range();

}  // namespace papert::zygote
