#include "analysis/calibration.h"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "base/format.h"
#include "base/jsonl.h"
#include "base/paths.h"
#include "base/text.h"
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

Result<std::vector<score::LabelledScore>> read_labels(const CalibrationInput& input,
                                                      std::vector<Error>& problems) {
  const std::map<SampleKey, double> scores = TRY(read_scores(input, problems));
  std::vector<score::LabelledScore> labels;
  const auto read = [&](const Json& json, const std::string& where) -> Result<void> {
    const SampleKey key = TRY(key_of(json, where));
    const bool same = TRY(get_bool(json, "same", where));
    std::optional<double> similarity = TRY(get_optional_number(json, input.metric, where));
    const auto known = scores.find(key);
    if (known != scores.end()) similarity = known->second;
    if (!similarity) {
      return fail(ErrorCode::kBadData,
                  fmt::format("'{}' (epoch {}) has no {}", key.first, key.second, input.metric),
                  where);
    }
    labels.push_back({*similarity, same});
    return {};
  };
  TRY(each_line(input.labels, problems, read));
  if (!labels.empty()) return labels;
  if (!problems.empty()) return fail(problems.front());
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
  const std::vector<score::LabelledScore> labels = TRY(read_labels(input, calibration.problems));
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
