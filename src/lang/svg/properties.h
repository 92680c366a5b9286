// The properties that a motion has to know, gathered from an element in one pass.
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/svg/motion.h"
#include "lang/svg/style.h"

namespace papert::lang::svg {

/// How a refusal travels inside this folder; move() catches it.
struct Refused {
  Refusal refusal;
};
[[noreturn]] inline void refuse(RefusalReason reason, std::string text) {
  throw Refused{{reason, std::move(text)}};
}

enum class Property {
  kFill,
  kStroke,
  kStrokeWidth,
  kDashArray,
  kDashOffset,
  kMarker,
  kMarkerStart,
  kMarkerMid,
  kMarkerEnd,
  kVectorEffect,
  kClipPath,
  kMask,
  kFilter,
  kOverflow,
  kCount
};
inline constexpr std::size_t kPropertyCount = static_cast<std::size_t>(Property::kCount);

std::string_view name_of(Property property);

/// Values as written; empty where nothing is said (or "inherit").
class Properties {
 public:
  [[nodiscard]] std::string_view operator[](Property property) const {
    return values_[static_cast<std::size_t>(property)];
  }
  /// The value, or "none".
  [[nodiscard]] std::string_view or_none(Property property) const {
    return (*this)[property].empty() ? "none" : (*this)[property];
  }
  void set(Property property, std::string_view value) {
    values_[static_cast<std::size_t>(property)] = value;
  }

 private:
  std::array<std::string_view, kPropertyCount> values_{};
};

/// The rules of a document's style elements. Only selectors of one class are understood.
class StyleSheet {
 public:
  /// Adds the rules of one style element, whose text must outlive the sheet. Throws Refused.
  void add(const Node& style);

  [[nodiscard]] bool empty() const { return rules_.empty(); }

  /// What the element itself says: its attributes, over them the rules for its classes, over them
  /// its style attribute. Throws Refused for coordinates and transforms in CSS.
  [[nodiscard]] Properties properties(const Node& node) const;

 private:
  struct Rule {
    std::string class_name;
    std::vector<Declaration> declarations;
  };
  std::deque<std::string> texts_;  // without comments; the rules point here, so they never move
  std::vector<Rule> rules_;
};

}  // namespace papert::lang::svg
