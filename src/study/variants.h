// Variants of a turtle program, to try a rule of comparison: up to nine that draw the same in
// another way, up to eleven that draw something visibly different.
//
// Those that draw the same are written anew from the drawing, line by line without a loop: moved,
// scaled, with another pen, with other starting points and directions, in another order, and with
// headings and lengths instead of places. Where there are circles, these are also drawn by
// forwards, as two halves, and in another size, for which Python takes other corners. Those that
// differ are edits of the text, as a pupil errs: one number, one colour or one fill is another; the
// missing side is taken from the drawing, and so is a part turned, larger or drawn twice where no
// edit of the text makes one. Textures (textures.h) are made from the drawing: hatching for an
// area, dashes for a line, a second outline, white ink; and one petal of 24 is missing in a rosette
// of the drawing's largest line. An edit may change nothing that can be seen (a fifth copy exactly
// on the first). So every place of the text is tried, in an order given by the seed, until one
// differs visibly. Visibly means, for an eye that is not sharp and wanders a little: both drawings
// are fitted to the canonical sheet of 320 x 320; somewhere a window of 12 x 12 pixels has another
// mean colour, by 18 of 255, than the other drawing has anywhere within three pixels of it. This
// looks at mean colours, not at pixels, and knows nothing of the rules that are put to the test.
//
// Where place, size or pens are to be kept, the variants that change one of them draw something
// else. Then each changes just one: the scaled one grows about its centre and keeps its pens.
// Scaled circles, whose centre the text decides, are left out where the place is kept and the size
// is not.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/turtle/host/jail_pool.h"
#include "scene/scene.h"
#include "score/compare_drawings.h"

namespace papert::study {

struct Variant {
  std::string_view kind;
  bool same = false;  // draws the same as the original
  std::string code;
  scene::Scene scene;
  std::optional<scene::Scene> original;  // what it is a variant of, if not of the program's drawing
};

/// Whether two drawings, each fitted to the canonical sheet, differ visibly.
[[nodiscard]] bool visibly_different(const scene::Scene& a, const scene::Scene& b);

/// The variants of a program that draws `scene`. Of the different kinds those are left out for
/// which no edit makes a visible difference (a drawing without fills cannot lose one but gains
/// one), of the same kinds those that need circles, and a scaled text that hides a length.
[[nodiscard]] Result<std::vector<Variant>> make_variants(lang::turtle::JailPool& jails,
                                                         std::string_view code,
                                                         const scene::Scene& scene,
                                                         std::int64_t seed,
                                                         const score::Keep& keep = {});

}  // namespace papert::study
