// How a drawing came about, as bytes: what a program's process hands over beside the drawing when a
// trace was asked for. Written inside the jail, so every byte is untrusted; trace.h reads them.
//
// The structs below as they lie in memory (little-endian, no padding that is not named):
//
//     TraceHeader, `events` times TraceEvent, `items` times TraceItem, `payload_bytes` bytes
//
// An event is one call of the turtle module that changed something to see; event e is step e + 1.
// An item is one look of one thing on the canvas, seen from step `born` to the step before `died`.
// Lines only grow while they are open: each of their points says from which step on it is there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace papert::scene {

inline constexpr std::string_view kTraceMagic = "PAPTRC01";
inline constexpr std::uint32_t kMaxTraceEvents = 20'000;
inline constexpr std::uint32_t kMaxTraceItems = 100'000;
inline constexpr std::uint64_t kMaxTracePayload = std::uint64_t{8} << 20;
inline constexpr std::uint32_t kStillThere = ~std::uint32_t{0};  // TraceItem::died

/// Why a trace is not complete.
enum class TraceFault : std::uint32_t {
  kNone,
  kTooLarge,     // the drawing has more to it than a trace holds
  kInterrupted,  // the program was ended in the middle of a note
};

struct TraceHeader {
  std::array<char, 8> magic;
  std::uint32_t events;
  std::uint32_t items;
  std::uint64_t payload_bytes;
  std::uint32_t stride;  // so many calls are one event; more than 1: events were dropped
  TraceFault fault;
  double x_scale;  // the view all coordinates are seen through: x * x_scale - center_x
  double y_scale;
  double center_x;
  double center_y;
};

enum TraceFlag : std::uint8_t { kPenDown = 1, kFilling = 2, kVisible = 4, kInk = 8, kFillInk = 16 };

struct TraceEvent {
  std::int32_t line;    // of the program, from 1; 0 unknown
  std::int32_t column;  // in bytes, from 1; 0 unknown
  std::int32_t length;  // of what is marked there, in bytes; 0 unknown
  std::uint32_t turtle;
  std::uint8_t flags;
  std::array<std::uint8_t, 3> color;
  std::array<std::uint8_t, 3> fill;
  std::array<std::uint8_t, 3> background;
  std::array<std::uint8_t, 6> unused;
  double width;
  double x;
  double y;
  double heading_x;
  double heading_y;
};

struct TraceItem {
  std::uint64_t z;  // display order
  std::uint64_t payload;
  double width;          // of a line or of a stamp's outline
  std::uint32_t number;  // on the canvas
  std::uint32_t born;
  std::uint32_t died;
  std::uint32_t count;  // points; for a text, bytes
  std::uint32_t room;   // for so many
  std::uint8_t kind;    // as in wire.h: 1 line, 2 fill, 4 stamp, 5 text
  std::uint8_t flags;   // kInk: painted with `color`; kFillInk: the stamp has an outline
  std::array<std::uint8_t, 3> color;
  std::array<std::uint8_t, 3> outline;
  std::array<std::uint8_t, 4> unused;
};

struct TracePoint {
  double x;
  double y;
  std::uint64_t born;
};

static_assert(sizeof(TraceHeader) == 64 && sizeof(TraceEvent) == 72 && sizeof(TraceItem) == 56 &&
              sizeof(TracePoint) == 24);

}  // namespace papert::scene
