// SVG programs that take long to paint, each by another means, in any amount. The tests see that
// the limits hold them; bench/svg_bench.cc measures how long the largest that pass take.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/random.h"
#include "lang/svg/render_check.h"

namespace papert::test {

inline std::string svg_program(const std::string& inside) {
  return "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "
         "viewBox='0 0 512 512'>" +
         inside + "</svg>";
}

inline std::string svg_times(std::size_t count, const std::string& piece) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += piece;
  return text;
}

/// So many corners, the same each time.
inline std::string svg_points(std::size_t count) {
  Random random(2);
  std::string text;
  for (std::size_t i = 0; i < 2 * count; ++i) text += std::to_string(random.randbelow(512)) + " ";
  return text;
}

struct HeavySvg {
  std::string name;
  std::function<std::string(std::size_t)> inside;  // with so many of what is heavy
};

inline std::vector<HeavySvg> heavy_svgs() {
  const std::string gradient = "<radialGradient id='a' fx='.3'>" +
                               svg_times(20, "<stop offset='.5' stop-color='red'/>") +
                               "</radialGradient>";
  return {
      {"full", [](std::size_t n) { return svg_times(n, "<circle cx='256' cy='256' r='256'/>"); }},
      {"small", [](std::size_t n) { return svg_times(n, "<rect width='9' height='9'/>"); }},
      {"radial",
       [gradient](std::size_t n) {
         return gradient + svg_times(n, "<rect width='512' height='512' fill='url(#a)'/>");
       }},
      {"opacity",
       [](std::size_t n) {
         return svg_times(n, "<g opacity='.5'><rect width='512' height='512'/></g>");
       }},
      {"fill", [](std::size_t n) { return "<polygon points='" + svg_points(n) + "'/>"; }},
      {"stroke",
       [](std::size_t n) {
         return "<polyline fill='none' stroke='red' points='" + svg_points(n) + "'/>";
       }},
      {"dash",
       [](std::size_t n) {
         return "<path fill='none' stroke='red' stroke-linecap='round' stroke-dasharray='" +
                std::to_string(512.0 / static_cast<double>(n)) + "' d='M0 9H512'/>";
       }},
      {"mask",
       [](std::size_t n) {
         return "<mask id='m'><circle r='300' fill='#fff'/></mask>" +
                svg_times(n, "<g mask='url(#m)'><rect width='512' height='512'/></g>");
       }},
      {"blur",
       [](std::size_t n) {
         return "<filter id='f'><feGaussianBlur stdDeviation='30'/></filter>" +
                svg_times(n, "<g filter='url(#f)'><rect width='512' height='512'/></g>");
       }},
  };
}

/// About the most that passes the limits, and what no longer does.
struct HeaviestSvg {
  std::size_t passes = 1;
  std::size_t refused = 40'000;
};

inline bool passes_limits(const HeavySvg& kind, std::size_t count) {
  const auto document = lang::svg::parse(svg_program(kind.inside(count)));
  return document && lang::svg::check_render(*document);
}

inline HeaviestSvg heaviest(const HeavySvg& kind) {
  constexpr std::size_t kMost = std::size_t{1} << 24U;
  HeaviestSvg found;
  while (found.refused < kMost && passes_limits(kind, found.refused)) {
    found.passes = found.refused;
    found.refused *= 2;
  }
  while (found.refused - found.passes > found.passes / 20 + 1) {
    const std::size_t middle = (found.passes + found.refused) / 2;
    (passes_limits(kind, middle) ? found.passes : found.refused) = middle;
  }
  return found;
}

}  // namespace papert::test
