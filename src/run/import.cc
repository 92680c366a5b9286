#include "run/import.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

#include "base/jsonl.h"
#include "base/thread_pool.h"
#include "run/folder.h"
#include "run/log.h"
#include "run/sample.h"

namespace papert::run {
namespace {

/// The reply as it is judged.
model::Reply judged_reply(const ForeignSample& sample, const ImportOptions& options) {
  if (sample.failure.empty()) return sample.reply;
  const bool judged = sample.recorded.any() && !options.failures_apart;
  return judged ? sample.reply : model::Reply::failed(sample.failure);
}

class Importing {
 public:
  Importing(const suite::TaskSet& tasks, const std::filesystem::path& folder, JsonlWriter log,
            const ForeignRun& run, const PlacedRun& placed, const ImportOptions& options)
      : options_(options),
        log_(std::move(log)),
        pictures_(folder, placed.tasks.size() * static_cast<std::size_t>(placed.epochs)),
        maker_(tasks, options.extraction, pictures_) {
    prompt_.text = run.prompt;
  }

  [[nodiscard]] Result<void> run(const std::vector<const PlacedSample*>& samples) {
    Result<void> output;
    std::size_t next = 0;
    std::size_t done = 0;
    ordered_pipeline(
        options_.jobs, 4 * options_.jobs,
        [&]() -> std::optional<const PlacedSample*> {
          if (next == samples.size() || options_.cancel.cancelled()) return std::nullopt;
          return samples[next++];
        },
        [&](const PlacedSample* sample) { return record_of(*sample); },
        [&](const Record& record) {
          if (output) output = log_.write(to_json(record));
          if (!output) options_.cancel.cancel();
          if (options_.progress) options_.progress(++done, samples.size());
        });
    TRY(std::move(output));
    TRY(log_.sync());
    if (options_.cancel.cancelled()) {
      return fail(ErrorCode::kCancelled, "interrupted: repeat the command to go on");
    }
    TRY(pictures_.settle());
    return {};
  }

 private:
  Record record_of(const PlacedSample& placed) const {
    const ForeignSample& sample = *placed.sample;
    const model::Reply reply = judged_reply(sample, options_);
    try {
      const ReadReply reading = maker_.read(placed.task, placed.epoch, reply, options_.cancel);
      Record record =
          maker_.make(placed.task, placed.epoch, {prompt_, reply}, reading, {}, sample.latency_ms);
      if (!sample.failure.empty()) record.detail["recorded_failure"] = sample.failure;
      return record;
    } catch (const std::exception& error) {
      return maker_.internal_error(placed.task, placed.epoch, error.what());
    }
  }

  const ImportOptions& options_;
  JsonlWriter log_;
  PictureStore pictures_;
  SampleMaker maker_;
  suite::Prompt prompt_;
};

}  // namespace

PlacedRun place_samples(const ForeignRun& run, const suite::TaskSet& tasks) {
  std::unordered_map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < tasks.size(); ++i) index.emplace(tasks.id(i), i);
  PlacedRun placed;
  std::set<std::pair<std::size_t, std::int64_t>> seen;
  std::map<std::size_t, std::int64_t> next;  // epoch of a task whose samples do not say it
  std::set<std::size_t> wanted;
  for (const ForeignSample& sample : run.samples) {
    const auto task = index.find(sample.id);
    if (task == index.end()) {
      placed.problems.push_back(
          {ErrorCode::kBadData, "there is no task '" + sample.id + "' in the data", sample.where});
      continue;
    }
    const std::int64_t epoch = sample.epoch ? *sample.epoch : next[task->second]++;
    if (!seen.emplace(task->second, epoch).second) {
      placed.problems.push_back(
          {ErrorCode::kBadData,
           fmt::format("a second sample of task '{}', epoch {}: the first counts", sample.id,
                       epoch),
           sample.where});
      continue;
    }
    placed.samples.push_back({task->second, epoch, &sample});
    placed.epochs = std::max(placed.epochs, epoch + 1);
    wanted.insert(task->second);
  }
  for (const std::string& id : run.selected) {
    const auto task = index.find(id);
    if (task != index.end()) wanted.insert(task->second);
    if (task == index.end()) ++placed.unknown_selected;
  }
  placed.tasks.assign(wanted.begin(), wanted.end());
  return placed;
}

Json imported_json(const ForeignRun& run) {
  Json json{{"format", foreign_format_name(run.format)},
            {"source", run.source.filename().string()},
            {"sha256", run.sha256}};
  if (!run.name.empty()) json["run"] = run.name;
  json["unknown"] = run.unknown();
  return json;
}

Result<ImportReport> import_samples(const suite::TaskSet& tasks,
                                    const std::filesystem::path& folder, const Ledger& ledger,
                                    const ForeignRun& run, const PlacedRun& placed,
                                    const ImportOptions& options) {
  ImportReport report;
  std::set<std::pair<std::string, std::int64_t>> logged;
  TRY(read_log(samples_path(folder), Part::kOutcome,
               [&](const Record& record) { logged.emplace(record.id, record.epoch); }));
  std::vector<const PlacedSample*> missing;
  for (const PlacedSample& sample : placed.samples) {
    const bool failed = judged_reply(*sample.sample, options).status == model::ReplyStatus::kFailed;
    if (!sample.sample->failure.empty()) ++(failed ? report.failed : report.failed_as_empty);
    // A request that failed has nothing to add the second time.
    const bool there = ledger.is_scored(sample.task, sample.epoch) ||
                       (failed && logged.contains({sample.sample->id, sample.epoch}));
    if (there) ++report.there;
    if (!there) missing.push_back(&sample);
  }
  report.added = missing.size();
  if (missing.empty()) return report;
  JsonlWriter log = TRY(JsonlWriter::open_append(samples_path(folder)));
  Importing importing(tasks, folder, std::move(log), run, placed, options);
  TRY(importing.run(missing));
  return report;
}

}  // namespace papert::run
