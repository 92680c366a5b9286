#include "suite/shapecode/losses.h"

#include <algorithm>
#include <array>

#include "lang/shapes/parse.h"
#include "score/shape_losses.h"

namespace papert::suite::shapecode {
namespace {

using score::ShapeFate;

constexpr std::array<suite::MetricInfo, 10> kShares{{
    {"only_parameters_off", "right shapes, parameters off"},
    {"parameters_off", "parameters off"},
    {"missed_visible", "missed, visible"},
    {"missed_hidden", "missed, hidden"},
    {"hollow_filled", "hollow/filled"},
    {"circle_square", "circle/square"},
    {"extra", "extra"},
    {"no_program", "no program"},
    {"right", "right"},
    {"largest_error_px", "largest error, px"},
}};

constexpr std::array<suite::MetricInfo, 9> kCounts{{
    {"reference_count", "of reference"},
    {"matched_count", "matched"},
    {"parameters_off_count", "parameters off"},
    {"missed_visible_count", "missed, visible"},
    {"missed_hidden_count", "missed, hidden"},
    {"hollow_filled_count", "hollow/filled"},
    {"circle_square_count", "circle/square"},
    {"extra_count", "extra"},
    {"missed_share_ratio", "visible share of missed"},
}};

constexpr std::array<suite::LossTable, 2> kTables{{
    {"losses", "answers with a class of losses", kShares,
     "shares of the answers that are programs (no program: of all), which may show several "
     "classes; the largest error of a parameter is over answers with parameters off"},
    {"lost shapes", "shapes per answer", kCounts,
     "means over the answers that are programs; the visible share is over answers that miss a "
     "shape"},
}};

struct Counts {
  double matched = 0;
  double parameters_off = 0;
  double missed_visible = 0;
  double missed_hidden = 0;
  double hollow_filled = 0;
  double circle_square = 0;
  double extra = 0;
  double visible_sum = 0;  // of missed ones
  int largest_error = 0;

  [[nodiscard]] double missed() const { return missed_visible + missed_hidden; }
  [[nodiscard]] bool only_parameters_off() const {
    return parameters_off > 0 && missed() + hollow_filled + circle_square + extra == 0;
  }
};

Counts count(const score::ShapeLosses& losses) {
  Counts counts;
  counts.extra = static_cast<double>(losses.extra);
  for (const score::ReferenceShape& shape : losses.reference) {
    switch (shape.fate) {
      case ShapeFate::kMatched:
        ++counts.matched;
        break;
      case ShapeFate::kParametersOff:
        ++counts.parameters_off;
        counts.largest_error = std::max(counts.largest_error, shape.largest_error);
        break;
      case ShapeFate::kMissed:
        ++(shape.visible < score::kHiddenBelow ? counts.missed_hidden : counts.missed_visible);
        counts.visible_sum += shape.visible;
        break;
      case ShapeFate::kHollowFilled:
        ++counts.hollow_filled;
        break;
      case ShapeFate::kCircleSquare:
        ++counts.circle_square;
        break;
    }
  }
  return counts;
}

std::vector<std::optional<double>> figures(const Counts& counts, bool right, double reference) {
  const auto any = [](double number) { return number > 0 ? 1.0 : 0.0; };
  const auto given = [](bool defined, double value) {
    return defined ? std::optional(value) : std::nullopt;
  };
  return {any(counts.only_parameters_off() ? 1 : 0),
          any(counts.parameters_off),
          any(counts.missed_visible),
          any(counts.missed_hidden),
          any(counts.hollow_filled),
          any(counts.circle_square),
          any(counts.extra),
          0.0,
          any(right ? 1 : 0),
          given(counts.parameters_off > 0, counts.largest_error),
          reference,
          counts.matched,
          counts.parameters_off,
          counts.missed_visible,
          counts.missed_hidden,
          counts.hollow_filled,
          counts.circle_square,
          counts.extra,
          given(counts.missed() > 0, counts.visible_sum / counts.missed())};
}

std::vector<std::optional<double>> no_program() {
  std::vector<std::optional<double>> values(kShares.size() + kCounts.size());
  const auto place = std::ranges::find(kShares, "no_program", &suite::MetricInfo::name);
  values[static_cast<std::size_t>(place - kShares.begin())] = 1;
  return values;
}

}  // namespace

std::span<const suite::LossTable> ShapeLossClassifier::loss_tables() const { return kTables; }

Result<std::vector<std::optional<double>>> ShapeLossClassifier::losses(std::string_view reference,
                                                                       std::string_view answer,
                                                                       bool right) const {
  const auto wanted = lang::shapes::parse(reference);
  if (!wanted) {
    return fail(ErrorCode::kBadData, "the reference is not a program: " + wanted.error().message);
  }
  const auto shapes = static_cast<double>(wanted->shapes.size());
  if (right) {
    Counts all;
    all.matched = shapes;
    return figures(all, right, shapes);
  }
  const auto given = lang::shapes::parse(answer);
  if (!given) return no_program();
  const score::ShapeLosses found =
      score::shape_losses(lang::shapes::to_scene(*wanted), lang::shapes::to_scene(*given));
  return figures(count(found), right, shapes);
}

}  // namespace papert::suite::shapecode
