// An estimate of the renderer's time, from above.
//
// Where the time goes in librsvg and cairo (512 x 512 pixels, one core):
//   - every element costs a little; every painted pixel some more, a radial gradient most of all;
//   - the box of each shape is found by a sweep over its lines that pays for each crossing, so a
//     scribble of n long lines costs n * n; a stroke has two lines for each one, and costs more;
//   - opacity, masks and clips paint to a sheet of their own first; filters walk over all of it;
//   - a use element, pattern, mask or marker paints its content again each time.
// The walk below adds this up in the order of painting and stops at the limit, which also bounds
// the walk itself: a chain of use elements that doubles thirty times is cut off early. The prices
// are measured with a margin. What cannot be priced (noise, morphology, pictures inside the text)
// is refused; so is what cannot be read, for then nobody knows what would be painted.
//
// A style sheet is not resolved: if there is one, each shape is taken to have everything that its
// text mentions.
#include "lang/svg/render_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <unordered_map>

#include "base/text.h"
#include "lang/svg/affine.h"
#include "lang/svg/crossings.h"
#include "lang/svg/numbers.h"
#include "lang/svg/path.h"
#include "lang/svg/shape_outline.h"
#include "lang/svg/style.h"

namespace papert::lang::svg {
namespace {

// Microseconds.
constexpr double kElement = 10;
constexpr double kShape = 40;
constexpr double kSegment = 1;
constexpr double kSolid = 300;  // the whole picture
constexpr double kGradient = 4'000;
constexpr double kStop = 60;
constexpr double kSheet = 800;  // opacity, clip
constexpr double kMask = 5'000;
constexpr double kPattern = 5'000;
constexpr double kPrimitive = 50'000;
constexpr double kFillPair = 0.5;
constexpr double kStrokePair = 3;
constexpr double kDash = 5;
constexpr double kText = 2'000;
constexpr double kCharacter = 50;
constexpr double kRuleByte = 0.002;  // of a style sheet, for each element

/// What an element inherits.
struct Painting {
  Affine map;  // to the grid of crossings
  bool exact = true;
  std::string_view fill = "black";
  std::string_view stroke = "none";
  std::string_view stroke_width = "1";
  std::string_view dashes = "none";
  std::string_view markers = "none";
  std::size_t depth = 0;
};

constexpr std::array<std::string_view, 11> kPrimitives{
    "feGaussianBlur", "feOffset", "feBlend", "feColorMatrix", "feComposite",        "feFlood",
    "feMerge",        "feFuncR",  "feFuncG", "feFuncB",       "feComponentTransfer"};
constexpr std::array<std::string_view, 5> kHarmlessParts{"feMergeNode", "feFuncA", "title", "desc",
                                                         "feDropShadow"};

constexpr std::array<std::string_view, 4> kResources{"pattern", "mask", "clipPath", "marker"};
constexpr std::array<std::string_view, 4> kTexts{"text", "tspan", "textPath", "tref"};

bool contains(const auto& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

class Estimate {
 public:
  Estimate(const Document& document, const RenderLimits& limits)
      : document_(document), limits_(limits) {}

  Result<double> run();

 private:
  Result<void> index(const Node& node, const Node* parent);
  Result<Painting> painting_at(const Node& node);
  Result<void> read_sheet(const Node& style);
  Result<void> spend(double microseconds, const Node& node);
  Result<void> element(const Node& node, const Painting& outer);
  Result<void> children(const Node& node, const Painting& painting);
  Result<Painting> enter(const Node& node, const Painting& outer);
  Result<void> sheets(const Node& node, const Painting& painting);
  Result<void> filter(const Node& node, std::string_view value);
  Result<void> shape(const Node& node, const Painting& painting);
  Result<void> stroke(const Node& node, const Painting& painting);
  Result<void> paint(const Node& node, const Painting& painting, std::string_view value);
  Result<void> markers(const Node& node, const Painting& painting, std::size_t vertices);
  Result<void> reference(const Node& node, const Node* target, const Painting& painting);
  Result<void> image(const Node& node);
  Result<void> text(const Node& node, Painting painting);

  [[nodiscard]] const Node* find(std::string_view id) const {
    const auto found = ids_.find(id);
    return id.empty() || found == ids_.end() ? nullptr : found->second;
  }

  const Document& document_;
  RenderLimits limits_;
  std::map<std::string_view, const Node*> ids_;
  std::unordered_map<const Node*, const Node*> parents_;
  std::unordered_map<const Node*, Painting> inherited_;  // what painting_at found
  std::string sheet_;                                    // all style elements, in lower case
  std::size_t elements_ = 0;
  std::size_t most_stops_ = 0;
  bool has_resources_ = false;
  std::vector<const Node*> open_;
  CrossingGrid grid_;
  double spent_ = 0;
};

Result<void> Estimate::spend(double microseconds, const Node& node) {
  spent_ += microseconds;
  if (spent_ <= limits_.seconds * 1e6) return {};
  return fail(ErrorCode::kLimit, node.name + ": painting would take longer than " +
                                     format_number(limits_.seconds, 3) +
                                     " s by the estimate; simplify the program");
}

Result<void> Estimate::read_sheet(const Node& style) {
  for (const Node& child : style.children) sheet_ += lower(child.text);
  if (sheet_.size() > limits_.style_bytes) {
    return fail(ErrorCode::kLimit, "style: the style sheets have more than " +
                                       std::to_string(limits_.style_bytes) + " bytes");
  }
  for (const std::string_view word :
       {"\\", "@", "filter", "mask", "marker", "dash", "transform", "d:path"}) {
    if (sheet_.find(word) != std::string::npos) {
      return fail(ErrorCode::kLimit, "style: a style sheet with " + in_quotes(word) +
                                         " has no bounded cost; give it at the elements");
    }
  }
  return {};
}

Result<void> Estimate::index(const Node& node, const Node* parent) {
  ++elements_;
  parents_.emplace(&node, parent);
  std::size_t stops = 0;
  for (const Attribute& attribute : node.attributes) {
    if (attribute.name == "id") ids_.emplace(attribute.value, &node);
    if (attribute.name == "style" && attribute.value.find_first_of("\\@") != std::string::npos) {
      return fail(ErrorCode::kBadData,
                  node.name + ": escapes in the style " + in_quotes(attribute.value));
    }
  }
  if (node.name == "style") TRY(read_sheet(node));
  has_resources_ |= node.name == "pattern" || node.name == "mask" || node.name == "filter" ||
                    node.name == "marker";
  for (const Node& child : node.children) {
    if (!child.is_element()) continue;
    if (child.name == "stop") ++stops;
    TRY(index(child, &node));
  }
  most_stops_ = std::max(most_stops_, stops);
  if (stops > limits_.stops) {
    return fail(ErrorCode::kLimit, node.name + ": " + std::to_string(stops) + " stops; at most " +
                                       std::to_string(limits_.stops));
  }
  return {};
}

Result<double> Estimate::run() {
  TRY(index(document_.root, nullptr));
  if (has_resources_ && sheet_.find("url(") != std::string::npos) {
    return fail(ErrorCode::kLimit,
                "style: url() in a style sheet beside patterns, masks, filters or markers");
  }
  TRY(spend(kRuleByte * static_cast<double>(sheet_.size() * elements_), document_.root));
  Painting painting;
  const auto box = view_box(document_);
  if (box) {
    const double scale = CrossingGrid::kCells / std::max(box->width, box->height);
    painting.map = scaling(scale, scale) * translation(-box->x, -box->y);
  } else {
    painting.exact = false;
  }
  TRY(element(document_.root, painting));
  return spent_ / 1e6;
}

Result<Painting> Estimate::enter(const Node& node, const Painting& outer) {
  Painting painting = outer;
  if (++painting.depth > limits_.depth) {
    return fail(ErrorCode::kLimit, node.name + ": elements are nested more than " +
                                       std::to_string(limits_.depth) +
                                       " deep with use elements expanded");
  }
  if (const auto text = property(node, "transform")) {
    const auto transform = parse_transform(*text);
    if (!transform) {
      return fail(ErrorCode::kBadData,
                  node.name + ": the transform " + in_quotes(*text) + " cannot be read");
    }
    painting.map = painting.map * *transform;
  }
  const auto inherit = [&](std::string_view name, std::string_view& to) {
    if (const auto value = property(node, name)) to = *value;
  };
  inherit("fill", painting.fill);
  inherit("stroke", painting.stroke);
  inherit("stroke-width", painting.stroke_width);
  inherit("stroke-dasharray", painting.dashes);
  for (const std::string_view name : {"marker", "marker-start", "marker-mid", "marker-end"}) {
    if (const auto value = property(node, name); value && *value != "none") {
      painting.markers = *value;
    }
  }
  return painting;
}

Result<void> Estimate::children(const Node& node, const Painting& painting) {
  for (const Node& child : node.children) {
    if (child.is_element()) TRY(element(child, painting));
  }
  return {};
}

/// Content that is painted again where something refers to it.
Result<void> Estimate::reference(const Node& node, const Node* target, const Painting& painting) {
  if (target == nullptr) return {};
  if (std::find(open_.begin(), open_.end(), target) != open_.end()) {
    return fail(
        ErrorCode::kLimit,
        node.name + ": " + in_quotes(target->attribute("id").value_or("")) + " contains itself");
  }
  open_.push_back(target);
  const auto paint_target = [&]() -> Result<void> {
    if (target->name == "symbol") {
      const Painting entered = TRY(enter(*target, painting));
      return children(*target, entered);
    }
    if (!contains(kResources, target->name)) return element(*target, painting);
    // Its content inherits where it stands, not where it is used.
    Painting inside = TRY(painting_at(*target));
    inside.map = painting.map;
    inside.exact = painting.exact;
    inside.depth = painting.depth + 1;
    const Painting entered = TRY(enter(*target, inside));
    return children(*target, entered);
  };
  const Result<void> result = paint_target();
  open_.pop_back();
  return result;
}

Result<Painting> Estimate::painting_at(const Node& node) {
  if (const auto known = inherited_.find(&node); known != inherited_.end()) return known->second;
  std::vector<const Node*> ancestors;
  for (const Node* up = parents_.at(&node); up != nullptr; up = parents_.at(up)) {
    ancestors.push_back(up);
  }
  Painting painting;
  std::reverse(ancestors.begin(), ancestors.end());
  for (const Node* ancestor : ancestors) painting = TRY(enter(*ancestor, painting));
  inherited_.emplace(&node, painting);
  return painting;
}

Result<void> Estimate::filter(const Node& node, std::string_view value) {
  if (value == "none") return {};
  const Node* target = find(url_id(value));
  if (target == nullptr || target->name != "filter") {
    // A filter function of CSS, or nothing.
    return spend(kPrimitive, node);
  }
  TRY(spend(kPrimitive, node));
  for (const Node& part : target->children) {
    if (!part.is_element() || part.name.find(':') != std::string::npos) continue;
    if (!contains(kPrimitives, part.name) && !contains(kHarmlessParts, part.name)) {
      return fail(ErrorCode::kLimit,
                  "filter: " + in_quotes(part.name) + " is not painted, its time has no bound");
    }
    TRY(spend(kPrimitive, part));
  }
  return {};
}

/// Opacity, clip, mask and filter.
Result<void> Estimate::sheets(const Node& node, const Painting& painting) {
  const auto opacity = property(node, "opacity");
  if ((opacity && *opacity != "1") || property(node, "mix-blend-mode") ||
      property(node, "isolation") || sheet_.find("opacity") != std::string::npos ||
      sheet_.find("blend") != std::string::npos) {
    TRY(spend(kSheet, node));
  }
  if (const auto value = property(node, "clip-path"); value && *value != "none") {
    TRY(spend(kSheet, node));
    TRY(reference(node, find(url_id(*value)), painting));
  }
  if (const auto value = property(node, "mask"); value && *value != "none") {
    TRY(spend(kMask, node));
    TRY(reference(node, find(url_id(*value)), painting));
  }
  if (const auto value = property(node, "filter")) TRY(filter(node, *value));
  return {};
}

Result<void> Estimate::image(const Node& node) {
  for (const std::string_view name : {"href", "xlink:href"}) {
    const auto href = node.attribute(name);
    if (href && lower(trim(*href)).starts_with("data:")) {
      return fail(ErrorCode::kLimit,
                  node.name + ": embedded pictures are not painted: " + in_quotes(*href));
    }
  }
  return {};
}

Result<void> Estimate::paint(const Node& node, const Painting& painting, std::string_view value) {
  if (value == "none") return {};
  const double area = painting.exact ? grid_.covered() : 1;
  const Node* server = find(url_id(value));
  if (server == nullptr && sheet_.find("url(") == std::string::npos) {
    return spend(kSolid * area, node);
  }
  if (server != nullptr && server->name == "pattern") {
    TRY(spend(kPattern, node));
    Painting inside = painting;
    inside.exact = false;
    return reference(node, server, inside);
  }
  return spend((kGradient + kStop * static_cast<double>(most_stops_)) * area + kElement, node);
}

Result<void> Estimate::stroke(const Node& node, const Painting& painting) {
  if (painting.stroke == "none" && sheet_.find("stroke") == std::string::npos) return {};
  const double scale = painting.map.scale() / CrossingGrid::kCells;
  const auto width = parse_length(painting.stroke_width);
  if (width && !width->percent && !(width->value * scale <= limits_.reach)) {
    return fail(ErrorCode::kLimit, node.name + ": the stroke-width " +
                                       in_quotes(painting.stroke_width) + " is too large");
  }
  if (painting.dashes != "none") {
    std::string spaced(painting.dashes);
    std::replace(spaced.begin(), spaced.end(), ',', ' ');
    double period = 0;
    for (const std::string_view piece : split(spaced, ' ')) {
      const auto dash = parse_length(piece);
      if (dash && !dash->percent) period += std::fabs(dash->value);
    }
    // Lengths that are not understood count as tiny dashes.
    const double most = period > 0 ? grid_.length() / (period * scale) : 1e9;
    TRY(spend(kDash * most, node));
  }
  return paint(node, painting, painting.stroke);
}

Result<void> Estimate::markers(const Node& node, const Painting& painting, std::size_t vertices) {
  if (painting.markers == "none") return {};
  const Node* marker = find(url_id(painting.markers));
  if (marker == nullptr) return {};
  Painting inside = painting;
  inside.exact = false;
  inside.markers = "none";
  for (std::size_t i = 0; i < vertices; ++i) {
    TRY(spend(kSheet, node));
    TRY(reference(node, marker, inside));
  }
  return {};
}

Result<void> Estimate::shape(const Node& node, const Painting& painting) {
  const auto box = view_box(document_).value_or(ViewBox{0, 0, 100, 100});
  const Path path = TRY(shape_outline(node, box.width, box.height));
  constexpr std::size_t kMaxSteps = 2'000'000;
  if (!grid_.add(path, painting.map, limits_.reach, kMaxSteps)) {
    return fail(ErrorCode::kLimit, node.name + ": its coordinates reach farther than " +
                                       format_number(limits_.reach, 0) +
                                       " pictures, or are far too many");
  }
  const bool stroked = painting.stroke != "none" || sheet_.find("stroke") != std::string::npos;
  const double pairs = grid_.take_pairs();
  TRY(spend(kShape + kSegment * static_cast<double>(grid_.pieces()) +
                pairs * (kFillPair + (stroked ? kStrokePair : 0)),
            node));
  TRY(paint(node, painting, painting.fill));
  TRY(stroke(node, painting));
  return markers(node, painting, path.size());
}

Result<void> Estimate::text(const Node& node, Painting painting) {
  if (painting.dashes != "none") {
    return fail(ErrorCode::kLimit, node.name + ": dashed text is not painted");
  }
  std::size_t characters = 0;
  for (const Node& child : node.children) characters += child.text.size();
  TRY(spend(kText + kCharacter * static_cast<double>(characters), node));
  painting.exact = false;  // the size of letters is the font's
  TRY(paint(node, painting, painting.fill));
  return paint(node, painting, painting.stroke);
}

Result<void> Estimate::element(const Node& node, const Painting& outer) {
  TRY(spend(kElement, node));
  const std::string_view name = node.name;
  constexpr std::array<std::string_view, 12> kUnpainted{
      "defs",   "symbol", "clipPath",       "mask",           "pattern", "marker",
      "filter", "style",  "linearGradient", "radialGradient", "title",   "metadata"};
  if (contains(kUnpainted, name) && &node != &document_.root) {
    // librsvg never paints these in place, but a filter may load pictures.
    return {};
  }
  Painting painting = TRY(enter(node, outer));
  TRY(sheets(node, painting));
  if (is_shape(node)) return shape(node, painting);
  if (name == "image" || name == "feImage") return image(node);
  if (name == "use") {
    const auto x = parse_length(node.attribute("x").value_or("0"));
    const auto y = parse_length(node.attribute("y").value_or("0"));
    const Node* target = find(href_id(node));
    if (!x || !y || x->percent || y->percent ||
        (target != nullptr && (target->name == "symbol" || target->name == "svg"))) {
      painting.exact = false;
    } else {
      painting.map = painting.map * translation(x->value, y->value);
    }
    return reference(node, target, painting);
  }
  if (name == "svg" && &node != &document_.root) painting.exact = false;
  if (contains(kTexts, name)) TRY(text(node, painting));
  return children(node, painting);
}

}  // namespace

Result<double> check_render(const Document& document, const RenderLimits& limits) {
  return Estimate(document, limits).run();
}

}  // namespace papert::lang::svg
