// The list of a transform attribute is read by hand: six functions with numbers, commas optional.
#include "lang/svg/affine.h"

#include <cmath>
#include <numbers>
#include <vector>

#include "lang/svg/numbers.h"

namespace papert::lang::svg {
namespace {

double radians(double degrees) { return degrees * std::numbers::pi / 180; }

std::optional<Affine> one_transform(std::string_view name, const std::vector<double>& v) {
  const std::size_t n = v.size();
  if (name == "matrix" && n == 6) return Affine{v[0], v[1], v[2], v[3], v[4], v[5]};
  if (name == "translate" && (n == 1 || n == 2)) return translation(v[0], n == 2 ? v[1] : 0);
  if (name == "scale" && (n == 1 || n == 2)) return scaling(v[0], n == 2 ? v[1] : v[0]);
  if (name == "rotate" && n == 1) return rotation(v[0]);
  if (name == "rotate" && n == 3) {
    return translation(v[1], v[2]) * rotation(v[0]) * translation(-v[1], -v[2]);
  }
  if (name == "skewX" && n == 1) return Affine{1, 0, std::tan(radians(v[0])), 1, 0, 0};
  if (name == "skewY" && n == 1) return Affine{1, std::tan(radians(v[0])), 0, 1, 0, 0};
  return std::nullopt;
}

}  // namespace

bool Affine::is_similarity() const {
  constexpr double kTolerance = 1e-6;
  const double first = a * a + b * b;
  const double second = c * c + d * d;
  const double larger = std::fmax(first, second);
  return std::fabs(first - second) <= kTolerance * larger &&
         std::fabs(a * c + b * d) <= kTolerance * larger;
}

double Affine::scale() const { return std::sqrt(std::fabs(determinant())); }

Affine operator*(const Affine& outer, const Affine& inner) {
  const Point x = outer.direction({inner.a, inner.b});
  const Point y = outer.direction({inner.c, inner.d});
  const Point origin = outer({inner.e, inner.f});
  return {x.x, x.y, y.x, y.y, origin.x, origin.y};
}

Affine translation(double x, double y) { return {1, 0, 0, 1, x, y}; }
Affine scaling(double x, double y) { return {x, 0, 0, y, 0, 0}; }

Affine rotation(double degrees) {
  const double whole = std::remainder(degrees, 360);
  if (whole == 0) return {};
  const double angle = radians(whole);
  return {std::cos(angle), std::sin(angle), -std::sin(angle), std::cos(angle), 0, 0};
}

std::optional<Affine> parse_transform(std::string_view text) {
  Affine result;
  Scanner scanner(text);
  scanner.skip_space();
  bool comma = false;
  while (!scanner.at_end()) {
    const std::string_view rest = scanner.rest();
    const std::size_t open = rest.find('(');
    const std::size_t close = rest.find(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
      return std::nullopt;
    }
    std::string_view name = rest.substr(0, open);
    while (!name.empty() && (name.back() == ' ' || name.back() == '\n' || name.back() == '\t')) {
      name.remove_suffix(1);
    }
    const auto numbers = parse_numbers(rest.substr(open + 1, close - open - 1));
    if (!numbers) return std::nullopt;
    const auto transform = one_transform(name, *numbers);
    if (!transform) return std::nullopt;
    result = result * *transform;
    for (std::size_t i = 0; i <= close; ++i) scanner.take();
    comma = scanner.skip_separator();
  }
  if (comma) return std::nullopt;
  return result;
}

}  // namespace papert::lang::svg
