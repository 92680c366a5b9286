// Scores by a model: one picture, one request, six figures.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/json_text.h"
#include "datagen/asked_stage.h"
#include "datagen/turtle/round.h"

namespace papert::datagen {
namespace {

std::string asked_score_line(const CandidateKey& key, std::string_view by, const AskedScore& made) {
  std::string line = fmt::format(R"({{"key":"{}","by":)", key.text());
  append_quoted(by, line);
  if (made.status == "scored") {
    const RubricScores& scores = made.scores;
    const std::pair<const char*, double> figures[] = {
        {"geometry", scores.geometry},   {"visual", scores.visual},
        {"structure", scores.structure}, {"alignment", scores.alignment},
        {"education", scores.education}, {"color", scores.color},
        {"total", scores.total()}};
    for (const auto& [name, value] : figures) {
      line.append(",\"").append(name).append("\":");
      append_number(std::round(value * 1000) / 1000, line);
    }
  }
  line.append(R"(,"status":")").append(made.status).append("\"");
  if (!made.error.empty()) {
    line += ",\"error\":";
    append_quoted(made.error, line);
  }
  append_spent(made.spent, line);
  return line + "}";
}

AskedScore not_asked(const Spent& before) {
  AskedScore none;
  none.spent = before;
  none.status = "unscored";
  none.error = "nobody was asked";
  return none;
}

/// Where a candidate is among the survivors, which are in the order of their keys.
std::optional<std::size_t> place_of(const std::vector<Survivor>& survivors,
                                    const std::string& text) {
  const auto key = candidate_key(text);
  if (!key) return std::nullopt;
  const auto found =
      std::lower_bound(survivors.begin(), survivors.end(), *key,
                       [](const Survivor& a, const CandidateKey& b) { return a.key < b; });
  if (found == survivors.end() || found->key != *key) return std::nullopt;
  return static_cast<std::size_t>(found - survivors.begin());
}

}  // namespace

Result<void> ask_scores(const Workbench& bench, const Round& round,
                        const std::vector<Survivor>& survivors) {
  const AskedScorer& scorer = *bench.roles.asked_scorer;
  const LineSource source = TRY(LineSource::open(candidates_path(round.folder)));
  AskedStage stage;
  stage.path = scores_path(round.folder);
  stage.size = survivors.size();
  stage.index_of = [&](const std::string& key) { return place_of(survivors, key); };
  stage.make = [&](std::size_t index, const Spent& before) -> Result<AskedLine> {
    const Survivor& survivor = survivors[index];
    const std::string code = TRY(source.field(survivor.place, "code"));
    const scene::Scene scene = TRY(bench.drawer.drawing_of(survivor.key.text(), code));
    AskedScore made = TRY(scorer.score(survivor.key.text(), scene));
    made.spent += before;
    AskedLine line;
    line.text = asked_score_line(survivor.key, scorer.name(), made);
    if (made.status == kRequestFailed) line.error = std::move(made.error);
    return line;
  };
  if (bench.finish_at) {
    stage.close = [&](std::size_t index, const Spent& before) {
      return asked_score_line(survivors[index].key, scorer.name(), not_asked(before));
    };
  }
  stage.connections = scorer.connections();
  stage.cancel = bench.options.cancel;
  stage.report = [&](std::size_t done, std::size_t total) {
    bench.report(round.named("scores"), done, total);
  };
  return run_asked_stage(stage);
}

}  // namespace papert::datagen
