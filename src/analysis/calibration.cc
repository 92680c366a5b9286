#include "analysis/calibration.h"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "analysis/label_lines.h"
#include "base/format.h"
#include "base/jsonl.h"
#include "base/paths.h"
#include "base/text.h"
#include "run/config.h"
#include "run/folder.h"

namespace papert::analysis {
namespace {

using SampleKey = std::pair<std::string, std::int64_t>;  // id, epoch

/// Calls use(json, where) for every line of a file; a line that cannot be used is a problem.
template <class Use>
Result<void> each_line(const std::filesystem::path& path, std::vector<Error>& problems,
                       const Use& use) {
  LineReader reader = TRY(LineReader::open(path));
  Line line;
  while (TRY(reader.next(line))) {
    if (trim(line.text).empty()) continue;
    const std::string where = fmt::format("{}:{}", reader.name(), line.number);
    const auto json = parse_json(line.text, where);
    const Result<void> used = json ? use(*json, where) : Result<void>(fail(json.error()));
    if (!used) problems.push_back(used.error());
  }
  return {};
}

Result<SampleKey> key_of(const Json& json, const std::string& where) {
  std::string id = TRY(get_string(json, "id", where));
  const auto epoch = TRY(get_optional_int(json, "epoch", where));
  return SampleKey{std::move(id), epoch.value_or(0)};
}

Result<std::map<SampleKey, double>> read_scores(const CalibrationInput& input,
                                                std::vector<Error>& problems) {
  std::map<SampleKey, double> scores;
  if (input.scores.empty()) return scores;
  const bool is_run = is_folder(input.scores);
  const std::filesystem::path file = is_run ? run::samples_path(input.scores) : input.scores;
  const auto read = [&](const Json& json, const std::string& where) -> Result<void> {
    const SampleKey key = TRY(key_of(json, where));
    const auto metrics = json.find("metrics");
    if (metrics == json.end()) return fail(ErrorCode::kBadData, "there is no 'metrics'", where);
    const auto value = TRY(get_optional_number(*metrics, input.metric, where));
    if (value) scores[key] = *value;
    return {};
  };
  TRY(each_line(file, problems, read));
  return scores;
}

/// The labels with their scores.
class LabelledScores {
 public:
  LabelledScores(const CalibrationInput& input, std::map<SampleKey, double> scores)
      : input_(input), scores_(std::move(scores)) {}

  /// A label that names another run than that of the scores is about other drawings.
  Result<void> about_run() {
    if (input_.scores.empty() || !is_folder(input_.scores)) return {};
    run_ = TRY(run::read_config(input_.scores)).id();
    return {};
  }

  Result<void> read(const Json& json, const std::string& where) {
    if (!is_label_line(json)) {
      const SampleKey key = TRY(key_of(json, where));
      const bool same = TRY(get_bool(json, "same", where));
      const auto similarity = TRY(get_optional_number(json, input_.metric, where));
      return add(key, same, similarity, where);
    }
    pages_.add(TRY(read_label_line(json, where)));
    return {};
  }

  /// Of what a page of 'papert label' saved, the last line of a person counts.
  std::vector<score::LabelledScore> finish(Calibration& calibration) && {
    const LabelLog log = std::move(pages_).finish();
    for (const LabelLine& line : log.labels) {
      const bool other_run = !line.run.empty() && !run_.empty() && line.run != run_;
      if (line.kind != "same" || other_run) {
        ++calibration.other_labels;
        continue;
      }
      const auto added = add({line.id, line.epoch.value_or(0)}, line.values().front() == "same",
                             std::nullopt, line.where);
      if (!added) calibration.problems.push_back(added.error());
    }
    return std::move(labels_);
  }

 private:
  Result<void> add(const SampleKey& key, bool same, std::optional<double> similarity,
                   const std::string& where) {
    const auto known = scores_.find(key);
    if (known != scores_.end()) similarity = known->second;
    if (!similarity) {
      return fail(ErrorCode::kBadData,
                  fmt::format("'{}' (epoch {}) has no {}", key.first, key.second, input_.metric),
                  where);
    }
    labels_.push_back({*similarity, same});
    return {};
  }

  const CalibrationInput& input_;
  std::map<SampleKey, double> scores_;
  std::string run_;
  LabelLogBuilder pages_;
  std::vector<score::LabelledScore> labels_;
};

Result<std::vector<score::LabelledScore>> read_labels(const CalibrationInput& input,
                                                      Calibration& calibration) {
  std::map<SampleKey, double> scores = TRY(read_scores(input, calibration.problems));
  LabelledScores reading(input, std::move(scores));
  TRY(reading.about_run());
  TRY(each_line(
      input.labels, calibration.problems,
      [&](const Json& json, const std::string& where) { return reading.read(json, where); }));
  std::vector<score::LabelledScore> labels = std::move(reading).finish(calibration);
  if (!labels.empty()) return labels;
  if (!calibration.problems.empty()) return fail(calibration.problems.front());
  return fail(ErrorCode::kBadData, "there are no labels", input.labels.string());
}

Json point_json(const score::CurvePoint& point) {
  const score::Confusion& counts = point.confusion;
  Json json;
  json["threshold"] = point.threshold;
  json["true_positive"] = counts.true_positive;
  json["false_positive"] = counts.false_positive;
  json["true_negative"] = counts.true_negative;
  json["false_negative"] = counts.false_negative;
  json["precision"] = number_or_null(counts.precision());
  json["recall"] = number_or_null(counts.recall());
  json["f1"] = number_or_null(counts.f1());
  json["accuracy"] = number_or_null(counts.accuracy());
  return json;
}

}  // namespace

Result<Calibration> calibrate(const CalibrationInput& input) {
  Calibration calibration;
  const std::vector<score::LabelledScore> labels = TRY(read_labels(input, calibration));
  calibration.labels = labels.size();
  calibration.curve = score::agreement_curve(labels);
  calibration.best = calibration.curve[score::best_point(calibration.curve)];
  calibration.given.threshold = input.threshold;
  calibration.given.confusion = score::confusion_at(labels, input.threshold);
  return calibration;
}

Json to_json(const Calibration& calibration) {
  Json json{{"format", kFormat}};
  json["labels"] = calibration.labels;
  json["given"] = point_json(calibration.given);
  json["best"] = point_json(calibration.best);
  for (const score::CurvePoint& point : calibration.curve) {
    json["curve"].push_back(point_json(point));
  }
  return json;
}

}  // namespace papert::analysis
