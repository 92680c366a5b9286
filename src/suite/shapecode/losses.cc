#include "suite/shapecode/losses.h"

#include <algorithm>
#include <array>

#include "data/shapecode/dialect.h"
#include "lang/shapes/parse.h"
#include "score/shape_losses.h"
#include "suite/shapecode/v2_losses.h"

namespace papert::suite::shapecode {
namespace {

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

std::vector<std::optional<double>> figures(const score::LossCounts& counts, bool right,
                                           double reference) {
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
  if (data::shapecode::dialect_of_program(reference) == Dialect::kV2) {
    const auto found = color_losses(reference, answer, right);
    if (!found) return no_program();
    return figures(found->counts, right, found->reference);
  }
  const auto wanted = lang::shapes::parse(reference);
  if (!wanted) {
    return fail(ErrorCode::kBadData, "the reference is not a program: " + wanted.error().message);
  }
  const auto shapes = static_cast<double>(wanted->shapes.size());
  if (right) {
    score::LossCounts all;
    all.matched = shapes;
    return figures(all, right, shapes);
  }
  const auto given = lang::shapes::parse(answer);
  if (!given) return no_program();
  const score::ShapeLosses found =
      score::shape_losses(lang::shapes::to_scene(*wanted), lang::shapes::to_scene(*given));
  return figures(score::count_losses(found), right, shapes);
}

}  // namespace papert::suite::shapecode
