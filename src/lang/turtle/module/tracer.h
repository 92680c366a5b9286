// Notes how a drawing comes about: after every call what changed on the canvas, where the turtle is
// and which line of the program called. Off unless start_trace() was called: then methods are
// called by a detour, and nothing else of the module knows.
//
// All of it lies in memory that the host gave, of a fixed size: the program's own heap stays as it
// would be without a trace, and so does what depends on it. Bytes: scene/trace_wire.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "lang/turtle/module/turtle.h"
#include "scene/trace_wire.h"

namespace papert::lang::turtle {

/// Where the program is: line and column from 1, the column and the length in bytes; 0 unknown.
struct SourcePlace {
  int line = 0;
  int column = 0;
  int length = 0;
};
using FindPlace = SourcePlace (*)();

class Tracer {
 public:
  static constexpr std::size_t kMaxItemNumber = 1'000'002;
  static constexpr std::size_t kMaxChanged = 16'384;
  static constexpr std::size_t kTurtles = 1024;     // of more, equal steps are noted, too
  static constexpr std::size_t kMaxTurtles = 4096;  // more are too many to look through

  /// What the memory has to hold.
  static constexpr std::size_t kBytes =
      sizeof(scene::TraceHeader) + scene::kMaxTraceEvents * sizeof(scene::TraceEvent) +
      scene::kMaxTraceItems * sizeof(scene::TraceItem) + scene::kMaxTracePayload +
      kMaxItemNumber * sizeof(std::uint32_t) + kMaxChanged * sizeof(ItemId) + 64;

  /// `memory` is zero, lies at a multiple of 8 and has kBytes.
  Tracer(std::span<std::byte> memory, Canvas& canvas, FindPlace find_place);

  /// After a call: of a turtle's method, or null for a change of the screen.
  void note(World& world, Turtle* turtle);

  /// The last note; then everything moves to the start of the memory. How many bytes it is.
  std::size_t finish(World& world);

 private:
  struct Look;
  enum class Sync : std::uint8_t { kSame, kChanged, kFull };

  [[nodiscard]] std::uint32_t now() const;  // the step that is under way
  static Look look_at(const World& world, ItemId id);
  Sync sync_all(World& world, Turtle* turtle);
  Sync sync(const World& world, ItemId id);
  Sync begin(ItemId id, const Look& look);
  [[nodiscard]] bool begins_like(const scene::TraceItem& item, const Look& look) const;
  void end(ItemId id);
  std::optional<std::uint64_t> allocate(std::size_t bytes);
  Sync append_points(scene::TraceItem& item, std::span<const Vec2> points);
  [[nodiscard]] scene::TracePoint* points_of(const scene::TraceItem& item) const;
  void thin_out();
  void thin_out_items();
  void compact_payload();
  [[nodiscard]] bool is_new_state(scene::TraceEvent event);
  scene::TraceEvent describe(const World& world, Turtle* turtle);

  scene::TraceHeader& header_;
  std::span<scene::TraceEvent> events_;
  std::span<scene::TraceItem> items_;
  std::span<std::byte> payload_;
  std::span<std::uint32_t> current_;  // by item number: its place in items_, from 1; 0 none
  ChangedItems changed_;
  FindPlace find_place_;
  std::uint64_t calls_ = 0;
  std::uint32_t turtles_ = 0;
  std::uint32_t last_turtle_ = 0;
  bool reshaping_ = false;
  std::array<std::uint64_t, kTurtles> states_{};
};

}  // namespace papert::lang::turtle
