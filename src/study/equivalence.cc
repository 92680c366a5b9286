#include "study/equivalence.h"

#include <algorithm>

#include "base/file.h"
#include "base/for_each_in_order.h"
#include "base/format.h"
#include "mint/turtle/drawing.h"
#include "raster/drawing_picture.h"
#include "raster/png.h"
#include "score/faithful.h"

namespace papert::study {
namespace {

void judge_trial(const score::PaintedDrawing& original, const score::Keep& keep, Trial& trial) {
  const score::PaintedDrawing variant(trial.variant.scene);
  const score::DrawingComparison pixels =
      score::compare_drawings(original, variant, {.explain = score::Explain::kNever, .keep = keep});
  const score::FaithfulComparison faithful = score::compare_faithfully(original, variant, keep);
  trial.judged_same = {pixels.success, faithful.success};
  trial.similarity = {1 - pixels.difference, 1 - faithful.difference()};
}

void count(const Trial& trial, Tally& tally) {
  ++tally.trials;
  for (std::size_t rule = 0; rule < kAllRules.size(); ++rule) {
    tally.correct[rule] += trial.correct(rule) ? 1 : 0;
  }
}

void count(Trial trial, EquivalenceReport& report) {
  count(trial, report.all);
  auto kind = std::find_if(report.kinds.begin(), report.kinds.end(),
                           [&](const Tally& each) { return each.kind == trial.variant.kind; });
  if (kind == report.kinds.end()) {
    kind = report.kinds.insert(report.kinds.end(), Tally{.kind = std::string(trial.variant.kind),
                                                         .same = trial.variant.same});
  }
  count(trial, *kind);
  if (!trial.correct(0) || !trial.correct(1)) report.failures.push_back(std::move(trial));
}

Result<std::vector<Trial>> trials_of(const mint::turtle::ProgramBook& book,
                                     lang::turtle::JailPool& jails, const score::Keep& keep,
                                     std::int64_t seed, std::size_t difficulty) {
  const mint::turtle::FreshDrawing minted =
      TRY(mint::turtle::mint_drawing(book, jails, seed, difficulty, "fresh"));
  const score::PaintedDrawing original(minted.scene);
  std::vector<Variant> variants = TRY(make_variants(jails, minted.code, minted.scene, seed, keep));
  std::vector<Trial> trials;
  for (Variant& variant : variants) {
    const bool apart = variant.original.has_value();
    trials.push_back({.id = minted.id,
                      .original = apart ? *variant.original : minted.scene,
                      .variant = std::move(variant)});
    judge_trial(apart ? score::PaintedDrawing(trials.back().original) : original, keep,
                trials.back());
  }
  return trials;
}

std::string file_name(const Trial& trial) {
  std::string name = trial.id + "-" + std::string(trial.variant.kind);
  std::ranges::replace(name, ' ', '_');
  return name;
}

}  // namespace

raster::Image picture_of(const Trial& trial) {
  constexpr int kGap = 8;
  constexpr std::uint8_t kGray = 160;
  const raster::Image left = raster::clean_picture(trial.original);
  const raster::Image right = raster::clean_picture(trial.variant.scene);
  raster::Image both(left.width() + right.width() + kGap, std::max(left.height(), right.height()),
                     raster::PixelFormat::kRgb, kGray);
  for (const auto& [picture, offset] : {std::pair(&left, 0), {&right, left.width() + kGap}}) {
    for (int y = 0; y < picture->height(); ++y) {
      std::copy_n(picture->row(y), 3 * picture->width(), both.row(y) + std::ptrdiff_t{3} * offset);
    }
  }
  return both;
}

Result<EquivalenceReport> try_rules(const EquivalenceOptions& options,
                                    const suite::WriteOptions& write) {
  const mint::turtle::ProgramBook book = TRY(mint::turtle::ProgramBook::open());
  lang::turtle::JailPool jails({});
  EquivalenceReport report;
  std::size_t next = 0;
  TRY(for_each_in_order(
      write.jobs,
      [&]() -> std::optional<std::size_t> {
        if (next == options.count || write.cancel.cancelled()) return std::nullopt;
        return next++;
      },
      [&](std::size_t index) {
        return trials_of(
            book, jails, options.keep,
            options.seed + static_cast<std::int64_t>(index / mint::turtle::kDifficulties.size()),
            index % mint::turtle::kDifficulties.size());
      },
      [&](std::vector<Trial> trials) -> Result<void> {
        for (Trial& trial : trials) count(std::move(trial), report);
        ++report.programs;
        if (write.progress) write.progress(report.programs, options.count);
        return {};
      }));
  if (write.cancel.cancelled()) return fail(ErrorCode::kCancelled, "interrupted");
  std::stable_partition(report.kinds.begin(), report.kinds.end(),
                        [](const Tally& tally) { return tally.same; });
  return report;
}

Json to_json(const EquivalenceReport& report) {
  const auto line = [](const Tally& tally) {
    Json json;
    json["trials"] = tally.trials;
    for (std::size_t rule = 0; rule < kAllRules.size(); ++rule) {
      json[std::string(kRuleNames[rule])] = tally.accuracy(rule);
    }
    return json;
  };
  Json json{{"format", kFormat}};
  json["programs"] = report.programs;
  json["all"] = line(report.all);
  for (const Tally& tally : report.kinds) {
    Json kind = line(tally);
    kind["kind"] = tally.kind;
    kind["expected"] = tally.same ? "same" : "different";
    json["kinds"].push_back(std::move(kind));
  }
  return json;
}

Result<void> write_failures(const std::filesystem::path& out, const EquivalenceReport& report) {
  for (std::size_t rule = 0; rule < kAllRules.size(); ++rule) {
    const std::filesystem::path folder = out / kRuleNames[rule];
    TRY(make_directories(folder));
    for (const Trial& trial : report.failures) {
      if (trial.correct(rule)) continue;
      const std::string name = file_name(trial);
      const std::string png = raster::encode_png(picture_of(trial), {.compact = true});
      TRY(write_file(folder / (name + ".png"), png, Durability::kUnsynced));
      TRY(write_file(folder / (name + ".py"), trial.variant.code, Durability::kUnsynced));
    }
  }
  return {};
}

}  // namespace papert::study
