// Fresh SVG scenes with questions whose answers the picture proves.
//
//     scattered   parts side by side, some covering others: colours, counts, shapes, places
//     pile        parts that cover each other: which is covered by none
//     mirrored    a pattern with one, two or no axes of symmetry
//     figure      a thing made of parts that have names: what it is, the colour, number and shape
//                 of its parts
//
// What is asked, and the place of the right number among those offered, is drawn before the scene;
// scenes are then drawn anew (from the same generator) until one is clear (view.h) and
// answers it beyond doubt: the largest part is larger by a third than the next, the left-most one
// stands out, a part is named by a colour or shape that no other has. So no answer is likelier
// because it is easier to draw. Hidden parts then make every option as likely by the text
// (hide.h), and the picture of the finished program must answer the question by itself
// (check.h).
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "mint/draft.h"
#include "mint/svg/hide.h"
#include "mint/svg/parts.h"
#include "mint/svg/view.h"

namespace papert::mint::svg {

/// A scene of any family with at least one question.
[[nodiscard]] Result<Minted> mint_scene(Random& random);

/// What has been found out about a scene.
struct SeenScene {
  std::vector<Part> parts;
  std::vector<PartView> views;
};

/// Categories of scenes of which pixels decide every question.
inline constexpr std::array<std::string_view, 3> kFlatCategories{"scattered", "pile", "mirrored"};

// The wording of questions that pixels can decide, shared with who answers from the picture.
inline constexpr std::string_view kAskColor = "What is the color of the ";
inline constexpr std::string_view kAskShape = "What is the shape of the ";
/// Ways to single out a part by size or place.
inline constexpr std::array<std::string_view, 6> kFirsts{"largest part",
                                                         "smallest part",
                                                         "part furthest to the left",
                                                         "part furthest to the right",
                                                         "part nearest to the top",
                                                         "part nearest to the bottom"};
inline constexpr std::string_view kAskNearest = "part nearest to the ";  // "... red star"
inline constexpr std::string_view kPartWord = " part";                   // "red part"
inline constexpr std::string_view kAskCount = "How many ";
inline constexpr std::string_view kAskCountEnd = " can be seen in the picture?";
inline constexpr std::string_view kAskParts = "parts";  // "How many red parts can be seen ..."
inline constexpr std::string_view kAskHues = "different colors of parts";
inline constexpr std::string_view kAskBeyond =
    "parts lie wholly ";  // "How many parts lie wholly ..."
inline constexpr std::array<std::string_view, 4> kBeyonds{"to the left of", "to the right of",
                                                          "above", "below"};
inline constexpr std::string_view kAskPlace = "Where is the ";
inline constexpr std::string_view kAskPlaceMiddle = " relative to the ";
inline constexpr std::array<std::string_view, 4> kPlaces{"To the left of it", "To the right of it",
                                                         "Above it", "Below it"};
inline constexpr std::string_view kAskQuarter = "In which quarter of the picture is the ";
inline constexpr std::array<std::string_view, 4> kQuarters{"Top left", "Top right", "Bottom left",
                                                           "Bottom right"};
inline constexpr std::string_view kAskSeen = "Which of these can be seen in the picture?";
inline constexpr std::string_view kAskUnseen = "Which of these cannot be seen in the picture?";
inline constexpr std::string_view kAskFront =
    "Some parts of this picture cover others. Which of these is not covered by any other part?";
inline constexpr std::string_view kAskSymmetry = "Which mirror symmetry does the picture have?";
inline constexpr std::array<std::string_view, 4> kSymmetries{
    "Only left and right are mirror images of each other",
    "Only top and bottom are mirror images of each other",
    "Both left and right, and top and bottom, are mirror images", "None of these"};

/// What can be asked about scattered parts.
enum class Topic {
  kColorOfFirst,
  kColorOfShape,
  kColorOfNearest,
  kShapeOfFirst,
  kShapeOfHue,
  kCountShape,
  kCountHue,
  kCountAll,
  kCountHues,
  kCountBeyond,
  kPlace,
  kQuarter,
  kSeen,
  kUnseen
};
inline constexpr std::size_t kTopics = 14;

[[nodiscard]] QuestionType type_of(Topic topic);

/// A topic with all that is settled before the scene is drawn.
struct Wish {
  Topic topic = Topic::kColorOfFirst;
  std::size_t first = 0;  // which of kFirsts or kBeyonds
  Hue hue = Hue::kRed;    // that is counted
  Shape shape = Shape::kCircle;
  CountPlan count;
};

[[nodiscard]] Wish draw_wish(Topic topic, Random& random);

/// What is asked of a scene, and the parts that must be hidden so that its text favours no option.
/// Nothing where the scene does not answer the wish beyond doubt.
[[nodiscard]] std::optional<Draft> ask(const Wish& wish, const SeenScene& scene, Random& random);

/// The looks to hide so that every option of the draft is as likely by the text of all parts.
[[nodiscard]] std::vector<Look> looks_to_hide(const Wish& wish, const Draft& draft,
                                              const std::vector<Part>& parts, Random& random);

/// "red star"
[[nodiscard]] std::string describe(Look look);

/// Whether a part may be called that: a square is a rectangle, a circle an ellipse.
[[nodiscard]] bool may_be(Shape shape, Shape name);

/// All names but those that another name of the list may also mean: a square is a rectangle.
[[nodiscard]] std::vector<std::string> other_shapes(Shape shape);
[[nodiscard]] std::vector<std::string> hue_words();
[[nodiscard]] std::string hue_word(Hue hue);
[[nodiscard]] std::string shape_word(Shape shape);

/// Hues without repetition, in an order drawn by chance.
[[nodiscard]] std::vector<Hue> draw_hues(Random& random, std::size_t count);

/// The program and its questions, if the program's picture is that of the parts drawn plainly.
[[nodiscard]] Result<std::optional<Minted>> write_scene(const std::vector<Part>& parts,
                                                        std::string category,
                                                        std::vector<Draft> drafts, Random& random);

}  // namespace papert::mint::svg
