// Fresh SVG scenes with questions whose answers follow from the scene.
//
//     scattered   parts side by side, some covering others, some out of sight: colours, counts,
//                 shapes, places
//     pile        parts that cover each other in turn: what lies in front, what at the back
//     mirrored    a pattern with one, two or no axes of symmetry
//     figure      a thing made of parts that have names: what it is, the colour, number and shape
//                 of its parts
//
// A scene is drawn anew (from the same generator) until it is clear (scene_view.h), and a question
// is asked only where the answer is beyond doubt: the largest part is larger by a third than the
// next, the left-most one stands out, a part is named by a colour or shape that no other has.
#pragma once

#include <string>

#include "suite/sgp/mint_draft.h"
#include "suite/sgp/scene_parts.h"
#include "suite/sgp/scene_view.h"

namespace papert::sgp {

/// A scene of any family with at least one question.
[[nodiscard]] Result<Minted> mint_scene(Random& random);

/// What has been found out about a scene.
struct SeenScene {
  std::vector<Part> parts;
  std::vector<PartView> views;
};

/// Categories of scenes that pixels can tell something about.
inline constexpr std::array<std::string_view, 3> kFlatCategories{"scattered", "pile", "mirrored"};

// The wording of questions that pixels can decide, shared with who answers from the picture.
inline constexpr std::string_view kAskLargest = "What is the color of the largest part?";
inline constexpr std::string_view kAskExtreme = "What is the color of the part that is ";
inline constexpr std::array<std::string_view, 4> kExtremes{
    "furthest to the left?", "furthest to the right?", "nearest to the top?",
    "nearest to the bottom?"};
inline constexpr std::string_view kAskCount = "How many ";
inline constexpr std::string_view kAskCountEnd = " can be seen in the picture?";
inline constexpr std::string_view kAskParts = "parts";  // "How many red parts can be seen ..."
inline constexpr std::string_view kAskShape = "What is the shape of the ";
inline constexpr std::string_view kAskShapeEnd = " part?";
inline constexpr std::string_view kAskColor = "What is the color of the ";
inline constexpr std::string_view kAskPlace = "Where is the ";
inline constexpr std::string_view kAskPlaceMiddle = " relative to the ";
inline constexpr std::array<std::string_view, 4> kPlaces{"To the left of it", "To the right of it",
                                                         "Above it", "Below it"};
inline constexpr std::string_view kAskFront =
    "The parts of this picture cover each other. Which of these lies in front, covered by none?";
inline constexpr std::string_view kAskSymmetry = "Which mirror symmetry does the picture have?";
inline constexpr std::array<std::string_view, 4> kSymmetries{
    "Only left and right are mirror images of each other",
    "Only top and bottom are mirror images of each other",
    "Both left and right, and top and bottom, are mirror images", "None of these"};

/// Of scattered parts: every question whose answer is beyond doubt.
[[nodiscard]] std::vector<Draft> ask_about(const SeenScene& scene, Random& random);

/// "red star"
[[nodiscard]] std::string describe(const Part& part);

/// All names but those that another name of the list may also mean: a square is a rectangle.
[[nodiscard]] std::vector<std::string> other_shapes(Shape shape);
[[nodiscard]] std::vector<std::string> hue_words();

/// Hues without repetition, in an order drawn by chance.
[[nodiscard]] std::vector<Hue> draw_hues(Random& random, std::size_t count);

}  // namespace papert::sgp
