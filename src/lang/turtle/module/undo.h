// The undo buffer: a ring of what the turtle did, each entry with what it takes to go back.
//
// Compound operations (circle, dot, write) are one group; the buffer's `grouping` is on meanwhile
// and entries go to the group. An exception inside such an operation leaves grouping on, as in
// CPython, where programs can see the consequences (undobufferentries(), an AttributeError): the
// ring reproduces them, down to the one empty list that all unused places of CPython's buffer
// share.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "lang/turtle/module/canvas.h"
#include "lang/turtle/module/fault.h"
#include "lang/turtle/module/geometry.h"
#include "lang/turtle/module/pen.h"

namespace papert::lang::turtle {

/// The open line at a moment. Two points or more lie in the item (or are still the open line);
/// fewer are kept here, because the same item is used again for another start.
struct LineMark {
  ItemId item = 0;
  std::uint8_t count = 0;
  std::uint8_t shown = 0;  // so many of its points were on the screen; fewer under tracer(0)
  Vec2 start;
  ItemId next_id = 0;  // items from here on are younger
};

struct MoveEntry {
  Place from;
  Vec2 to;
  LineMark line;
  bool filling = false;
  Fault fault = Fault::kNone;  // the goal was no pair of numbers
};

struct TurnEntry {
  Num angle;
  double degrees_per_unit = 1;
  Fault fault = Fault::kNone;
};

/// One key keeps its value here, several keep the whole pen.
struct PenEntry {
  PenKeys keys = 0;
  ColorId color;
  Num value;
  std::shared_ptr<const Pen> pen;
};

/// One item, or the consecutive items of a compound shape.
struct StampRef {
  ItemId first = 0;
  std::int32_t count = -1;  // -1: a plain item, else a tuple of that many

  friend bool operator==(const StampRef&, const StampRef&) = default;
};

struct TextEntry {
  ItemId item = 0;
};
struct FillEntry {
  ItemId item = 0;
};
struct BeginFillEntry {
  ItemId item = 0;
};

/// A circle: where it started and how often it stepped give all its entries back.
struct CircleEntry {
  Place from;
  Vec2 heading;
  Num old_speed;
  Num speed;
  double step = 0;
  double turn = 0;
  double half_turn = 0;
  double degrees_per_unit = 1;
  LineMark line;
  bool down = false;
  bool filling = false;
  bool traced = false;        // the sides were shown one by one
  std::uint64_t entries = 0;  // how many CPython would have recorded
  bool complete = false;      // no exception cut it short
};

/// An unused place. `shared`: it is still the one all places started with.
struct EmptyEntry {
  bool shared = true;
  bool junk = false;  // something was appended to it; it counts as used
};

struct Entry;
struct GroupEntry {
  std::vector<Entry> entries;
};

struct Entry {
  std::variant<EmptyEntry, GroupEntry, MoveEntry, TurnEntry, PenEntry, StampRef, TextEntry,
               FillEntry, BeginFillEntry, std::shared_ptr<const CircleEntry>>
      what;
};

class UndoRing {
 public:
  static constexpr std::int64_t kLargest = std::int64_t{1} << 20;

  explicit UndoRing(std::int64_t size) : size_(size) {}

  template <class T>
  Fault push(T what) {
    if (size_ <= 0) return Fault::kNone;
    if (grouping) return append(Entry{std::move(what)});
    advance().what.template emplace<T>(std::move(what));
    return Fault::kNone;
  }

  /// The same for the entries that most programs make most: null, or the new entry, with old or
  /// default values, to be filled in. Filling in place is several times faster than building and
  /// copying, and a ring of even length finds a move where there was one.
  template <class T>
  T* next() {
    if (size_ <= 0 || grouping) return nullptr;
    auto& place = advance().what;
    if (T* same = std::get_if<T>(&place)) return same;
    return &place.template emplace<T>();
  }

  /// None when the size is 0.
  std::optional<Entry> pop();
  [[nodiscard]] std::int64_t count() const;
  /// Takes the entry of a stamp out, if it is there; what is behind it moves up.
  void remove(const StampRef& stamp);

  bool grouping = false;

 private:
  Entry& advance() {
    if (++last_ == size_) last_ = 0;
    return at(last_);
  }
  Entry& at(std::int64_t index) {
    const auto place = static_cast<std::size_t>(index);
    if (place >= places_.size()) places_.resize(place + 1);
    return places_[place];
  }
  Fault append(Entry entry);
  [[nodiscard]] std::int64_t wrapped(std::int64_t index) const {
    return index < 0 ? index + size_ : index % size_;
  }

  std::int64_t size_;
  std::int64_t last_ = -1;
  std::vector<Entry> places_;  // those from its size to size_ are empty and shared
  bool shared_junk_ = false;
};

}  // namespace papert::lang::turtle
