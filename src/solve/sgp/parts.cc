// Every wording of the questions about minted parts, and what of the view from above answers it.
#include "solve/sgp/parts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "solve/sgp/plan_view.h"

namespace papert::solve::sgp {
namespace {

struct ShapeWords {
  PlanShape shape;
  std::string_view outline;  // as an option
  std::string_view openings;
  std::string_view raised;
};

constexpr std::array<ShapeWords, 7> kShapeWords{
    {{PlanShape::kBox, "A rectangle", "squares", "The square one"},
     {PlanShape::kBox, "A square", "squares", "The square one"},
     {PlanShape::kCircle, "A circle", "full circles", "The round one"},
     {PlanShape::kHexagon, "A hexagon", "", "The six-sided one"},
     {PlanShape::kTriangle, "A triangle", "triangles", "The triangular one"},
     {PlanShape::kSlot, "A slot with round ends", "slots with round ends", ""},
     {PlanShape::kHalfCircle, "A half circle", "half circles", ""}}};

/// The option that has this shape.
FoundAnswer shape_option(PlanShape shape, const std::vector<std::string>& options) {
  for (const std::string& option : options) {
    for (const ShapeWords& words : kShapeWords) {
      if (words.shape == shape && (option == words.outline || option == words.raised)) {
        return option;
      }
    }
  }
  return std::nullopt;
}

FoundAnswer count_openings(const PlanView& view, std::string_view kind) {
  for (const ShapeWords& words : kShapeWords) {
    if (words.openings.empty() || words.openings != kind) continue;
    return std::to_string(
        std::count_if(view.openings.begin(), view.openings.end(),
                      [&](const Patch& opening) { return opening.shape() == words.shape; }));
  }
  return std::nullopt;
}

/// Pockets from above are lower than the plate, pockets from below are higher.
FoundAnswer count_blind(const PlanView& view) {
  std::size_t count = 0;
  for (const auto* levels : {&view.top, &view.bottom}) {
    const int plate = main_level(*levels);
    for (const Patch& patch : find_patches(*levels)) {
      count += patch.level != PlanView::kNone && patch.level != plate ? 1 : 0;
    }
  }
  return std::to_string(count);
}

/// The middle of what reaches highest: the hub.
std::array<int, 2> middle_of_hub(const PlanView& view) {
  const int highest = *std::max_element(view.top.begin(), view.top.end());
  for (const Patch& patch : find_patches(view.top)) {
    if (patch.level != highest) continue;
    return {(patch.left + patch.right) / 2, (patch.top + patch.bottom) / 2};
  }
  return {kViewSide / 2, kViewSide / 2};
}

FoundAnswer read_bore(const PlanView& view) {
  const auto [x, y] = middle_of_hub(view);
  const std::size_t cell = PlanView::cell(x, y);
  if (view.top[cell] == PlanView::kNone) return "It goes all the way through";
  const int highest = *std::max_element(view.top.begin(), view.top.end());
  if (view.top[cell] != highest) return "It is blind and open at the top";
  if (view.bottom[cell] != main_level(view.bottom)) return "It is blind and open at the bottom";
  return "There is no hole in the middle";
}

FoundAnswer count_around_hub(const PlanView& view) {
  const std::array<int, 2> hub = middle_of_hub(view);
  return std::to_string(
      std::count_if(view.openings.begin(), view.openings.end(),
                    [&](const Patch& opening) { return !opening.holds(hub[0], hub[1]); }));
}

FoundAnswer first_raised(const PlanView& view, bool tallest,
                         const std::vector<std::string>& options) {
  const int plate = main_level(view.top);
  std::optional<Patch> first;
  for (const Patch& patch : find_patches(view.top)) {
    if (patch.level <= plate) continue;
    if (!first || (tallest ? patch.level > first->level : patch.level < first->level)) {
      first = patch;
    }
  }
  return first ? shape_option(first->shape(), options) : std::nullopt;
}

/// Each step makes the rows longer at once.
FoundAnswer count_steps(const PlanView& view) {
  constexpr int kJump = 6;  // cells
  int steps = 0;
  int before = 0;
  for (int y = view.outline.top; y <= view.outline.bottom; ++y) {
    int width = 0;
    for (int x = view.outline.left; x <= view.outline.right; ++x)
      width += view.inside(x, y) ? 1 : 0;
    steps += std::abs(width - before) > kJump ? 1 : 0;
    before = width;
  }
  return std::to_string(steps);
}

/// By the corners of the box around it that it fills.
FoundAnswer read_letter(const PlanView& view) {
  const Patch& box = view.outline;
  const int dx = (box.right - box.left) / 16;
  const int dy = (box.bottom - box.top) / 16;
  const bool top_left = view.inside(box.left + dx, box.top + dy);
  const bool top_right = view.inside(box.right - dx, box.top + dy);
  const bool bottom_left = view.inside(box.left + dx, box.bottom - dy);
  const bool bottom_right = view.inside(box.right - dx, box.bottom - dy);
  const int bottom = (bottom_left ? 1 : 0) + (bottom_right ? 1 : 0);
  const int top = (top_left ? 1 : 0) + (top_right ? 1 : 0);
  if (top == 2 && bottom == 2) return "The letter U";
  if (top == 1 && bottom == 2) return "The letter L";
  if (top == 2 && bottom == 0) return "The letter T";
  return top == 0 && bottom == 0 ? FoundAnswer("A plus sign") : std::nullopt;
}

FoundAnswer leftmost_opening(const PlanView& view, const std::vector<std::string>& options) {
  const auto first =
      std::min_element(view.openings.begin(), view.openings.end(),
                       [](const Patch& a, const Patch& b) { return a.left < b.left; });
  if (first == view.openings.end()) return std::nullopt;
  return shape_option(first->shape(), options);
}

FoundAnswer innermost_opening(const PlanView& view, const std::vector<std::string>& options) {
  const auto first = std::min_element(
      view.openings.begin(), view.openings.end(),
      [](const Patch& a, const Patch& b) { return a.right - a.left < b.right - b.left; });
  if (first == view.openings.end()) return std::nullopt;
  return shape_option(first->shape(), options);
}

FoundAnswer read_view(const PlanView& view, const AskedQuestion& asked) {
  const std::string_view text = asked.question;
  const auto& options = asked.options;
  constexpr std::string_view kOpenings = "How many openings are ";
  constexpr std::string_view kRaised =
      "Of the parts raised above the plate, which one ends up the ";
  if (text.starts_with(kOpenings) && text.ends_with('?')) {
    const std::size_t length = text.size() - kOpenings.size() - 1;
    return count_openings(view, text.substr(kOpenings.size(), length));
  }
  if (text.starts_with(kRaised)) return first_raised(view, text.ends_with("tallest?"), options);
  if (text == "How many holes go all the way through the plate?") {
    return std::to_string(view.openings.size());
  }
  if (text.starts_with("How many holes are blind")) return count_blind(view);
  if (text == "How many small holes are around the hub?") return count_around_hub(view);
  if (text.ends_with("What is true of the hole in its middle?")) return read_bore(view);
  if (text.starts_with("The outline looks like a staircase.")) return count_steps(view);
  if (text == "What does the outline look like, seen from above?") return read_letter(view);
  if (text.ends_with("what is the shape of the opening furthest to the left?")) {
    return leftmost_opening(view, options);
  }
  if (text.ends_with("What is the shape of the innermost one?")) {
    return innermost_opening(view, options);
  }
  const bool whole = text == "What is the shape of the outer outline, seen from above?" ||
                     text == "What is the shape of the base, seen from above?" ||
                     text.ends_with("What is the shape of the outermost one?");
  return whole ? shape_option(view.outline.shape(), options) : std::nullopt;
}

/// How the wordings of read_view begin or end.
constexpr std::array<std::string_view, 7> kBegins{
    "How many openings are ",    "Of the parts raised above the plate", "How many holes ",
    "How many small holes ",     "The outline looks like a staircase.", "What does the outline",
    "What is the shape of the ",
};
constexpr std::array<std::string_view, 4> kEnds{
    "What is true of the hole in its middle?",
    "what is the shape of the opening furthest to the left?",
    "What is the shape of the innermost one?", "What is the shape of the outermost one?"};

}  // namespace

bool asks_about_part(std::string_view question) {
  return std::any_of(kBegins.begin(), kBegins.end(),
                     [&](std::string_view begin) { return question.starts_with(begin); }) ||
         std::any_of(kEnds.begin(), kEnds.end(),
                     [&](std::string_view end) { return question.ends_with(end); });
}

Result<FoundAnswer> answer_about_part(const AskedQuestion& asked, std::vector<Stage>* stages) {
  const PlanView view = TRY(view_part(asked.program));
  if (stages != nullptr) stages->push_back({"the part from above", paint_view(view)});
  return read_view(view, asked);
}

}  // namespace papert::solve::sgp
