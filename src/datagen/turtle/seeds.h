// The programs that a generation begins with, and the drawings that must not come out of it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "datagen/stage_file.h"
#include "datagen/turtle/drawer.h"
#include "datagen/turtle/ink.h"
#include "datagen/turtle/plan.h"

namespace papert::datagen {

/// A program of a generation.
struct Parent {
  std::string id;       // the first 16 digits of `drawing`
  std::string drawing;  // its key
  ProgramText code;
};

/// The id of a drawing.
[[nodiscard]] inline std::string drawing_id(const std::string& drawing) {
  return drawing.substr(0, 16);
}

/// The id of a candidate whose drawing others may have as well: where nobody looks for duplicates,
/// its key tells it from them.
[[nodiscard]] inline std::string program_id(const TurtleSettings& settings,
                                            const std::string& drawing, const CandidateKey& key) {
  return settings.exact ? drawing_id(drawing) : drawing_id(drawing) + "-" + key.text();
}

/// A program before it was run.
struct NamedProgram {
  std::string name;
  std::string code;
};

/// "builtin": the ten programs that are part of Papert. Else a folder: the tasks of a turtleai data
/// folder, the items of a turtlebench one, or every file *.py, in the order of their names.
[[nodiscard]] Result<std::vector<NamedProgram>> read_programs(const std::string& source);

struct Seeds {
  std::vector<Parent> programs;  // in the order given
  std::vector<Error> problems;   // programs that cannot be used; the others are
  std::vector<std::string> notes;
};

/// Runs them. One that draws the same as an earlier one is left out with a note. kBadData where
/// none is left.
[[nodiscard]] Result<Seeds> run_seeds(Drawer& drawer, const std::vector<NamedProgram>& programs);

/// Drawings of evaluation sets. Any thread.
class ExcludedDrawings {
 public:
  explicit ExcludedDrawings(InkSheets sheets) : sheets_(std::move(sheets)) {}

  /// The drawings of a turtleai data folder.
  [[nodiscard]] Result<void> add(Drawer& drawer, const std::string& folder);

  /// Whether a drawing is one of them, by its key or by the pixel rule.
  [[nodiscard]] Result<bool> has(const std::string& drawing, const scene::Scene& scene) const;

  [[nodiscard]] std::size_t size() const { return keys_.size(); }

  /// A hash of all of them.
  [[nodiscard]] std::string hash() const;

 private:
  InkSheets sheets_;
  std::vector<std::string> keys_;  // sorted
  std::vector<InkFacts> facts_;
};

}  // namespace papert::datagen
