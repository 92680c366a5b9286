// How an operator goes about it: it lists what it could do, and the first change that runs, stays
// within bounds and can be seen is the result. Private to this folder.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "datagen/turtle/operators.h"
#include "datagen/turtle/tree.h"

namespace papert::datagen::detail {

inline constexpr std::size_t kMostLines = 60;
inline constexpr int kDeepestLoops = 4;
inline constexpr double kHalfWindow = 395;

struct Operation {
  const Parent& parent;
  const ChangeSettings& settings;
  Random& random;

  /// The setting of that place, else nothing.
  [[nodiscard]] std::optional<double> given(std::size_t place) const {
    if (place >= settings.numbers.size()) return std::nullopt;
    return settings.numbers[place];
  }
};

/// Changes a copy of the program; false where it does not apply.
using Attempt = std::function<bool(Program&)>;

/// The first of at most `most` attempts, in random order, that gives a good program. A drawing that
/// only leaves the window is brought back to its middle.
[[nodiscard]] std::optional<Program> first_good(const Operation& operation,
                                                std::vector<Attempt> attempts,
                                                std::size_t most = 8);

/// Puts penup, goto, pendown in front of what draw() does.
void move_start(Program& program, std::size_t draw, const scene::Point& to);
/// The program without these three lines, where they stand in front with numbers.
[[nodiscard]] Program without_start(Program program);

/// The name of the turtle in the function of that block.
[[nodiscard]] std::string turtle_at(const Program& program, const BlockPath& path);

/// Moves the statements of a site out of a program.
[[nodiscard]] Statements cut(Program& program, const Site& site);
void paste(Program& program, const Site& site, Statements statements);
/// A heading that is set at the beginning becomes a turn, so that a copy can be turned.
void free_heading(Statements& statements);
/// Whether what follows the site depends on where the turtle is.
[[nodiscard]] bool is_last(const Program& program, const Site& site, std::size_t draw);

using Operator = std::optional<Program> (*)(const Operation&);
std::optional<Program> change_sides(const Operation& operation);
std::optional<Program> rotate(const Operation& operation);
std::optional<Program> move(const Operation& operation);
std::optional<Program> scale(const Operation& operation);
std::optional<Program> make_spiral(const Operation& operation);
std::optional<Program> change_edge(const Operation& operation);
std::optional<Program> change_fill(const Operation& operation);
std::optional<Program> combine(const Operation& operation);
std::optional<Program> swap_shapes(const Operation& operation);
std::optional<Program> drop(const Operation& operation);
std::optional<Program> mirror(const Operation& operation);
std::optional<Program> jitter(const Operation& operation);
std::optional<Program> simplify(const Operation& operation);

/// A count and the numbers that go with it: the 5 of range(5) and of 360 / 5.
struct CountLink {
  std::vector<Expression*> counts;  // all of them become the new count
  Expression* turn = nullptr;       // else the last turn of a round, a plain number of degrees
  double sum = 0;                   // of the turns of a round, where `turn` is given
  int count = 0;
};
[[nodiscard]] std::vector<CountLink> count_links(Program& program);

/// What the string of a colour paints.
enum class PaintRole { kEdge, kFill };
struct ColourSite {
  Expression* text = nullptr;
  PaintRole role = PaintRole::kEdge;
};
[[nodiscard]] std::vector<ColourSite> colour_sites(Program& program);

/// Left and right exchanged; nothing where a place is not given by two numbers.
[[nodiscard]] std::optional<Program> mirrored(Program program);

}  // namespace papert::datagen::detail
