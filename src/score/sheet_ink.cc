#include "score/sheet_ink.h"

#include <algorithm>
#include <array>
#include <bit>

#include "raster/taken_runs.h"
#include "score/drawing_sheet.h"
#include "score/palette.h"

namespace papert::score::detail {
namespace {

constexpr std::uint32_t kPaper = 0xFFFFFF;
constexpr std::size_t kMostColors = 16;

/// The ink of a picture of any colours.
std::vector<ColorRun> sorted_runs(const raster::TakenPicture& picture) {
  std::vector<ColorRun> runs;
  const std::vector<raster::Piece>& pieces = picture.pieces;
  std::vector<raster::Taking> takings = picture.takings;
  runs.reserve(takings.size());
  raster::sort_by_place(takings);
  raster::each_run(
      takings, picture.width,
      [&pieces](const raster::Taking& taking) {
        return packed(pieces[static_cast<std::size_t>(taking.piece)].color);
      },
      [&runs](std::int32_t begin, std::int32_t end, std::uint32_t color) {
        if (color != kPaper) runs.push_back({begin, end, color});
      });
  return runs;
}

/// Its first set pixel, row by row; it has one.
std::size_t first_pixel(const raster::Bitmap& pixels) {
  const auto words = pixels.words();
  const auto first = std::ranges::find_if(words, [](std::uint64_t word) { return word != 0; });
  return static_cast<std::size_t>(first - words.begin()) * 64 +
         static_cast<std::size_t>(std::countr_zero(*first));
}

}  // namespace

std::optional<InkPlanes> InkPlanes::of(const raster::TakenPicture& picture) {
  Palette palette;
  std::vector<std::size_t> numbers;  // of the pieces' colours
  numbers.reserve(picture.pieces.size());
  for (const raster::Piece& piece : picture.pieces) {
    numbers.push_back(palette.number(packed(piece.color)));
    if (palette.colors().size() > kMostColors) return std::nullopt;
  }
  InkPlanes made(picture.width, picture.height);
  std::array<std::uint64_t*, kMostColors> words{};  // of each colour; none for white
  made.planes_.reserve(palette.colors().size());
  for (std::size_t i = 0; i < palette.colors().size(); ++i) {
    if (palette.colors()[i] == kPaper) continue;
    made.planes_.push_back({palette.colors()[i], raster::Bitmap(picture.width, picture.height)});
    words[i] = made.planes_.back().pixels.words().data();
  }
  for (const raster::Taking& taking : picture.takings) {
    std::uint64_t* const plane = words[numbers[static_cast<std::size_t>(taking.piece)]];
    if (plane != nullptr) plane[taking.word] |= taking.bits;
  }
  return made;
}

std::optional<InkPlanes> InkPlanes::of(std::span<const ColorRun> runs) {
  constexpr int kSide = scene::kCanonicalSize;
  InkPlanes made(kSide, kSide);
  Palette palette;
  int row = 0;  // its first pixel; runs come in order, which saves a division for each
  int y = 0;
  for (const ColorRun& run : runs) {
    for (; row + kSide <= run.begin; row += kSide) ++y;
    const std::size_t number = palette.number(run.color);
    if (number == kMostColors) return std::nullopt;
    if (number == made.planes_.size()) {
      made.planes_.push_back({run.color, raster::Bitmap(kSide, kSide)});
    }
    made.planes_[number].pixels.fill_inside(y, run.begin - row, run.end - row - 1);
  }
  return made;
}

const raster::Bitmap* InkPlanes::find(std::uint32_t color) const {
  const auto found = std::ranges::find(planes_, color, &InkPlane::color);
  return found == planes_.end() ? nullptr : &found->pixels;
}

raster::Bitmap InkPlanes::ink() const {
  if (planes_.empty()) return {width_, height_};
  raster::Bitmap ink = planes_.front().pixels;
  const auto words = ink.words();
  for (std::size_t plane = 1; plane < planes_.size(); ++plane) {
    const auto others = planes_[plane].pixels.words();
    for (std::size_t i = 0; i < words.size(); ++i) words[i] |= others[i];
  }
  return ink;
}

std::int64_t InkPlanes::count() const {
  std::int64_t pixels = 0;
  for (const InkPlane& plane : planes_) pixels += plane.pixels.count();
  return pixels;
}

std::size_t InkPlanes::bytes() const {
  std::size_t bytes = 0;
  for (const InkPlane& plane : planes_) bytes += plane.pixels.words().size_bytes();
  return bytes;
}

std::vector<std::uint32_t> InkPlanes::colors() const {
  std::vector<std::pair<std::size_t, std::uint32_t>> places;
  places.reserve(planes_.size());
  for (const InkPlane& plane : planes_) places.emplace_back(first_pixel(plane.pixels), plane.color);
  std::ranges::sort(places);
  std::vector<std::uint32_t> colors;
  colors.reserve(places.size());
  for (const auto& [place, color] : places) colors.push_back(color);
  return colors;
}

std::vector<ColorRun> InkPlanes::runs() const {
  std::vector<ColorRun> runs;
  for (int y = 0; y < height_; ++y) {
    const std::int32_t row = y * width_;
    if (planes_.size() == 1) {
      raster::each_run(planes_[0].pixels.row(y), [&, color = planes_[0].color](int begin, int end) {
        runs.push_back({row + begin, row + end, color});
      });
    } else if (planes_.size() > 1) {
      add_row(y, runs);
    }
  }
  return runs;
}

/// The runs of one row of several planes.
void InkPlanes::add_row(int y, std::vector<ColorRun>& runs) const {
  const std::int32_t row = y * width_;
  const std::size_t words = planes_[0].pixels.row(y).size();
  std::uint32_t color = 0;  // of a run that may go on
  std::int32_t begin = -1;  // of that run
  for (std::size_t word = 0; word < words; ++word) {
    std::array<std::uint64_t, kMostColors> bits{};
    std::uint64_t turns = 0;  // a bit where some ink begins or has ended
    for (std::size_t i = 0; i < planes_.size(); ++i) {
      bits[i] = planes_[i].pixels.row(y)[word];
      const std::uint64_t before = begin >= 0 && planes_[i].color == color ? 1 : 0;
      turns |= bits[i] ^ (bits[i] << 1 | before);
    }
    for (; turns != 0; turns &= turns - 1) {
      const int bit = std::countr_zero(turns);
      const std::int32_t at = row + static_cast<std::int32_t>(word) * 64 + bit;
      if (begin >= 0) runs.push_back({begin, at, color});
      std::size_t next = 0;
      while (next < planes_.size() && (bits[next] >> bit & 1U) == 0) ++next;
      begin = next < planes_.size() ? at : -1;
      if (next < planes_.size()) color = planes_[next].color;
    }
  }
  if (begin >= 0) runs.push_back({begin, row + width_, color});
}

/// The ink of tasks is kept for long. Mostly what was taken is kept, too, and bitmaps that take
/// less memory than that do not cost much.
SheetInk::SheetInk(const raster::TakenPicture& picture) {
  std::optional<InkPlanes> planes = InkPlanes::of(picture);
  if (!planes) {
    runs_ = sorted_runs(picture);
  } else if (planes->bytes() > 0 &&
             planes->bytes() <= picture.takings.size() * sizeof(raster::Taking)) {
    planes_ = std::move(planes);
  } else {
    runs_ = planes->runs();
  }
  if (runs_.capacity() > runs_.size() + runs_.size() / 4) runs_.shrink_to_fit();
}

std::int64_t SheetInk::count() const { return planes_ ? planes_->count() : ink_count(runs_); }

std::vector<std::uint32_t> SheetInk::colors() const {
  if (planes_) return planes_->colors();
  Palette palette;
  for (const ColorRun& run : runs_) palette.number(run.color);
  return palette.colors();
}

}  // namespace papert::score::detail
