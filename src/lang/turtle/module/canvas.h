// What Tk's canvas is to CPython's turtle, reduced to what ends up in the drawing: numbered items
// with a place in the display order. Item numbers are visible to programs (stamp() returns one), so
// every item Tk would create takes a number here, painted or not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lang/turtle/module/color.h"
#include "lang/turtle/module/geometry.h"

namespace papert::lang::turtle {

using ItemId = std::int32_t;

enum class ItemKind : std::uint8_t {
  kUnseen,  // turtle cursors and pictures: numbered, never in the drawing
  kLine,
  kPolygon,
  kStamp,
  kText,
};

struct Item {
  ItemKind kind = ItemKind::kUnseen;
  bool alive = true;
  bool painted = false;
  ColorId color;        // of the line, fill or text
  ColorId outline;      // of a stamp
  double width = 0;     // of the line or of the stamp's outline
  std::uint64_t z = 0;  // display order
  std::size_t first = 0;
  std::size_t count = 0;
  std::size_t room = 0;
};

enum class Align : std::uint8_t { kLeft, kCenter, kRight };

struct TextItem {
  ItemId item = 0;
  Vec2 position;
  std::string text;  // UTF-8
  Align align = Align::kLeft;
  std::string family;
  double size = 8;
  std::string style;
};

/// Each is the largest count a program can reach; then its operations fail with Fault::kLimit.
struct DrawingLimits {
  std::size_t max_items = 1'000'000;
  std::size_t max_vertices = 4'000'000;  // 16 bytes of text count as one
};

/// Which items changed since somebody looked; for the tracer. In memory of a fixed size.
struct ChangedItems {
  std::span<ItemId> numbers;
  std::size_t count = 0;
  bool too_many = false;  // look at all of them

  void add(ItemId id) {
    if (count == numbers.size()) {
      too_many = true;
    } else if (count == 0 || numbers[count - 1] != id) {
      numbers[count++] = id;
    }
  }
};

class Canvas {
 public:
  explicit Canvas(const DrawingLimits& limits = {});

  /// At the limit: no item, the number 0, and exhausted() from then on.
  ItemId create(ItemKind kind);
  [[nodiscard]] ItemId next_id() const { return static_cast<ItemId>(items_.size()); }

  /// All of these ignore items that do not exist.
  void erase(ItemId id);
  void erase_all();
  void raise(ItemId id);
  void hide(ItemId id);
  void paint_line(ItemId id, std::span<const Vec2> points, ColorId color, double width);
  void paint_fill(ItemId id, std::span<const Vec2> points, ColorId color);
  void paint_stamp(ItemId id, std::span<const Vec2> points, ColorId fill, ColorId outline,
                   double width);
  ItemId add_text(TextItem text, ColorId color);

  [[nodiscard]] bool is_live_line(ItemId id) const;
  /// How many points of an item are painted, and painting only the first of them.
  [[nodiscard]] std::size_t shown_points(ItemId id) const;
  void show_first(ItemId id, std::size_t count);
  /// The points last given to the item, also after it was erased.
  [[nodiscard]] std::span<const Vec2> points(ItemId id) const;

  /// A path outside the canvas has this many vertices: too many?
  bool charge_path(std::size_t vertices);
  [[nodiscard]] bool exhausted() const { return exhausted_; }

  [[nodiscard]] const std::vector<Item>& items() const { return items_; }
  [[nodiscard]] const TextItem& text(const Item& item) const { return texts_[item.first]; }
  [[nodiscard]] std::span<const Vec2> points(const Item& item) const {
    return std::span(points_).subspan(item.first, item.count);
  }

  ColorTable colors;
  ColorId background = ColorTable::kWhite;
  ChangedItems* changed = nullptr;  // null: nobody wants to know

 private:
  void note(ItemId id) {
    if (changed != nullptr) changed->add(id);
  }
  Item* live(ItemId id);
  bool store(Item& item, std::span<const Vec2> points);

  DrawingLimits limits_;
  std::vector<Item> items_;  // by number; number 0 is never alive
  std::vector<Vec2> points_;
  std::vector<TextItem> texts_;
  std::size_t text_charge_ = 0;
  std::uint64_t next_z_ = 1;
  bool exhausted_ = false;
};

}  // namespace papert::lang::turtle
