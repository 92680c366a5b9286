#include "analysis/label_kinds.h"

#include <algorithm>
#include <array>

#include "base/nearest.h"

namespace papert::analysis {
namespace {

constexpr std::array kTurtleFailures{
    LabelChoice{"visual_understanding", "Visual understanding",
                "What was seen is another figure than the one shown."},
    LabelChoice{"decomposition", "Decomposition",
                "The basic shape or how it repeats was not found, or there is no plan that could "
                "work."},
    LabelChoice{"spatial_reasoning", "Spatial reasoning",
                "The right parts at wrong places, distances, angles or sizes relative to each "
                "other."},
    LabelChoice{"programming", "Programming",
                "The idea is right; the code does something else, or fails."},
    LabelChoice{"visual_precision", "Visual precision",
                "The idea and the code are right; a length, angle or place is slightly off."},
    LabelChoice{"repetition", "Repetition", "The same code or text over and over."},
    LabelChoice{"evaluation_error", "Evaluation error",
                "The drawing is right, and the rule that compared it is not."}};

constexpr std::array kBenchFailures{
    LabelChoice{"shape", "Shape identification", "A part was taken for another shape."},
    LabelChoice{"counting", "Counting", "A wrong number of parts or repetitions."},
    LabelChoice{"orientation", "Orientation",
                "The parts are right; how they lie to each other is not."},
    LabelChoice{"implementation", "Implementation",
                "The code does not do what the reply says it wants to do."}};

constexpr std::array kBenchFailureShares{
    PublishedShare{"GPT-4o", "shape", 25}, PublishedShare{"GPT-4o", "counting", 35},
    PublishedShare{"GPT-4o", "orientation", 21}, PublishedShare{"GPT-4o", "implementation", 45}};

constexpr std::array kGridFailures{
    LabelChoice{"repetition", "Repetition", "The same code or text over and over."},
    LabelChoice{"format", "Format", "Not a program in the form that was asked for."},
    LabelChoice{"goal", "Goal", "The goal was misread, or fallen for a trap in it."},
    LabelChoice{"code_constraints", "Code constraints",
                "What the task says about commands or their number was not kept."},
    LabelChoice{"grid_constraints", "Grid constraints",
                "Walls, forbidden tiles or the edge of the grid were ignored."},
    LabelChoice{"spatial_reasoning", "Spatial reasoning",
                "Turns, directions or distances were worked out wrongly."},
    LabelChoice{"hallucination", "Hallucination", "Things, tiles or commands that are not there."}};

constexpr std::array kGridFailureShares{PublishedShare{"GPT-4V", "repetition", 0},
                                        PublishedShare{"GPT-4V", "format", 3.5},
                                        PublishedShare{"GPT-4V", "goal", 11.8},
                                        PublishedShare{"GPT-4V", "code_constraints", 7.1},
                                        PublishedShare{"GPT-4V", "grid_constraints", 11.8},
                                        PublishedShare{"GPT-4V", "spatial_reasoning", 42.4},
                                        PublishedShare{"GPT-4V", "hallucination", 3.5},
                                        PublishedShare{"Llama3-70B", "repetition", 34.1},
                                        PublishedShare{"Llama3-70B", "format", 1.2},
                                        PublishedShare{"Llama3-70B", "goal", 5.9},
                                        PublishedShare{"Llama3-70B", "code_constraints", 3.5},
                                        PublishedShare{"Llama3-70B", "grid_constraints", 8.2},
                                        PublishedShare{"Llama3-70B", "spatial_reasoning", 44.7},
                                        PublishedShare{"Llama3-70B", "hallucination", 0}};

constexpr std::array kSame{
    LabelChoice{"same", "Same",
                "A careful person would call both the same drawing. Place and size on the sheet do "
                "not count."},
    LabelChoice{"different", "Different", "Something that belongs to the drawing differs."}};

constexpr std::array kMarks{LabelChoice{"0", "0", "Bad."}, LabelChoice{"0.5", "0.5", "Passable."},
                            LabelChoice{"1", "1", "Good."}};

constexpr std::array kGoodOrBad{LabelChoice{"good", "Good", ""}, LabelChoice{"bad", "Bad", ""}};

constexpr std::array kCategories{
    LabelChoice{"basic geometry", "Basic geometry", "Plain figures, one or a few."},
    LabelChoice{"rotation", "Rotation", "One part, turned again and again about a point."},
    LabelChoice{"translation", "Translation", "One part, moved again and again."},
    LabelChoice{"scaling", "Scaling", "One part in growing or shrinking sizes."},
    LabelChoice{"spiral", "Spiral", "A line that winds outwards or inwards."},
    LabelChoice{"composite", "Composite", "Different parts that make a whole."}};
constexpr std::array kDifficulties{
    LabelChoice{"easy", "Easy", "A beginner sees the program at once."},
    LabelChoice{"medium", "Medium", "It takes a plan and a loop or two."},
    LabelChoice{"hard", "Hard", "It takes calculation, or several loops within each other."}};

constexpr std::array kFaults{
    LabelChoice{"ok", "OK", "Picture, question, options and key are as they should be."},
    LabelChoice{"answer", "Key", "The option given as right is not, or is not the only right one."},
    LabelChoice{"options", "Options", "Options that are equal, absurd or give the answer away."},
    LabelChoice{"question", "Question", "Not clear, not correct English, or not answerable."},
    LabelChoice{"picture", "Picture", "Blank, damaged or not what the question is about."}};

constexpr std::array kVerdicts{
    LabelChoice{"right", "Right", "The reply does what the task asks for."},
    LabelChoice{"wrong", "Wrong", "It does not."}};

constexpr std::array kTweaks{
    LabelChoice{"deletion", "Deletion", "Something of the shape is taken away."},
    LabelChoice{"insertion", "Insertion", "Something is added to it."},
    LabelChoice{"rotation", "Rotation", "It, or a part of it, is turned."},
    LabelChoice{"reflection", "Reflection", "It, or a part of it, is mirrored."},
    LabelChoice{"generalisation", "Generalisation",
                "What makes it up goes on: other numbers of sides, parts or sizes."}};

constexpr std::array kTurtleFailure{LabelField{"type", "Weightiest cause", kTurtleFailures}};
constexpr std::array kBenchFailure{LabelField{"causes", "Causes", kBenchFailures, true}};
constexpr std::array kGridFailure{LabelField{"type", "Weightiest cause", kGridFailures}};
constexpr std::array kSameField{LabelField{"same", "The two drawings are", kSame}};
constexpr std::array kGridQuality{LabelField{"visual_appeal", "Visual appeal", kMarks},
                                  LabelField{"grid_elements", "Use of grid elements", kMarks},
                                  LabelField{"code_quality", "Quality of the code", kMarks}};
constexpr std::array kTurtleQuality{
    LabelField{"geometry", "Geometry: exact and symmetric", kGoodOrBad},
    LabelField{"visual", "Look: clear, simple, pleasing", kGoodOrBad},
    LabelField{"structure", "Structure: one idea", kGoodOrBad},
    LabelField{"alignment", "Alignment: parts where they belong", kGoodOrBad},
    LabelField{"education", "Education: a pupil learns from it and can do it", kGoodOrBad},
    LabelField{"color", "Colour: black only, or few with a purpose", kGoodOrBad}};
constexpr std::array kCategory{LabelField{"category", "Category", kCategories},
                               LabelField{"difficulty", "Difficulty", kDifficulties}};
constexpr std::array kAnswer{LabelField{"answer", "Answer", {}}};
constexpr std::array kInspection{LabelField{"faults", "What is wrong", kFaults, true}};
constexpr std::array kVerdict{LabelField{"verdict", "The reply is", kVerdicts}};
constexpr std::array kTweak{LabelField{"kinds", "Kinds of change", kTweaks, true}};

constexpr std::array kKinds{
    LabelKind{"failure/turtleai",
              "turtleai",
              "Why did the drawing fail?",
              "Choose the one cause that weighs most.",
              LabelForm::kLabels,
              LabelSource::kFailures,
              kTurtleFailure,
              {},
              "Published: by tuning, programming errors fell from 30.4 to 6.9 %."},
    LabelKind{"failure/turtlebench", "turtlebench", "Why did the drawing fail?",
              "Choose all causes that apply.", LabelForm::kLabels, LabelSource::kFailures,
              kBenchFailure, kBenchFailureShares,
              "Published: 64 % of the failures of GPT-4o have a cause in what was seen."},
    LabelKind{"failure/xlogo", "xlogo", "Why did the program fail?",
              "Choose the one cause that weighs most.", LabelForm::kLabels, LabelSource::kFailures,
              kGridFailure, kGridFailureShares,
              "Published shares are of all tasks: GPT-4V solved 20.0 %, Llama3-70B 2.4 %."},
    LabelKind{
        "same",
        "",
        "Same or different?",
        "Do both pictures show the same drawing?",
        LabelForm::kSame,
        LabelSource::kDrawings,
        kSameField,
        {},
        "Published: of 823 pairs people and the pixel rule both called 74 the same, people "
        "alone 5, the rule alone 2, neither 742 (F1 0.955); the embedding rule 69, 10, 6, 738 "
        "(F1 0.896). Of 2,000 pairs of TurtleBench its rule erred in 3."},
    LabelKind{
        "quality/xlogo",
        "xlogo",
        "How good is the task?",
        "Give each of the three a mark; the lowest is the overall mark.",
        LabelForm::kScores,
        LabelSource::kTasks,
        kGridQuality,
        {},
        "Published means of visual appeal, grid elements, code quality, overall: real tasks 1, "
        "1, 1, 1; SIM-EVAL (5 % of it) 0.97, 0.94, 0.89, 0.84."},
    LabelKind{"quality/turtleai",
              "turtleai",
              "Is the drawing good enough?",
              "Six times good or bad; a drawing is kept if all six are good.",
              LabelForm::kScores,
              LabelSource::kTasks,
              kTurtleQuality,
              {},
              "Published: 619 of 8,214 drawings (7.5 %) were good six times."},
    LabelKind{"category/turtleai",
              "turtleai",
              "What kind of drawing is it?",
              "Choose a category and a difficulty.",
              LabelForm::kLabels,
              LabelSource::kTasks,
              kCategory,
              {},
              ""},
    LabelKind{"answer/sgp",
              "sgp",
              "Answer the question about the picture",
              "Choose the option that is right.",
              LabelForm::kAnswer,
              LabelSource::kTasks,
              kAnswer,
              {},
              "Published: 55 people, Fleiss' kappa 0.7 to 0.85 in a batch of 50, the most common "
              "answer is the key in 450 of 500."},
    LabelKind{"inspect/sgp",
              "sgp",
              "Is the question in order?",
              "Say OK, or what is wrong; a corrected text may be given.",
              LabelForm::kLabels,
              LabelSource::kTasks,
              kInspection,
              {},
              ""},
    LabelKind{"verdict/SUITE",
              "",
              "Right or wrong?",
              "Does the reply do what the task asks for?",
              LabelForm::kLabels,
              LabelSource::kSamples,
              kVerdict,
              {},
              ""},
    LabelKind{"tweak/turtlebench",
              "turtlebench",
              "What does the change do?",
              "Choose all kinds that apply.",
              LabelForm::kLabels,
              LabelSource::kTasks,
              kTweak,
              {},
              "Published: about one change in ten has two kinds."}};

}  // namespace

const LabelChoice* LabelField::find(std::string_view value) const {
  const auto found = std::find_if(choices.begin(), choices.end(),
                                  [&](const LabelChoice& each) { return each.value == value; });
  return found == choices.end() ? nullptr : &*found;
}

std::span<const LabelKind> label_kinds() { return kKinds; }

std::string label_kind_names() {
  std::string names;
  for (const LabelKind& kind : kKinds) {
    names += (names.empty() ? "" : ", ") + std::string(kind.name);
  }
  return names;
}

Result<const LabelKind*> find_label_kind(std::string_view name) {
  std::vector<std::string_view> names;
  names.reserve(kKinds.size());
  for (const LabelKind& kind : kKinds) {
    const bool verdict = kind.name.starts_with(kVerdictPrefix) &&
                         name.starts_with(kVerdictPrefix) && name.size() > kVerdictPrefix.size();
    if (kind.name == name || verdict) return &kind;
    names.push_back(kind.name);
  }
  const auto meant = nearest(name, names);
  return fail(ErrorCode::kUsage,
              "'" + std::string(name) + "' is not a kind of label" +
                  (meant ? "; did you mean '" + std::string(*meant) + "'?" : ".") +
                  " There are: " + label_kind_names());
}

}  // namespace papert::analysis
