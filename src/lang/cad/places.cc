#include "lang/cad/places.h"

#include "lang/cad/call_text.h"
#include "lang/cad/sketch_parts.h"

namespace papert::lang::cad {
namespace {

bool makes_something(const detail::Call& call, Notation notation) {
  const std::string word = detail::plain_word(call.name);
  if (notation == Notation::kExtrude) return word == "ext";
  if (notation == Notation::kReconstructionText) return word == "extrudefeature";
  return !detail::constraint_type(call.name).has_value();
}

std::vector<CommandPlace> features_in_json(std::string_view text) {
  constexpr std::string_view kFeature = "\"ExtrudeFeature\"";
  std::vector<CommandPlace> places;
  for (std::size_t at = text.find(kFeature); at != std::string_view::npos;
       at = text.find(kFeature, at + kFeature.size())) {
    places.push_back({at, at + kFeature.size()});
  }
  return places;
}

}  // namespace

std::vector<CommandPlace> command_places(std::string_view text, Notation notation) {
  if (notation == Notation::kSketchJson) return {};
  if (notation == Notation::kReconstructionJson) return features_in_json(text);
  std::vector<CommandPlace> places;
  detail::CallReader reader(text);
  for (;;) {
    const auto call = reader.next();
    if (!call || !*call) return places;
    if (makes_something(**call, notation)) places.push_back({(*call)->begin, reader.position()});
  }
}

}  // namespace papert::lang::cad
