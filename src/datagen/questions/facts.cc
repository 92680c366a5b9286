#include "datagen/questions/facts.h"

#include <algorithm>
#include <array>

#include "mint/draft.h"
#include "mint/svg/pixels.h"

namespace papert::datagen::questions {
namespace {

constexpr std::size_t kFactHues = mint::svg::kHueNames.size();

/// What is measured of one picture.
struct Facts {
  std::array<std::size_t, kFactHues> areas{};  // pixels of each colour
  std::size_t pixels = 0;
  std::size_t ink = 0;  // pixels that are not white
  std::size_t left = 0;
  std::size_t upper = 0;
  int width = 0;  // of the box around the ink
  int height = 0;
};

Facts facts_of(const raster::Image& image) {
  Facts facts;
  const int channels = image.channels();
  int x0 = image.width();
  int x1 = -1;
  int y0 = image.height();
  int y1 = -1;
  for (int y = 0; y < image.height(); ++y) {
    const std::uint8_t* sample = image.row(y);
    for (int x = 0; x < image.width(); ++x, sample += channels) {
      ++facts.pixels;
      const raster::Color color{sample[0], sample[channels == 3 ? 1 : 0],
                                sample[channels == 3 ? 2 : 0]};
      const auto hue = mint::svg::hue_of(color);
      if (!hue) continue;
      ++facts.areas[static_cast<std::size_t>(*hue)];
      ++facts.ink;
      facts.left += x < image.width() / 2 ? 1 : 0;
      facts.upper += y < image.height() / 2 ? 1 : 0;
      x0 = std::min(x0, x);
      x1 = std::max(x1, x);
      y0 = std::min(y0, y);
      y1 = std::max(y1, y);
    }
  }
  facts.width = x1 - x0 + 1;
  facts.height = y1 - y0 + 1;
  return facts;
}

std::string hue_name(std::size_t hue) {
  return mint::capitalised(std::string(mint::svg::kHueNames[hue]));
}

using FoundFact = std::optional<std::string>;

bool clearly_more(std::size_t a, std::size_t b) { return a > b + b / 6; }

FoundFact commonest(const Facts& facts) {
  std::array<std::size_t, kFactHues> order{};
  for (std::size_t i = 0; i < kFactHues; ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return facts.areas[a] > facts.areas[b]; });
  if (!clearly_more(facts.areas[order[0]], facts.areas[order[1]])) return std::nullopt;
  return hue_name(order[0]);
}

/// Nothing where a colour is there, but hardly.
FoundFact color_count(const Facts& facts) {
  std::size_t count = 0;
  for (const std::size_t area : facts.areas) {
    if (area * 1000 > facts.pixels * 5) {
      ++count;
    } else if (area * 1000 > facts.pixels) {
      return std::nullopt;
    }
  }
  return count == 0 ? FoundFact() : std::to_string(count);
}

constexpr std::array<std::string_view, 4> kHalves{"In the left half", "In the right half",
                                                  "In neither half", "Outside of the picture"};
constexpr std::array<std::string_view, 4> kLevels{"In the upper half", "In the lower half",
                                                  "In neither half", "Outside of the picture"};
constexpr std::array<std::string_view, 4> kForms{"Wider than tall", "Taller than wide",
                                                 "As wide as tall", "A single point"};

FoundFact half_of(const Facts& facts, std::size_t part,
                  const std::array<std::string_view, 4>& names) {
  const std::size_t rest = facts.ink - part;
  if (clearly_more(part, rest)) return std::string(names[0]);
  if (clearly_more(rest, part)) return std::string(names[1]);
  return std::nullopt;
}

FoundFact sides(const Facts& facts) { return half_of(facts, facts.left, kHalves); }
FoundFact levels(const Facts& facts) { return half_of(facts, facts.upper, kLevels); }

FoundFact form(const Facts& facts) {
  const auto width = static_cast<std::size_t>(facts.width);
  const auto height = static_cast<std::size_t>(facts.height);
  if (clearly_more(width, height)) return std::string(kForms[0]);
  if (clearly_more(height, width)) return std::string(kForms[1]);
  if (facts.width == facts.height && facts.width > 1) return std::string(kForms[2]);
  return std::nullopt;
}

std::vector<std::string> all_hues() {
  std::vector<std::string> names;
  names.reserve(kFactHues);
  for (std::size_t i = 0; i < kFactHues; ++i) names.push_back(hue_name(i));
  return names;
}

template <std::size_t N>
std::vector<std::string> texts(const std::array<std::string_view, N>& names) {
  return {names.begin(), names.end()};
}

/// A question, how it is answered, and what else may be offered.
struct FactQuestion {
  std::string_view text;
  std::size_t view = 0;
  FoundFact (*answer)(const Facts& facts) = nullptr;
  std::vector<std::string> offers;  // none: numbers
};

const std::vector<FactQuestion>& fact_questions() {
  static const std::vector<FactQuestion> kQuestions{
      {"Which color covers the largest area, apart from white?", 0, commonest, all_hues()},
      {"How many colors can clearly be seen, apart from white?", 0, color_count, {}},
      {"What is the overall shape of what is drawn in the first picture?", 0, form, texts(kForms)},
      {"Where is more of the drawing located?", 0, sides, texts(kHalves)},
      {"Is more of the drawing located above or below the middle?", 0, levels, texts(kLevels)},
      {"What is the overall shape of what is drawn in the second picture?", 1, form, texts(kForms)},
      {"Where is more of the drawing located in the second picture?", 1, sides, texts(kHalves)}};
  return kQuestions;
}

/// Three that are not the answer.
std::vector<std::string> wrong_ones(const FactQuestion& question, const std::string& answer,
                                    Random& random) {
  std::vector<std::string> wrong = question.offers;
  if (wrong.empty()) {
    const auto lowest = std::max<std::int64_t>(1, std::stoll(answer) - random.randint(0, 3));
    for (std::int64_t i = lowest; i < lowest + 4; ++i) wrong.push_back(std::to_string(i));
  }
  std::erase(wrong, answer);
  random.shuffle(wrong);
  wrong.resize(kBlockOptions - 1);
  return wrong;
}

}  // namespace

std::vector<Block> ask_facts(const std::vector<raster::Image>& views, std::size_t count,
                             Random& random) {
  std::vector<Facts> facts;
  facts.reserve(views.size());
  for (const raster::Image& view : views) facts.push_back(facts_of(view));
  std::vector<Block> blocks;
  for (const FactQuestion& question : fact_questions()) {
    if (blocks.size() == count) break;
    if (question.view >= facts.size()) continue;
    const FoundFact answer = question.answer(facts[question.view]);
    if (!answer) continue;
    Block& block = blocks.emplace_back();
    block.text = question.text;
    block.options = wrong_ones(question, *answer, random);
    block.key = static_cast<std::size_t>(random.randbelow(kBlockOptions));
    block.options.insert(block.options.begin() + static_cast<std::ptrdiff_t>(block.key), *answer);
  }
  return blocks;
}

std::optional<std::size_t> answer_fact(const std::vector<raster::Image>& views,
                                       std::string_view text,
                                       const std::vector<std::string>& options) {
  for (const FactQuestion& question : fact_questions()) {
    if (question.text != text || question.view >= views.size()) continue;
    const FoundFact answer = question.answer(facts_of(views[question.view]));
    if (!answer) return std::nullopt;
    const auto found = std::find(options.begin(), options.end(), *answer);
    if (found == options.end()) return std::nullopt;
    return static_cast<std::size_t>(found - options.begin());
  }
  return std::nullopt;
}

}  // namespace papert::datagen::questions
