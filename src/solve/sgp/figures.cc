// Which thing a picture shows: every plan (mint/svg/figures.h) is drawn in six colours of its own
// and laid over the picture. The plan's colours are matched with the picture's one by one, the pair
// that shares most pixels first:
//
//     plan     red wall, blue roof, green door        picture   a pink region below, ...
//     shared   wall & pink 9,211   roof & gray 4,105   door & black 655
//
// and the plan's worth is the share of painted pixels that agree. The plan that fits best names the
// thing and, by the matching, the colour of each of its parts; the regions of a colour are then
// counted and their shape read as for any picture (mint/svg/pixels.h).
#include <algorithm>
#include <array>
#include <string_view>

#include "mint/svg/figures.h"
#include "mint/svg/pixels.h"
#include "raster/svg.h"
#include "solve/sgp/sight.h"

namespace papert::solve::sgp {
namespace {

using mint::svg::Figure;
using mint::svg::FigureLook;
using mint::svg::Hue;

constexpr int kGrid = 256;          // pixels each way that plans are compared with
constexpr std::size_t kColors = 6;  // of a plan
constexpr std::size_t kSheet = 0;   // where nothing is painted; hues follow
constexpr std::size_t kLabels = 1 + mint::svg::kHueNames.size();
using Labels = std::vector<std::uint8_t>;  // kGrid rows of as many

/// Which hue is where, by every n-th pixel.
Labels labels_of(const raster::Image& image) {
  Labels labels;
  labels.reserve(std::size_t{kGrid} * kGrid);
  for (int y = 0; y < kGrid; ++y) {
    const std::uint8_t* row = image.row(y * image.height() / kGrid);
    for (int x = 0; x < kGrid; ++x) {
      const std::uint8_t* pixel = row + std::ptrdiff_t{3} * (x * image.width() / kGrid);
      const auto hue = mint::svg::hue_of({pixel[0], pixel[1], pixel[2]});
      labels.push_back(hue ? static_cast<std::uint8_t>(static_cast<int>(*hue) + 1) : 0);
    }
  }
  return labels;
}

/// A plan laid over the picture.
struct Fit {
  Figure figure;
  std::array<std::optional<Hue>, kColors> hues;  // of the picture, for each colour of the plan
  double worth = -1;
};

/// Pairs of a plan's colour and a hue of the picture, each used once, the commonest first.
void match(const Labels& plan, const Labels& picture, Fit& fit) {
  std::array<std::array<std::size_t, kLabels>, kLabels> shared{};
  for (std::size_t i = 0; i < plan.size(); ++i) ++shared[plan[i]][picture[i]];
  const auto painted = static_cast<double>(plan.size() - shared[kSheet][kSheet]);
  std::size_t agree = 0;
  for (std::size_t round = 0; round < kColors; ++round) {
    std::size_t color = 0;
    std::size_t hue = 0;
    std::size_t most = 0;
    for (std::size_t c = 1; c <= kColors; ++c) {
      for (std::size_t h = 1; h < kLabels; ++h) {
        if (shared[c][h] <= most) continue;
        most = shared[c][h];
        color = c;
        hue = h;
      }
    }
    if (most == 0) break;
    agree += most;
    fit.hues[color - 1] = static_cast<Hue>(hue - 1);
    shared[color].fill(0);
    for (auto& row : shared) row[hue] = 0;
  }
  fit.worth = painted > 0 ? static_cast<double>(agree) / painted : 0;
}

/// The hues 0 to 5, so that a label of the plan is a colour of it.
FigureLook plain_look(std::size_t count) {
  FigureLook look;
  for (std::size_t i = 0; i < kColors; ++i) look.hues.push_back(static_cast<Hue>(i));
  look.count = count;
  return look;
}

std::string figure_name(std::size_t kind) {
  Random random(0);
  return mint::svg::make_figure(kind, plain_look(3), random).name;
}

/// The best of one kind, over what may be counted on it and how wide it may be.
Fit fit_kind(std::size_t kind, const Labels& picture) {
  constexpr std::size_t kMost = 6;
  Fit best;
  for (std::size_t count = 1; count <= kMost; ++count) {
    for (const std::int64_t seed : {1, 2, 3}) {
      Random random(seed);
      Fit fit{mint::svg::make_figure(kind, plain_look(count), random), {}, -1};
      const auto drawn = raster::render_svg(mint::svg::write_plain(fit.figure.parts), kGrid, kGrid);
      if (!drawn) continue;
      match(labels_of(*drawn), picture, fit);
      if (fit.worth > best.worth) best = std::move(fit);
    }
  }
  return best;
}

/// What is asked about a thing that is named, such as the color (topic) of the roof (part).
struct PartQuestion {
  enum class Topic { kColor, kShape, kCount };
  Topic topic = Topic::kColor;
  std::string part;
  std::size_t kind = 0;
};

std::optional<PartQuestion> read_part_question(std::string_view text) {
  struct Wording {
    PartQuestion::Topic topic;
    std::string_view begin;
    std::string_view middle;  // between the part and the thing
    std::string_view end;
  };
  constexpr std::array<Wording, 3> kWordings{
      {{PartQuestion::Topic::kColor, "What is the color of the ", " of the ", "?"},
       {PartQuestion::Topic::kShape, "What is the shape of the ", " of the ", "?"},
       {PartQuestion::Topic::kCount, "How many ", " does the ", " have?"}}};
  for (const Wording& wording : kWordings) {
    if (!text.starts_with(wording.begin) || !text.ends_with(wording.end)) continue;
    for (std::size_t kind = 0; kind < mint::svg::kFigureKinds; ++kind) {
      const std::string tail =
          std::string(wording.middle) + figure_name(kind) + std::string(wording.end);
      if (!text.ends_with(tail) || text.size() < wording.begin.size() + tail.size()) continue;
      const std::size_t length = text.size() - wording.begin.size() - tail.size();
      return PartQuestion{wording.topic, std::string(text.substr(wording.begin.size(), length)),
                          kind};
    }
  }
  return std::nullopt;
}

void keep_stage(const Sight& sight, const Fit& fit) {
  if (sight.stages == nullptr) return;
  auto drawn = raster::render_svg(mint::svg::write_plain(fit.figure.parts), mint::svg::kPictureSize,
                                  mint::svg::kPictureSize);
  if (drawn) sight.stages->push_back({"the plan that fits best", std::move(*drawn)});
}

FoundAnswer which_figure(const Sight& sight) {
  const Labels picture = labels_of(sight.picture);
  FoundAnswer found;
  Fit best;
  for (std::size_t kind = 0; kind < mint::svg::kFigureKinds; ++kind) {
    const std::string word = mint::capitalised(mint::with_article(figure_name(kind)));
    const auto& options = sight.asked.options;
    if (std::find(options.begin(), options.end(), word) == options.end()) continue;
    Fit fit = fit_kind(kind, picture);
    if (fit.worth <= best.worth) continue;
    best = std::move(fit);
    found = word;
  }
  if (found) keep_stage(sight, best);
  return found;
}

FoundAnswer part_of_figure(const Sight& sight, const PartQuestion& question) {
  const Fit fit = fit_kind(question.kind, labels_of(sight.picture));
  keep_stage(sight, fit);
  const auto named =
      std::find_if(fit.figure.named.begin(), fit.figure.named.end(),
                   [&](const mint::svg::NamedPart& each) { return each.name == question.part; });
  const bool counts = question.topic == PartQuestion::Topic::kCount;
  if (counts ? fit.figure.counted != question.part : named == fit.figure.named.end()) {
    return std::nullopt;
  }
  const auto hue = fit.hues[counts ? fit.figure.counted_color : named->color];
  if (!hue) return std::nullopt;
  if (question.topic == PartQuestion::Topic::kColor) {
    return mint::capitalised(std::string(mint::svg::name_of(*hue)));
  }
  std::size_t count = 0;
  std::optional<mint::svg::Shape> shape;
  for (const mint::svg::Region& region : mint::svg::find_regions(sight.picture)) {
    if (region.hue != *hue) continue;
    ++count;
    if (region.shape) shape = region.shape;
  }
  if (counts) return std::to_string(count);
  if (!shape) return std::nullopt;
  return mint::capitalised(mint::with_article(mint::svg::name_of(*shape)));
}

}  // namespace

FoundAnswer answer_about_figure(const Sight& sight) {
  if (sight.asked.question == "What does the picture most likely show?") return which_figure(sight);
  const auto question = read_part_question(sight.asked.question);
  return question ? part_of_figure(sight, *question) : FoundAnswer();
}

}  // namespace papert::solve::sgp
