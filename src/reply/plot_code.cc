#include "reply/plot_code.h"

#include <algorithm>
#include <array>

namespace papert::reply {
namespace {

/// Methods that put something on axes, with the parenthesis.
constexpr std::array<std::string_view, 14> kPlots{
    ".plot(",           ".fill(",         ".add_patch(", ".add_line(", ".add_artist(",
    ".add_collection(", ".scatter(",      ".hlines(",    ".vlines(",   ".axhline(",
    ".axvline(",        ".fill_between(", ".imshow(",    ".bar("};

}  // namespace

Likeness plot_likeness(std::string_view code) {
  const bool plots = std::any_of(kPlots.begin(), kPlots.end(), [&](std::string_view call) {
    return code.find(call) != std::string_view::npos;
  });
  return plots ? Likeness::kProgram : Likeness::kNone;
}

}  // namespace papert::reply
