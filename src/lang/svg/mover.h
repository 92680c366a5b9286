// The walk behind move(): one pass over the source tree that writes a new tree in the coordinates
// of the root. See mover.cc.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lang/svg/affine.h"
#include "lang/svg/document.h"
#include "lang/svg/path.h"
#include "lang/svg/properties.h"

namespace papert::lang::svg {

enum class Axis { kX, kY, kBoth };

/// What an element inherits on the way down.
struct Scope {
  Affine map;        // from the element's coordinates to those of the moved picture
  double width = 0;  // of the nearest viewport, for percentages
  double height = 0;
  Properties inherited;  // fill, stroke and the like: the nearest value given
  bool copy = false;     // inside the target of a use element
  bool in_clip = false;  // inside a clipPath: only the outline counts
  int depth = 0;
};

class Mover {
 public:
  Mover(const Document& source, const Affine& motion, const ViewBox& box);

  /// Throws Refused.
  Document run();

 private:
  using Nodes = std::vector<Node>;

  // The tree: mover.cc.
  void index(const Node& node, bool is_root);
  void visit(const Node& from, const Scope& scope, Nodes& out);
  void visit_children(const Node& from, const Scope& scope, Nodes& out);
  void visit_group(const Node& from, const Scope& scope, Nodes& out);
  void visit_definitions(const Node& from, Nodes& out, bool keep_text);
  const Node* use_target(const Node& from);
  void visit_used_viewport(const Node& use, const Node& target, const Scope& scope, Nodes& out);
  void unwrap_in_clip(const Node& use, bool of_shape, Nodes children, Nodes& out);
  void visit_use(const Node& from, const Scope& scope, Nodes& out);
  void visit_nested_svg(const Node& from, const Scope& scope, Nodes& out);
  bool enter_viewport(const Node& from, const Node& sizes, Scope& scope, Node& group, Nodes& out);
  void cut_group(double width, double height, const Affine& map, Node& group, Nodes& out);
  void settle(Node& node);
  Scope enter(const Node& from, const Scope& outer, const Properties& properties);
  Node start_group(const Node& from, const Scope& scope, std::string_view name,
                   std::initializer_list<std::string_view> left_out);
  const Node* find(std::string_view id) const;
  std::string fresh_id(std::string_view base);
  void count_element();

  // Shapes: mover_shapes.cc.
  void visit_shape(const Node& from, const Scope& scope, Nodes& out);
  Path outline(const Node& shape, const Scope& scope);
  bool rewrite(const Node& from, const Scope& scope, bool dashed, Node& to);
  void write_level_rect(const Node& from, const Path& path, const Affine& map, Node& to);
  bool rewrite_rect(const Node& from, const Scope& scope, Node& to);
  bool rewrite_round(const Node& from, const Scope& scope, bool dashed, Node& to);
  void rewrite_points(const Node& from, const Scope& scope, Node& to);
  void rewrite_line(const Node& from, const Scope& scope, Node& to);
  double length(const Node& node, std::string_view attribute, Axis axis, const Scope& scope,
                double absent = 0);
  double resolve_length(std::string_view text, Axis axis, const Scope& scope,
                        std::string_view where);
  std::string number(double value) const;

  // Paint and references: mover_paint.cc.
  void rewrite_stroke(const Node& from, const Scope& scope, Node& to);
  void rewrite_dashes(const Node& from, const Scope& scope, Node& to);
  void rewrite_paint(const Node& from, const Scope& scope, Property property, Node& to);
  void check_references(const Node& from, const Properties& own, const Scope& scope, Node& to);
  void override_property(Node& to, Property property, const std::string& value);
  std::string gradient_for(const Node& gradient, const Node& shape, const Scope& scope);
  void put_linear_gradient(Point p1, Point p2, const Affine& map, Node& to);
  void map_gradient(const std::vector<const Node*>& chain, const Affine& map, const Scope& base,
                    Node& to);
  std::string clip_for(const Node& clip, const Node& element, const Scope& scope);
  Affine box_of(const Node& shape, const Scope& scope);
  std::string add_variant(std::string_view id, Node variant);

  const Document& source_;
  Affine motion_;
  ViewBox box_;
  int decimals_ = 4;
  StyleSheet sheet_;
  std::map<std::string_view, const Node*> by_id_;  // the first of each id
  std::set<std::string, std::less<>> taken_ids_;
  /// Source id -> the gradients or clip paths that replace it; the first keeps the id.
  std::map<std::string, Nodes, std::less<>> variants_;
  std::vector<const Node*> open_uses_;
  std::size_t elements_ = 0;
  std::size_t commands_ = 0;
};

enum class ElementKind {
  kGroup,
  kShape,
  kDefinition,  // gradients and clip paths: rewritten for those that refer to them
  kDefs,
  kSymbol,
  kUse,
  kSvg,
  kStyle,
  kDescription,
  kResource,  // mask, filter, pattern, marker: refused where something refers to them
  kForeign,   // of another namespace: never drawn
  kRefused,
};
ElementKind kind_of(const Node& node);

}  // namespace papert::lang::svg
