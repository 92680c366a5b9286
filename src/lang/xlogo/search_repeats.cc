#include "lang/xlogo/search_repeats.h"

namespace papert::lang::xlogo {
namespace {

constexpr std::size_t kPens = kColors.size() + 1;  // as codes of a walker
constexpr std::uint64_t kLineBits = (std::uint64_t{1} << kBitsPerLine) - 1;

}  // namespace

void RepeatEffects::Place::clear() {
  effects.clear();
  bodies = 0;
  ends = {};
}

void RepeatEffects::clear() {
  number_.clear();
  used_ = 0;
}

RepeatEffects::Place& RepeatEffects::at(const Walker& walker) {
  const std::size_t index = (std::size_t{walker.cell} * 4 + walker.heading) * kPens + walker.pen;
  if (number_.size() <= index) number_.resize(index + 1, 0);
  if (number_[index] == 0) {
    if (used_ == places_.size()) places_.emplace_back();
    places_[used_].clear();
    number_[index] = static_cast<std::uint32_t>(++used_);
  }
  return places_[number_[index] - 1];
}

void RepeatEffects::apply(const Walker& effect, Walker& walker) {
  walker.cell = effect.cell;
  walker.heading = effect.heading;
  walker.pen = effect.pen;
  for (std::size_t i = 0; i < effect.marks.size(); ++i) {
    const std::uint64_t drawn = effect.marks[i];
    if (drawn == 0) continue;
    const std::uint64_t lines = (drawn | drawn >> 1 | drawn >> 2) & kLowBits;
    walker.marks[i] = (walker.marks[i] & ~(lines * kLineBits)) | drawn;
  }
}

}  // namespace papert::lang::xlogo
