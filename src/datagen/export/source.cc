#include "datagen/export/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/jsonl.h"
#include "base/named_lines.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"
#include "suite/ground_truth.h"

namespace papert::datagen {
namespace {

/// Replies by task id, found again by their place in the file.
class Labels {
 public:
  static Result<Labels> open(const std::filesystem::path& path) {
    Labels labels;
    labels.lines_ = TRY(NamedLines::of(path));
    LineReader reader = TRY(LineReader::open(path));
    Line line;
    while (TRY(reader.next(line))) {
      if (line.blank()) continue;
      const std::string where = fmt::format("{}:{}", path.string(), line.number);
      const Json json = TRY(parse_json(line.text, where));
      const std::string id = TRY(get_string(json, "id", where));
      const std::string status = TRY(get_string(json, "status", where));
      if (status != "accepted" && status != "original_code") continue;
      TRY(labels.lines_.note(id, line.offset, line.text.size()));
    }
    labels.lines_.sort(NamedLines::Twice::kLast);
    return labels;
  }

  /// Nothing where the task has no label.
  [[nodiscard]] Result<std::optional<std::string>> text(const std::string& id) const {
    const auto place = lines_.find(id);
    if (!place) return std::optional<std::string>();
    const std::string line = TRY(lines_.line(*place));
    const Json json = TRY(parse_json(line, lines_.source()));
    std::string label = TRY(get_string(json, "text", lines_.source()));
    return std::optional(std::move(label));
  }

  [[nodiscard]] std::size_t size() const { return lines_.size(); }

 private:
  NamedLines lines_;
};

/// The program, letter or value of the reference, or the task itself.
std::string ground_truth_of(const suite::TaskSet& tasks, std::size_t index,
                            const std::string& reference) {
  if (const auto* truths = dynamic_cast<const suite::GroundTruths*>(&tasks)) {
    return truths->ground_truth(index);
  }
  const reply::Answer answer = tasks.read(reference, reply::Extraction::kLenient);
  return answer.first().code.empty() ? reference : answer.first().code;
}

Result<std::unordered_set<std::string>> ids_in(const std::filesystem::path& file) {
  std::unordered_set<std::string> ids;
  LineReader reader = TRY(LineReader::open(file));
  Line line;
  while (TRY(reader.next(line))) {
    if (!line.blank()) ids.emplace(trim(line.text));
  }
  return ids;
}

class TaskSource final : public ExportSource {
 public:
  TaskSource(std::vector<AskedTasks> ways, bool fence) : ways_(std::move(ways)), fence_(fence) {}

  Result<void> open_files(const TaskSourceOptions& options) {
    if (!options.labels.empty()) labels_ = TRY(Labels::open(options.labels));
    if (!options.splits.empty()) {
      validation_ = TRY(ids_in(options.splits / "validation.txt"));
      const std::filesystem::path evaluation = options.splits / "evaluation.txt";
      if (may_exist(evaluation)) evaluation_ = TRY(ids_in(evaluation));
      has_splits_ = true;
    }
    return {};
  }

  [[nodiscard]] std::string suite() const override { return ways_.front().opened.config.suite; }
  [[nodiscard]] const suite::TaskSet& tasks() const override { return *ways_.front().opened.tasks; }
  [[nodiscard]] std::size_t size() const override { return tasks().size() * ways_.size(); }
  [[nodiscard]] std::size_t task_of(std::size_t index) const override {
    return index / ways_.size();
  }

  [[nodiscard]] Result<ExportRecord> record(std::size_t index) const override {
    const AskedTasks& way = ways_[index % ways_.size()];
    ExportRecord record = TRY(task_record(way.opened, task_of(index)));
    record.id += way.suffix;
    if (fence_) record.target = fenced(record.target);
    if (labels_) {
      auto label = TRY(labels_->text(record.task));
      if (label) record.target = std::move(*label);
    }
    return record;
  }

  [[nodiscard]] std::string split_of(std::size_t index) const override {
    if (!has_splits_) return {};
    const std::string id = tasks().id(task_of(index));
    if (evaluation_.contains(id)) return "evaluation";
    return validation_.contains(id) ? "validation" : "train";
  }

  [[nodiscard]] std::vector<std::string> score_words() const override {
    return datagen::score_words(ways_.front().opened.config);
  }

  [[nodiscard]] std::vector<SourceFact> facts() const override {
    std::vector<SourceFact> facts = task_facts(ways_.front().opened);
    if (labels_) {
      facts.emplace_back("target",
                         fmt::format("labels, {} of them; else the reference",
                                     format_count(static_cast<std::int64_t>(labels_->size()))));
    } else {
      facts.emplace_back("target", fence_ ? "the reference in a code block" : "the reference");
    }
    return facts;
  }

 private:
  std::vector<AskedTasks> ways_;
  bool fence_;
  std::optional<Labels> labels_;
  std::unordered_set<std::string> validation_;
  std::unordered_set<std::string> evaluation_;
  bool has_splits_ = false;
};

}  // namespace

std::string fenced(const std::string& text) {
  if (text.find("```") != std::string::npos) return text;
  const bool python = text.starts_with("def ") || text.find("\ndef ") != std::string::npos;
  return fmt::format("```{}\n{}\n```\n", python ? "python" : "", trim(text));
}

namespace {

/// As src/reward reads it (reward/task_ref.h), which scores but is no part of data.
std::string ref_of(const run::RecordedRun& opened, const std::string& id) {
  const run::DataSource& data = opened.config.data;
  Json json{{"v", 1}, {"suite", opened.config.suite}};
  json["modes"] = opened.config.modes;
  json["id"] = id;
  Json& source = json["src"];
  if (data.folder.empty()) source["mint"] = {{"seed", data.seed}, {"count", data.count}};
  if (!data.folder.empty()) source["data"] = data.folder;
  Json& place = data.folder.empty() ? source["mint"] : source;
  if (!data.tiers.empty()) place["tiers"] = data.tiers;
  place["hash"] = opened.tasks->data_hash();
  return dump_json(json);
}

}  // namespace

Result<ExportRecord> task_record(const run::RecordedRun& opened, std::size_t index) {
  const suite::TaskSet& tasks = *opened.tasks;
  suite::Prompt prompt = TRY(tasks.prompt(index, opened.config.prompt_text));
  ExportRecord record;
  record.id = tasks.id(index);
  record.task = record.id;
  record.suite = opened.config.suite;
  record.prompt.push_back({"user", std::move(prompt.text)});
  record.pictures.reserve(prompt.images.size());
  for (std::string& image : prompt.images) {
    std::string name = sha256_hex(image) + ".png";
    record.pictures.push_back({std::move(name), std::move(image)});
  }
  record.target = tasks.reference(index);
  record.ground_truth = ground_truth_of(tasks, index, record.target);
  record.ref = ref_of(opened, record.task);
  record.tags = tasks.task(index).tags;
  return record;
}

std::vector<SourceFact> task_facts(const run::RecordedRun& opened) {
  const run::RunConfig& config = opened.config;
  std::vector<SourceFact> facts{{"suite", config.suite}};
  if (config.data.folder.empty()) {
    facts.emplace_back("data", fmt::format("minted from seed {}, {} per tier", config.data.seed,
                                           config.data.count));
  } else {
    const std::filesystem::path folder = config.data.folder;
    facts.emplace_back("data",
                       (folder.has_filename() ? folder : folder.parent_path()).filename().string());
  }
  facts.emplace_back("data hash", opened.tasks->data_hash());
  for (const auto& [key, value] : config.modes) facts.emplace_back("mode " + key, value);
  facts.emplace_back("prompt template", "sha256 " + sha256_hex(config.prompt_text));
  return facts;
}

std::vector<std::string> score_words(const run::RunConfig& config) {
  std::vector<std::string> words{config.suite};
  if (config.data.folder.empty()) {
    words.insert(words.end(), {"--mint", std::to_string(config.data.seed), "--count",
                               std::to_string(config.data.count)});
  } else {
    words.insert(words.end(), {"--data", config.data.folder});
  }
  for (const std::string& tier : config.data.tiers) words.insert(words.end(), {"--tier", tier});
  for (const auto& [key, value] : config.modes) {
    words.insert(words.end(), {"--mode", fmt::format("{}={}", key, value)});
  }
  return words;
}

Result<std::unique_ptr<ExportSource>> task_source(std::vector<AskedTasks> ways,
                                                  const TaskSourceOptions& options) {
  auto source = std::make_unique<TaskSource>(std::move(ways), options.fence);
  TRY(source->open_files(options));
  return std::unique_ptr<ExportSource>(std::move(source));
}

}  // namespace papert::datagen
