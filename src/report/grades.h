// Grades of turtle programs: a CSV table and a self-contained page.
#pragma once

#include <string>
#include <vector>

#include "raster/image.h"
#include "scene/scene.h"
#include "score/compare_drawings.h"

namespace papert::report {

struct Grade {
  std::string name;  // of the program's file
  bool passed = false;
  bool pixel_passed = false;    // by the published rule
  bool draws = false;           // the drawing passes by the chosen rule, whatever is required
  std::size_t parts_there = 0;  // of the reference's parts
  std::size_t parts = 0;
  double similarity = 0;  // 1: the same drawing
  std::string status;     // how the program ended: "ok", "exception", ...
  int line = 0;           // of the program, where it failed
  std::string hint;       // what a beginner most likely did wrong, if anything comes to mind
  std::string reason;     // one sentence, however long
  std::vector<std::string> unmet;  // what is required of the program and is not so
  std::string code;
  scene::Scene drawing;
  raster::Image difference;  // empty for a program that did not run
};

inline constexpr std::size_t kLongestReason = 120;  // characters of the short one

/// The hint if there is one, else what is not met by a program that draws the reference, else the
/// reason, up to its last whole part that fits: at most kLongestReason characters.
[[nodiscard]] std::string short_reason(const Grade& grade);

enum class RequirementColumn { kNone, kUnmet };

/// file,passed,pixel,parts,similarity,status,line,reason with quoting as RFC 4180 wants; the reason
/// is the short one. A cell that a spreadsheet would take for a formula or a date is prefixed by an
/// apostrophe. Where something is required, a column "unmet" stands before the reason.
[[nodiscard]] std::string grades_csv(const std::vector<Grade>& grades,
                                     RequirementColumn column = RequirementColumn::kNone);

struct GradesPage {
  std::string reference_name;
  scene::Scene reference;
  std::size_t parts = 0;    // of the reference
  bool with_texts = false;  // the reference has texts: they count
  std::string rule;         // "faithful" or "pixel"
  score::Keep keep;         // what counts beside the drawing
  std::vector<std::string> required;
};

/// The reference once, a table of all programs that can be sorted, then every program with its
/// drawing, the difference, the reason and its code.
[[nodiscard]] std::string grades_html(const GradesPage& page, const std::vector<Grade>& grades);

}  // namespace papert::report
