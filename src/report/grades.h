// Grades of turtle programs: a CSV table and a self-contained page.
#pragma once

#include <string>
#include <vector>

#include "scene/scene.h"

namespace papert::report {

struct Grade {
  std::string name;  // of the program's file
  bool passed = false;
  double similarity = 0;  // 1: the same drawing
  std::string status;     // how the program ended: "ok", "exception", ...
  int line = 0;           // of the program, where it failed
  std::string reason;     // one sentence
  scene::Scene drawing;
};

/// file,passed,similarity,status,line,reason with quoting as RFC 4180 wants. A cell that a
/// spreadsheet would take for a formula is prefixed by an apostrophe.
[[nodiscard]] std::string grades_csv(const std::vector<Grade>& grades);

/// The reference, then every program with its drawing (both canonical) and the reason.
[[nodiscard]] std::string grades_html(const std::string& reference_name,
                                      const scene::Scene& reference,
                                      const std::vector<Grade>& grades);

}  // namespace papert::report
