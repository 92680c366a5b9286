// One turtle: position, heading, pen, the open line, the open fill, stamps and undo; without
// Python.
//
//     World world;                         // the canvas all turtles draw on
//     Turtle t(world, screen);
//     t.begin(kStandard); t.forward(100); t.rotate({90, NumKind::kInt});
//
// Every operation leaves the same state as CPython's module and, where that raises, returns the
// fault with the state CPython would be in after the exception. Speed and animation do not exist
// here, except for the exceptions that CPython's animation raises on unusual numbers.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "lang/turtle/module/canvas.h"
#include "lang/turtle/module/fault.h"
#include "lang/turtle/module/geometry.h"
#include "lang/turtle/module/pen.h"
#include "lang/turtle/module/undo.h"

namespace papert::lang::turtle {

/// What turtles need to know of their screen.
struct ScreenState {
  double x_scale = 1;
  double y_scale = 1;
  Vec2 center;  // of the visible part, in scaled units; (0, 0) but for world coordinates
  std::int64_t tracing = 1;
  std::int64_t delay = 10;
};

enum class Mode : std::uint8_t { kStandard, kLogo, kWorld };

/// A number argument: its value, or the fault that using it in arithmetic raises.
struct Arg {
  Num num;
  Fault fault = Fault::kNone;
};

struct CircleArgs {
  Arg radius;
  std::optional<Arg> extent;  // default: the full circle
  std::optional<Arg> steps;   // default: by radius
  bool whole_steps = true;    // steps is an int; anything else is a TypeError, but late
};

struct World;

class Turtle {
 public:
  /// `screen` null: a turtle that only navigates.
  Turtle(std::shared_ptr<World> world, std::shared_ptr<ScreenState> screen);
  Turtle& operator=(const Turtle&) = delete;
  ~Turtle();

  /// A copy with its own open line. CPython's clone shares the items made so far: clearing the copy
  /// erases them. `cursor_items` numbers are taken for its cursor.
  std::unique_ptr<Turtle> clone(std::size_t cursor_items);

  // Navigation.
  Fault set_mode(Mode mode);
  /// Also after a failure the new unit is in force, as far as CPython came.
  Fault set_full_circle(Arg full);
  void reset_navigation();
  Fault go(const Place& end) { return go(end.x, end.y); }
  Fault go(Num x, Num y);
  /// The goal was no pair of numbers: CPython records the move, then raises.
  Fault go_nowhere(Fault fault);
  Fault forward(double distance);
  Fault rotate(Num angle);
  Fault rotate_nowhere(Fault fault);
  /// heading() of any vector, in this turtle's unit.
  Fault angle_of(Vec2 v, double& angle) const;
  Fault set_heading(Num angle);
  Fault circle(const CircleArgs& args);
  /// Moves without a line or an undo entry; an open fill ends and begins anew unless kept open.
  Fault teleport(const Place& place, bool keep_fill);

  // Pen. `keys` of `pen` are taken over.
  Fault change_pen(PenKeys keys, const Pen& pen);
  void assign_pen(PenKeys keys, const Pen& pen);
  Fault record_pen(PenKeys keys);
  void reset_pen();
  Fault dot(Num size, ColorId color);

  // Drawing.
  Fault open_drawing(std::int64_t undo_size);  // the items of a new turtle, after its cursor's
  void new_line(bool from_here = true);
  /// Paints the open line as it is now.
  void flush();
  Fault begin_fill();
  Fault end_fill();
  Fault open_group();
  void close_group();
  Fault write(TextItem text);
  Fault add_stamp(const StampRef& stamp);
  Fault clear_stamp(const StampRef& stamp);
  Fault clear_stamps(std::size_t begin, std::size_t end);
  Fault clear();
  Fault reset();
  void set_undo_size(std::int64_t size);  // 0 or less: none
  Fault undo();

  /// The line that is not on the canvas yet, as flush() would paint it; none below two points.
  struct OpenLine {
    ItemId item = 0;
    std::span<const Vec2> points;
  };
  [[nodiscard]] OpenLine open_line() const {
    return {line_item_, std::span(line_).first(line_count_)};
  }

  [[nodiscard]] bool is_down() const { return pen.down.truthy(); }
  [[nodiscard]] World& world() const { return *world_; }
  [[nodiscard]] ScreenState* screen() const { return screen_.get(); }
  void attach(std::shared_ptr<ScreenState> screen) { screen_ = std::move(screen); }

  Place position{{0, NumKind::kFloat}, {0, NumKind::kFloat}};
  Vec2 heading{1, 0};
  Mode mode = Mode::kStandard;
  Arg full_circle{{360, NumKind::kFloat}};
  double degrees_per_unit = 1;
  double angle_offset = 0;
  int angle_sign = 1;

  Pen pen;
  ShapeMatrix shape_matrix{Num{1}, Num{0}, Num{0}, Num{1}};

  bool filling = false;
  bool recording_polygon = false;
  std::optional<std::vector<Place>> polygon;
  std::vector<StampRef> stamps;
  std::optional<UndoRing> undo_ring;
  std::int64_t first_undo_size = 1000;
  std::uint32_t traced_as = 0;  // its number in a trace, from 1; 0: it is in none yet

  static constexpr std::size_t kLongestLine = 42;  // then a new item begins

 private:
  Turtle(const Turtle& other) = default;

  [[nodiscard]] Fault animation_fault(Vec2 difference) const;
  void mark_line(LineMark& mark) const;
  [[nodiscard]] LineMark mark_line() const;
  Fault move_to(Num x, Num y);
  Fault record_move(Vec2 to);
  Fault record_turn(Num angle);
  void restore_line(const LineMark& mark);
  void update_shape_matrix();

  Fault plan_circle(const CircleArgs& args, double& steps, CircleEntry& plan) const;
  Fault walk_circle(double steps, bool whole_steps, CircleEntry& done);
  Fault walk_steps(double steps, CircleEntry& done);
  Fault paint_dot(Num size, ColorId color);

  Fault undo_group(std::vector<Entry> entries);
  Fault undo_entry(const Entry& entry);
  Fault undo_move(const MoveEntry& move);
  Fault undo_turn(const TurnEntry& turn);
  Fault undo_pen(const PenEntry& entry);
  void undo_begin_fill(ItemId item);

  std::shared_ptr<World> world_;
  std::shared_ptr<ScreenState> screen_;

  std::array<Vec2, kLongestLine + 2> line_{};
  std::size_t line_count_ = 0;
  ItemId line_item_ = 0;
  std::vector<ItemId> items_;  // ascending
  std::vector<Vec2> fill_path_;
  ItemId fill_item_ = 0;
};

/// All that one program draws. Turtles enter and leave by themselves.
struct World {
  explicit World(const DrawingLimits& limits = {}) : canvas(limits) {}

  Canvas canvas;
  std::vector<Turtle*> turtles;
  std::shared_ptr<ScreenState> view;  // the screen the drawing is seen through
};

}  // namespace papert::lang::turtle
