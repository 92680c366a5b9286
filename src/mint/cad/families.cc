// Families of machine parts and what is asked about them.
//
// What is asked, and its answer where it can be chosen, is drawn first; parts are then drawn until
// one fits. A part has two plans: the plain one, whose volume and faces follow by hand, and the
// told one, which makes the same solid with more words:
//
//     outlines that are added where there is material already
//     cuts through the air above the part
//     holes that are cut instead of left out, bores drilled from both ends
//     pegs that start inside the plate, or are made too high and cut down
//
// so that the words say as many holes, and name as many shapes, whatever the answer is. The told
// one is built and measured before the part becomes a task: it must have the plain one's volume and
// faces.
#include <array>
#include <utility>

#include "lang/cad/solid.h"
#include "mint/cad/design.h"

namespace papert::mint::cad {
namespace {

constexpr std::array<Family, 7> kFamilies{plate, flange, raised, openings, stairs, bracket, nest};
constexpr std::size_t kFirstFlat = 3;  // from here on a sketch says it all
constexpr std::size_t kNest = 6;

PartWish draw_part_wish(Random& random) {
  PartWish wish;
  wish.family = static_cast<std::size_t>(random.randbelow(kFamilies.size()));
  wish.language = static_cast<Language>(1 + random.randbelow(3));
  if (wish.family < kFirstFlat && wish.language == Language::kCad2d) {
    wish.language = Language::kCad3d;
  }
  if (wish.family == kNest) wish.language = Language::kCad2d;
  wish.choice = static_cast<std::size_t>(random.randbelow(4));
  wish.base = static_cast<std::size_t>(random.randbelow(kBaseNames.size()));
  wish.flag = random.randbelow(2) == 0;
  const std::size_t least = wish.family == 1 ? 1 : 0;
  wish.few = draw_count(least, least + 1, random);
  wish.steps = draw_count(2, 2, random);
  return wish;
}

/// The program and whether it makes what the plain plan says.
Result<bool> tell(const Design& design, const PartWish& wish, Minted& minted, Random& random) {
  if (wish.language == Language::kCad2d) {
    minted.program = to_sketch_text(design.told, &random);
    return same_sketch(minted.program, to_sketch_text(design.plan), design.openings);
  }
  const bool grid = wish.language == Language::kCad3d;
  minted.program =
      grid ? to_extrude_text(design.told, &random) : to_reconstruction_text(design.told, &random);
  // Without a kernel every part would be drawn again until chance gives another: other tasks from
  // the same seed.
  if (!lang::cad::has_kernel()) {
    return fail(ErrorCode::kUsage,
                "this build has no OpenCASCADE (-DPAPERT_CAD=OFF), so it mints no questions about "
                "solids; the family 'illusion' needs none");
  }
  // The kernel may fail to combine what only just touches; such a part is drawn again.
  return verify_solid(design.plan, wish.language, minted.program).has_value();
}

}  // namespace

Result<Minted> mint_part(Random& random) {
  constexpr int kWishes = 8;  // a wish that chance does not fulfil is given up for another
  constexpr int kAttempts = 300;
  for (int drawn = 0; drawn < kWishes; ++drawn) {
    const PartWish wish = draw_part_wish(random);
    for (int i = 0; i < kAttempts; ++i) {
      auto design = kFamilies[wish.family](wish, random);
      if (!design) continue;
      Minted minted{wish.language, "", design->category, {}};
      const bool same = TRY(tell(*design, wish, minted, random));
      if (!same) continue;
      random.shuffle(design->drafts);
      minted.drafts = std::move(design->drafts);
      return minted;
    }
  }
  return fail(ErrorCode::kInternal, "no part fits its holes");
}

}  // namespace papert::mint::cad
