// The programs that a generation begins with, and the drawings that must not come out of it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "datagen/turtle/drawer.h"
#include "datagen/turtle/ink.h"
#include "datagen/turtle/programs.h"

namespace papert::datagen {

/// A program before it was run.
struct NamedProgram {
  std::string name;
  std::string code;
};

/// "builtin": the ten programs that are part of Papert. Else a folder: the tasks of a turtleai data
/// folder, the items of a turtlebench one, or every file *.py, in the order of their names.
[[nodiscard]] Result<std::vector<NamedProgram>> read_programs(const std::string& source);

/// A program that can be a seed.
struct SeedProgram {
  std::string id;
  std::string drawing;  // its key
  std::string code;
};

struct Seeds {
  std::vector<SeedProgram> programs;  // in the order given
  std::vector<Error> problems;        // programs that cannot be used; the others are
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
