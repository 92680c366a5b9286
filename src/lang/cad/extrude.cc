// The reader and the writer of the grid notation; extrude_recipe.cc says what it means.

#include "lang/cad/extrude.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

#include "lang/cad/call_text.h"

namespace papert::lang::cad {
namespace {

using detail::Call;
using detail::quote;

constexpr std::array<std::pair<std::string_view, Operation>, 4> kOperations{
    {{"Newbody", Operation::kNewBody},
     {"Join", Operation::kJoin},
     {"Cut", Operation::kCut},
     {"Intersect", Operation::kIntersect}}};
constexpr std::array<std::pair<std::string_view, Extent>, 3> kExtents{
    {{"One-sided", Extent::kOneSided},
     {"Symmetric", Extent::kSymmetric},
     {"Two-sided", Extent::kTwoSided}}};
constexpr std::size_t kExtNumbers = 9;

template <class Choice, std::size_t N>
std::optional<Choice> choose(const std::array<std::pair<std::string_view, Choice>, N>& table,
                             std::string_view text) {
  for (const auto& [name, choice] : table) {
    if (detail::plain_word(name) == detail::plain_word(text)) return choice;
  }
  return std::nullopt;
}

template <class Choice, std::size_t N>
std::string_view name_of(const std::array<std::pair<std::string_view, Choice>, N>& table,
                         Choice choice) {
  return table[static_cast<std::size_t>(choice)].first;
}

Result<void> check_count(const Call& call, std::size_t count) {
  if (call.arguments.size() == count) return {};
  return fail(
      ErrorCode::kBadData,
      fmt::format("{} has {} fields, not {}", quote(call.name), call.arguments.size(), count),
      call.where());
}

/// Argument `index` as a whole number from `low` to `high`.
Result<int> level(const Call& call, std::size_t index, int low = 0, int high = kGridLevels - 1) {
  const detail::Value& value = call.arguments[index];
  const auto number =
      value.is_list || !value.name.empty() ? std::nullopt : detail::to_whole(value.text);
  if (!number || *number < low || *number > high) {
    return fail(ErrorCode::kBadData,
                fmt::format("field {} of {} is {}; it must be a whole number from {} to {}",
                            index + 1, quote(call.name), quote(value.text), low, high),
                call.where());
  }
  return static_cast<int>(*number);
}

class Parser {
 public:
  explicit Parser(const ExtrudeLimits& limits) : limits_(limits) {}

  Result<ExtrudeProgram> run(std::string_view text) {
    detail::CallReader reader(text);
    while (const auto call = TRY(reader.next())) {
      if (call->number > limits_.max_commands) return too_many("commands", limits_.max_commands);
      if (ended_) {
        return fail(ErrorCode::kBadData, quote(call->name) + " after EOS", call->where());
      }
      TRY(command(*call));
    }
    if (!ended_) return fail(ErrorCode::kBadData, "the program ends without EOS");
    return std::move(program_);
  }

 private:
  static tl::unexpected<Error> too_many(std::string_view what, std::size_t limit) {
    return fail(ErrorCode::kLimit, fmt::format("more than {} {}", limit, what));
  }

  Result<void> command(const Call& call) {
    if (call.name == "SOL") return start_loop(call);
    if (call.name == "EOS") return end(call);
    if (call.name == "Ext") return extrude(call);
    if (call.name == "Line" || call.name == "Arc" || call.name == "Circle") return curve(call);
    return fail(ErrorCode::kBadData,
                quote(call.name) + " is not one of SOL, Line, Arc, Circle, Ext, EOS", call.where());
  }

  Result<void> start_loop(const Call& call) {
    TRY(check_count(call, 0));
    TRY(finish_loop(call));
    if (step_.loops.size() == limits_.max_loops) {
      return too_many("loops in a profile", limits_.max_loops);
    }
    step_.loops.emplace_back();
    return {};
  }

  Result<void> finish_loop(const Call& call) const {
    if (step_.loops.empty() || !step_.loops.back().empty()) return {};
    return fail(ErrorCode::kBadData, "a loop without curves before " + quote(call.name),
                call.where());
  }

  Result<void> curve(const Call& call) {
    if (step_.loops.empty()) {
      return fail(ErrorCode::kBadData, quote(call.name) + " without SOL before it", call.where());
    }
    GridLoop& loop = step_.loops.back();
    if (loop.size() == limits_.max_curves) return too_many("curves in a loop", limits_.max_curves);
    const bool circle = call.name == "Circle";
    if (!loop.empty() && (circle || std::holds_alternative<GridCircle>(loop.front()))) {
      return fail(ErrorCode::kBadData, "a circle shares its loop with another curve", call.where());
    }
    loop.push_back(TRY(read_curve(call)));
    return {};
  }

  static Result<GridCurve> read_curve(const Call& call) {
    const bool line = call.name == "Line";
    const bool circle = call.name == "Circle";
    TRY(check_count(call, line ? 2 : circle ? 3 : 4));
    const int x = TRY(level(call, 0));
    const int y = TRY(level(call, 1));
    if (line) return GridLine{x, y};
    if (circle) {
      const int radius = TRY(level(call, 2, 1));
      return GridCircle{x, y, radius};
    }
    const int sweep = TRY(level(call, 2));
    const int turn = TRY(level(call, 3, 0, 1));
    return GridArc{x, y, sweep, turn == 1};
  }

  Result<void> extrude(const Call& call) {
    TRY(check_count(call, kExtNumbers + 2));
    if (step_.loops.empty()) {
      return fail(ErrorCode::kBadData, "Ext without a profile before it", call.where());
    }
    TRY(finish_loop(call));
    if (program_.steps.size() == limits_.max_extrusions) {
      return too_many("extrusions", limits_.max_extrusions);
    }
    const std::array<int*, kExtNumbers> fields{&step_.theta, &step_.phi, &step_.gamma,
                                               &step_.px,    &step_.py,  &step_.pz,
                                               &step_.scale, &step_.e1,  &step_.e2};
    for (std::size_t i = 0; i < kExtNumbers; ++i) *fields[i] = TRY(level(call, i));
    const auto operation = choose(kOperations, call.arguments[kExtNumbers].text);
    const auto extent = choose(kExtents, call.arguments[kExtNumbers + 1].text);
    if (!operation || !extent) {
      const std::string& text = call.arguments[kExtNumbers + (operation ? 1U : 0U)].text;
      return fail(ErrorCode::kBadData,
                  quote(text) + (operation ? " is not One-sided, Symmetric or Two-sided"
                                           : " is not Newbody, Join, Cut or Intersect"),
                  call.where());
    }
    step_.operation = *operation;
    step_.extent = *extent;
    step_.place.text = call.where();
    program_.steps.push_back(std::exchange(step_, {}));
    return {};
  }

  Result<void> end(const Call& call) {
    TRY(check_count(call, 0));
    if (!step_.loops.empty()) {
      return fail(ErrorCode::kBadData, "a profile that is never extruded before EOS", call.where());
    }
    if (program_.steps.empty()) {
      return fail(ErrorCode::kBadData, "a program without an extrusion", call.where());
    }
    ended_ = true;
    return {};
  }

  ExtrudeLimits limits_;
  ExtrudeProgram program_;
  ExtrudeStep step_;
  bool ended_ = false;
};

std::string to_text(const GridCurve& curve) {
  if (const auto* line = std::get_if<GridLine>(&curve)) {
    return fmt::format("Line:({},{}); ", line->x, line->y);
  }
  if (const auto* circle = std::get_if<GridCircle>(&curve)) {
    return fmt::format("Circle:({},{},{}); ", circle->x, circle->y, circle->radius);
  }
  const auto& arc = std::get<GridArc>(curve);
  return fmt::format("Arc:({},{},{},{}); ", arc.x, arc.y, arc.sweep, arc.counter_clockwise ? 1 : 0);
}

}  // namespace

Result<ExtrudeProgram> parse_extrude(std::string_view text, const ExtrudeLimits& limits) {
  if (text.size() > limits.max_bytes) {
    return fail(ErrorCode::kLimit,
                fmt::format("a program of more than {} bytes", limits.max_bytes));
  }
  return Parser(limits).run(text);
}

std::string to_text(const ExtrudeProgram& program) {
  std::string text;
  for (const ExtrudeStep& step : program.steps) {
    for (const GridLoop& loop : step.loops) {
      text += "SOL; ";
      for (const GridCurve& curve : loop) text += to_text(curve);
    }
    text += fmt::format("Ext:({},{},{},{},{},{},{},{},{},{},{}); ", step.theta, step.phi,
                        step.gamma, step.px, step.py, step.pz, step.scale, step.e1, step.e2,
                        name_of(kOperations, step.operation), name_of(kExtents, step.extent));
  }
  return text + "EOS";
}

}  // namespace papert::lang::cad
