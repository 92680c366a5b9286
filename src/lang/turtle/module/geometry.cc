// Bit for bit the results of CPython's turtle, which computes in Python floats.
//
// Two things need care. The compiler must not fuse multiplications and additions (the build sets
// -ffp-contract=off). And heading() rounds to 10 decimal places, which Python does by way of a
// correctly rounded decimal string; a few hundred nanoseconds. Here: with x = hi + lo, hi the upper
// 26 bits, both hi * 10^10 and lo * 10^10 are exact (10^10 = 2^10 * 5^10 has 24 significant bits),
// so the nearest integer n of x * 10^10 is known unless x lies within a hair of a tie. Then n /
// 10^10 is the double nearest to the decimal, because a division of two exact integers is correctly
// rounded. Near ties go through a decimal string; they are as rare as they look.
#include "lang/turtle/module/geometry.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace papert::lang::turtle {

namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr double kRadian = 180.0 / std::numbers::pi;

Turn compute_turn(double angle_deg) {
  const double angle = angle_deg * kDegree;
  return {std::cos(angle), std::sin(angle)};
}

/// Turns by whole degrees, which most programs make only: computed in advance, because a new
/// process pays dearly for its first call of a library's function.
class TurnTable {
 public:
  TurnTable() {
    for (int deg = -kLargest; deg <= kLargest; ++deg) turns_[place(deg)] = compute_turn(deg);
  }

  /// Null if there is none. Minus zero is not zero: its sine is minus zero.
  [[nodiscard]] const Turn* find(double angle_deg) const {
    if (!(std::abs(angle_deg) <= kLargest)) return nullptr;
    const int deg = static_cast<int>(angle_deg);
    if (deg != angle_deg || (deg == 0 && std::signbit(angle_deg))) return nullptr;
    return &turns_[place(deg)];
  }

 private:
  static constexpr int kLargest = 360;
  static std::size_t place(int deg) { return static_cast<std::size_t>(deg + kLargest); }

  std::array<Turn, 2 * kLargest + 1> turns_;
};

double round_by_text(double value) {
  std::array<char, 64> digits{};
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                     std::chars_format::fixed, 10);
  double rounded = value;
  std::from_chars(digits.data(), written.ptr, rounded);
  return rounded;
}

}  // namespace

double radians(double deg) { return deg * kDegree; }
double degrees(double rad) { return rad * kRadian; }

Fault turn_by(double angle_deg, Turn& turn) {
  static const TurnTable table;
  if (const Turn* known = table.find(angle_deg)) {
    turn = *known;
    return Fault::kNone;
  }
  if (std::isinf(radians(angle_deg))) return Fault::kDomain;
  turn = compute_turn(angle_deg);
  return Fault::kNone;
}

double python_mod(double value, double divisor) {
  double rest = std::abs(value) < std::abs(divisor) ? value : std::fmod(value, divisor);
  if (rest == 0) return std::copysign(0.0, divisor);
  if ((divisor < 0) != (rest < 0)) rest += divisor;
  return rest;
}

double round_to_10_places(double value) {
  constexpr double kScale = 1e10;
  constexpr std::uint64_t kUpper = ~std::uint64_t{0} << 27;
  if (!(std::abs(value) <= 360)) return value;
  const auto upper = std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & kUpper);
  const double high = upper * kScale;
  const double low = (value - upper) * kScale;
  const double scaled = high + low;
  const auto nearest =
      static_cast<double>(static_cast<std::int64_t>(scaled + (scaled < 0 ? -0.5 : 0.5)));
  const double rest = (high - nearest) + low;
  if (std::abs(rest) > 0.4999) return round_by_text(value);
  return std::copysign(nearest / kScale, value);
}

double direction_deg(Vec2 v) {
  return python_mod(round_to_10_places(degrees(std::atan2(v.y, v.x))), 360.0);
}

}  // namespace papert::lang::turtle
