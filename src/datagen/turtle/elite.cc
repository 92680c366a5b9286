// Scores, and the best of a round.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/file.h"
#include "base/for_each_in_order.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "datagen/turtle/round.h"
#include "mint/turtle/book.h"

namespace papert::datagen {
namespace {

/// Figures of files have three digits behind the point.
double rounded(double value) { return std::round(value * 1000) / 1000; }

/// `category` is empty where it does not matter.
std::string score_line(const CandidateKey& key, std::string_view by, const ScoredDrawing& scored,
                       std::string_view category) {
  const RubricScores& scores = scored.scores;
  std::string line = fmt::format(R"({{"key":"{}","by":)", key.text());
  append_quoted(by, line);
  if (!category.empty()) line += fmt::format(R"(,"category":"{}")", category);
  const std::string_view status = scored.refused ? "refused" : "scored";
  if (!scored.figures) return line.append(fmt::format(R"(,"status":"{}"}})", status));
  const auto add = [&](std::string_view name, double value) {
    line.append(",\"").append(name).append("\":");
    append_number(rounded(value), line);
  };
  add("geometry", scores.geometry);
  add("visual", scores.visual);
  add("structure", scores.structure);
  add("alignment", scores.alignment);
  add("education", scores.education);
  add("color", scores.color);
  add("total", scores.total());
  line.append(R"(,"status":")").append(status).append("\"}");
  return line;
}

/// A survivor and what it is worth.
struct Ranked {
  double total = 0;
  ShortKey order{};  // among those of one total
  std::uint32_t survivor = 0;
  std::uint8_t category = 0;  // all the same unless each has its share
};

/// Its place among those that there are, from 1; 0: none.
std::uint8_t category_number(std::string_view name) {
  const auto& all = mint::turtle::kCategories;
  const auto found = std::find(all.begin(), all.end(), name);
  return found == all.end() ? 0 : static_cast<std::uint8_t>(found - all.begin() + 1);
}

/// The best share of each category, at least one, of what is sorted with the best first.
void keep_best(double share, std::vector<Ranked>& ranked) {
  std::map<std::uint8_t, std::size_t> sizes;
  for (const Ranked& one : ranked) ++sizes[one.category];
  std::map<std::uint8_t, std::size_t> places;
  for (const auto& [category, size] : sizes) {
    const auto rounded_share = std::llround(share * static_cast<double>(size));
    places[category] = std::max<std::size_t>(static_cast<std::size_t>(rounded_share), 1);
  }
  std::erase_if(ranked, [&](const Ranked& one) {
    std::size_t& left = places[one.category];
    if (left == 0) return true;
    --left;
    return false;
  });
}

/// The best first.
void sort_best_first(std::vector<Ranked>& ranked) {
  std::sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
    if (a.total != b.total) return a.total > b.total;
    return a.order != b.order ? a.order < b.order : a.survivor < b.survivor;
  });
}

/// Those that were not refused, in the order of the survivors.
Result<std::vector<Ranked>> read_totals(const std::filesystem::path& path,
                                        const TurtleSettings& settings, const LineSource& source,
                                        const std::vector<Survivor>& survivors) {
  std::vector<Ranked> all;
  all.reserve(survivors.size());
  std::uint32_t next = 0;
  TRY(for_each_line(path, [&](const JsonView& line, const LinePlace&) -> Result<void> {
    const std::uint32_t survivor = next++;
    if (survivor >= survivors.size()) {
      return fail(ErrorCode::kBadData,
                  "has more lines than there are drawings; remove the folder and begin again",
                  path.string());
    }
    if (line["status"].string() != "scored") return {};
    const std::string drawing = TRY(source.field(survivors[survivor].place, "drawing"));
    all.push_back({line["total"].number().value_or(0), order_of_equals(settings, drawing), survivor,
                   category_number(line["category"].string())});
    return {};
  }));
  return all;
}

}  // namespace

Result<void> score_survivors(const Workbench& bench, const Round& round,
                             const std::vector<Survivor>& survivors) {
  if (bench.roles.asked_scorer != nullptr) return ask_scores(bench, round, survivors);
  const std::filesystem::path path = scores_path(round.folder);
  const LineSource source = TRY(LineSource::open(candidates_path(round.folder)));
  std::size_t next = 0;
  StageFile file =
      TRY(StageFile::open(path, [&](const JsonView& line, const LinePlace&) -> Result<void> {
        const std::string key = line["key"].string();
        if (next < survivors.size() && survivors[next].key.text() == key) {
          ++next;
          return {};
        }
        return fail(ErrorCode::kBadData,
                    "'" + key + "' is not the next drawing; remove the folder and begin again",
                    path.string());
      }));
  std::size_t done = next;
  TRY(for_each_in_order(
      bench.options.jobs,
      [&]() -> std::optional<std::size_t> {
        if (next == survivors.size() || bench.options.cancel.cancelled()) return std::nullopt;
        return next++;
      },
      [&](std::size_t i) -> Result<std::string> {
        const Survivor& survivor = survivors[i];
        const std::string code = TRY(source.field(survivor.place, "code"));
        const std::uint64_t steps = TRY(source.number(survivor.place, "steps"));
        const scene::Scene scene = TRY(bench.drawer.drawing_of(survivor.key.text(), code));
        const Scorer& scorer = *bench.roles.scorer;
        std::string_view category;
        if (bench.options.settings.balance) {
          category =
              mint::turtle::kCategories[bench.roles.describer->classify(code, scene).category];
        }
        return score_line(survivor.key, scorer.name(), scorer.score(scene, {code, steps, false}),
                          category);
      },
      [&](const std::string& line) -> Result<void> {
        TRY(file.append(line));
        bench.report(round.named("scores"), ++done, survivors.size());
        return {};
      }));
  TRY(file.finish());
  return not_cancelled(bench);
}

Result<std::vector<Elite>> choose_elite(const Workbench& bench, const Round& round,
                                        const std::vector<Survivor>& survivors) {
  const std::filesystem::path path = elite_path(round.folder);
  if (may_exist(path)) return read_elite(path);
  const LineSource source = TRY(LineSource::open(candidates_path(round.folder)));
  const TurtleSettings& settings = bench.options.settings;
  std::vector<Ranked> ranked =
      TRY(read_totals(scores_path(round.folder), settings, source, survivors));
  sort_best_first(ranked);
  keep_best(settings.keep, ranked);
  std::sort(ranked.begin(), ranked.end(),
            [](const Ranked& a, const Ranked& b) { return a.survivor < b.survivor; });
  BarrierFile file = TRY(BarrierFile::begin(path));
  for (const Ranked& one : ranked) {
    const Survivor& survivor = survivors[one.survivor];
    const std::string code = TRY(source.field(survivor.place, "code"));
    const std::string drawing = TRY(source.field(survivor.place, "drawing"));
    std::string text = fmt::format(R"({{"id":"{}","key":"{}","drawing":"{}","total":)",
                                   bench.programs.id(survivor.key, short_key(drawing)),
                                   survivor.key.text(), drawing);
    append_number(one.total, text);
    text += ",\"code\":";
    append_quoted(code, text);
    TRY(file.add(text + "}\n"));
  }
  TRY(file.finish());
  return read_elite(path);
}

}  // namespace papert::datagen
