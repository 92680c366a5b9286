// Says in one sentence what a program did wrong. The run is repeated, so that judging itself need
// not remember anything for it.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "lang/xlogo/constraints.h"

namespace papert::lang::xlogo {
namespace {

std::string with_article(std::string text) {
  const bool vowel = !text.empty() && std::string_view("aeiou").find(text[0]) != std::string::npos;
  return (vowel ? "an " : "a ") + std::move(text);
}

std::string name_text(ItemName name) {
  const bool letter = name >= ItemName::kLetterA;
  return (letter ? "letter " : "") + std::string(item_name(name));
}

/// "lemon", "red cross": the colour where it is not the usual one of the thing.
std::string item_text(const Item& item) {
  const bool usual = (item.name == ItemName::kStrawberry && item.color == Color::kRed) ||
                     (item.name == ItemName::kLemon && item.color == Color::kYellow) ||
                     (item.name >= ItemName::kLetterA && item.color == Color::kBlack);
  return (usual ? "" : std::string(color_name(item.color)) + " ") + name_text(item.name);
}

std::string literal_text(const Literal& literal) {
  const std::string text = literal.name ? with_article(name_text(*literal.name))
                                        : std::string(color_name(*literal.color));
  return (literal.negated ? "not " : "") + text;
}

bool is_plain(const Spec& spec) {
  const auto names = std::count_if(spec.begin(), spec.end(), [](const Clause& clause) {
    return !clause.empty() && clause.front().name;
  });
  return names <= 1 && std::all_of(spec.begin(), spec.end(), [](const Clause& clause) {
           return clause.size() == 1 && !clause.front().negated;
         });
}

/// "a red cross" where that says it all, else "an item that is red or blue, and not a cross".
std::string spec_text(const Spec& spec) {
  if (is_plain(spec)) {
    std::string text;
    std::string name = "item";
    for (const Clause& clause : spec) {
      const Literal& literal = clause.front();
      if (literal.name) name = name_text(*literal.name);
      if (literal.color) text += std::string(color_name(*literal.color)) + " ";
    }
    return with_article(text + name);
  }
  std::string text = "an item that is ";
  for (std::size_t i = 0; i < spec.size(); ++i) {
    if (i > 0) text += ", and ";
    for (std::size_t k = 0; k < spec[i].size(); ++k) {
      if (k > 0) text += " or ";
      text += literal_text(spec[i][k]);
    }
  }
  return text;
}

std::string crash_text(const Crash& crash, std::uint32_t line) {
  const std::string_view side = kDirectionNames[static_cast<std::size_t>(crash.moving)];
  std::string text;
  switch (crash.kind) {
    case CrashKind::kWall:
      text = fmt::format("hits the wall {} of ({},{})", side, crash.x, crash.y);
      break;
    case CrashKind::kOutOfWorld:
      text = fmt::format("leaves the grid to the {}, for ({},{}),", side, crash.x, crash.y);
      break;
    case CrashKind::kForbiddenArea:
      text = fmt::format("enters the forbidden tile ({},{})", crash.x, crash.y);
      break;
    case CrashKind::kGridNotExist:
      text = fmt::format("enters ({},{}), where there is no tile,", crash.x, crash.y);
      break;
    case CrashKind::kExceedMaxCalls:
      text = fmt::format("runs more than {} commands,", format_count(kMaxCalls));
      break;
  }
  text += fmt::format(" at command {}", format_count(crash.call));
  return line == 0 ? text : text + fmt::format(", line {}", line);
}

std::string_view color_text(std::uint8_t color_plus_one) {
  return color_name(static_cast<Color>(color_plus_one - 1));
}

/// Lines that are wrong in the same way.
struct Fault {
  std::size_t count = 0;
  std::size_t first = 0;
  void add(std::size_t edge) {
    if (count++ == 0) first = edge;
  }
  [[nodiscard]] std::string more() const {
    return count == 1 ? std::string() : fmt::format(" and {} more", count - 1);
  }
};

std::string edge_text(std::size_t edge, int width) {
  const int cell = static_cast<int>(edge / 2);
  const int x = cell % width;
  const int y = cell / width;
  const int down = static_cast<int>(edge % 2);
  return fmt::format("from ({},{}) to ({},{})", x, y, x + 1 - down, y + down);
}

}  // namespace

std::string GridRun::explain_picture() const {
  Fault missing;
  Fault extra;
  Fault recoloured;
  for (std::size_t edge = 0; edge < wanted_.size(); ++edge) {
    if (wanted_[edge] == drawn_[edge]) continue;
    (drawn_[edge] == 0 ? missing : wanted_[edge] == 0 ? extra : recoloured).add(edge);
  }
  const auto place = [&](const Fault& fault) {
    return edge_text(fault.first, world_.width) + fault.more();
  };
  std::string text;
  const auto say = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  if (missing.count > 0) {
    say(fmt::format("misses the {} line {}", color_text(wanted_[missing.first]), place(missing)));
  }
  if (extra.count > 0) {
    say(fmt::format("draws a {} line {} where none belongs", color_text(drawn_[extra.first]),
                    place(extra)));
  }
  if (recoloured.count > 0) {
    say(fmt::format("draws the line {} in {} instead of {}", place(recoloured),
                    color_text(drawn_[recoloured.first]), color_text(wanted_[recoloured.first])));
  }
  return text;
}

std::string GridRun::explain_forbidden() const {
  for (const std::uint16_t cell : visited_cells_) {
    if ((marks_[cell] & kForbidden) == 0) continue;
    const int x = cell % world_.width;
    const int y = cell / world_.width;
    return fmt::format("visits the {} at ({},{})", item_text(*world_.item_at(x, y)), x, y);
  }
  return {};
}

std::string GridRun::explain_sequence() const {
  const std::vector<Spec>& specs = decisive_->specs;
  if (seen_twice_) {
    return fmt::format("visits {} more than once, part {} of the order",
                       spec_text(specs[*seen_twice_]), *seen_twice_ + 1);
  }
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (sequence_seen_[i] == 0) {
      return fmt::format("never reaches {}, part {} of the order", spec_text(specs[i]), i + 1);
    }
  }
  for (std::size_t i = 1; i < specs.size(); ++i) {
    if (sequence_seen_[i] <= sequence_seen_[i - 1]) {
      return fmt::format("does not visit {} before {}", spec_text(specs[i - 1]),
                         spec_text(specs[i]));
    }
  }
  return {};
}

std::string GridRun::explain_decisive() const {
  const Objective& objective = *decisive_;
  if (objective.kind == ObjectiveKind::kConcat) return explain_sequence();
  std::int64_t sum = 0;
  bool matched = false;
  for (const std::uint16_t cell : visited_cells_) {
    matched = matched || (marks_[cell] & kMatch) != 0;
    sum += counts_[cell];
  }
  if (objective.kind == ObjectiveKind::kSum) {
    return fmt::format("collects {}, needs {}", sum, objective.total);
  }
  if (!matched) return "never reaches " + spec_text(objective.specs.front());
  for (std::size_t cell = 0; cell < marks_.size(); ++cell) {
    const bool match = (marks_[cell] & kMatch) != 0;
    const bool fault = objective.kind == ObjectiveKind::kCollectAll
                           ? match && visited_[cell] == 0
                           : marks_[cell] != 0 && !match && visited_[cell] != 0;
    if (!fault) continue;
    const int x = static_cast<int>(cell) % world_.width;
    const int y = static_cast<int>(cell) / world_.width;
    return fmt::format("{} the {} at ({},{})",
                       objective.kind == ObjectiveKind::kCollectAll ? "misses" : "also visits",
                       item_text(*world_.item_at(x, y)), x, y);
  }
  return {};
}

std::string GridRun::explain_goal() const {
  if (draws_) return explain_picture();
  if (options_.strict_reference && unknown_item_) {
    return "the world has an item that the reference does not know";
  }
  std::string text = explain_forbidden();
  return text.empty() ? explain_decisive() : text;
}

std::string GridRun::explain(const Program& program, const Judgement& judgement) {
  if (judgement.crash) {
    const std::uint32_t block = judgement.crash->block;
    return crash_text(*judgement.crash,
                      block < program.blocks.size() ? program.blocks[block].line : 0);
  }
  if (judgement.raises) return "the reference emulator fails on this task or program";
  if (judgement.success()) return "succeeds";
  std::string text;
  if (!judgement.goal.value_or(false)) {
    static_cast<void>(execute(program));
    text = explain_goal();
  }
  if (!judgement.constraints.value_or(false)) {
    std::string why;
    static_cast<void>(
        check_constraints(constraints_, program, facts(program).count, options_, &why));
    text += (text.empty() ? "" : "; ") + why;
  }
  return text;
}

std::string GridRun::explain(const v2::Program& program, const v2::Constraints& constraints,
                             const Judgement& judgement) {
  if (judgement.crash) {
    return crash_text(*judgement.crash, v2::line_of(program, judgement.crash->block));
  }
  if (judgement.success()) return "succeeds";
  std::string text;
  if (!judgement.goal.value_or(false)) {
    static_cast<void>(execute(program));
    text = explain_goal();
  }
  std::string why;
  if (!v2::keeps(constraints, program, &why)) text += (text.empty() ? "" : "; ") + why;
  return text;
}

}  // namespace papert::lang::xlogo
