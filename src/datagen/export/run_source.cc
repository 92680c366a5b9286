// Examples from what models answered. The log is read once for what became of each sample and where
// its line is; a reply is read again when its example is written. Equal replies to one task count
// once, whichever run or epoch they are from.
#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/file.h"
#include "base/sha256.h"
#include "base/text.h"
#include "datagen/export/source.h"
#include "run/folder.h"
#include "run/log.h"

namespace papert::datagen {
namespace {

struct LoggedReply {
  std::size_t task = 0;
  std::size_t run = 0;
  std::int64_t epoch = 0;
  std::size_t offset = 0;
  std::size_t bytes = 0;
  std::uint64_t text = 0;  // the beginning of its hash
  suite::Verdict verdict = suite::Verdict::kInternalError;
};

/// Places in the list of replies.
struct RunExample {
  std::size_t reply = 0;
  std::size_t rejected = 0;
  std::size_t number = 0;  // among the task's, from 1
};

/// What the model is shown about a reply that was not right.
std::string feedback_text(const run::Record& record) {
  const std::string* message = record.detail_text("message");
  std::string text;
  switch (record.verdict) {
    case suite::Verdict::kNoAnswer:
      text = "There was no answer in your reply.";
      break;
    case suite::Verdict::kTruncated:
      text = "Your reply was cut off before its end.";
      break;
    default:
      text = "Your answer is not right.";
  }
  if (message != nullptr && record.verdict != suite::Verdict::kNoAnswer) {
    text += fmt::format(" ({}: {})", suite::verdict_name(record.verdict), *message);
  } else if (record.verdict != suite::Verdict::kWrong) {
    text += fmt::format(" ({})", suite::verdict_name(record.verdict));
  }
  return text + " Give the whole answer again, corrected, in the form that was asked for.";
}

class RunSource final : public ExportSource {
 public:
  RunSource(run::RecordedRun opened, RunSourceOptions options)
      : opened_(std::move(opened)), options_(std::move(options)) {
    for (std::size_t i = 0; i < opened_.tasks->size(); ++i) index_.emplace(opened_.tasks->id(i), i);
  }

  Result<void> read(const std::filesystem::path& folder);
  /// Makes examples of what was read.
  void arrange();

  [[nodiscard]] std::string suite() const override { return opened_.config.suite; }
  [[nodiscard]] const suite::TaskSet& tasks() const override { return *opened_.tasks; }
  [[nodiscard]] std::size_t size() const override { return examples_.size(); }
  [[nodiscard]] std::size_t task_of(std::size_t index) const override {
    return replies_[examples_[index].reply].task;
  }
  [[nodiscard]] Result<ExportRecord> record(std::size_t index) const override;
  [[nodiscard]] std::vector<SourceFact> facts() const override;

 private:
  [[nodiscard]] bool wanted(const LoggedReply& reply) const {
    return options_.verdicts.contains(reply.verdict);
  }
  void add_examples(std::span<const std::size_t> good, std::span<const std::size_t> chosen);
  [[nodiscard]] Result<run::Record> reply_at(std::size_t place) const;
  [[nodiscard]] std::string reference(std::size_t task) const {
    std::string text = opened_.tasks->reference(task);
    return options_.fence ? fenced(text) : text;
  }

  run::RecordedRun opened_;
  RunSourceOptions options_;
  std::unordered_map<std::string, std::size_t> index_;
  std::vector<FileDescriptor> logs_;
  std::vector<std::string> names_;
  std::vector<SourceFact> runs_;
  std::vector<LoggedReply> replies_;
  std::vector<RunExample> examples_;
};

std::uint64_t text_key(const std::string& text) {
  const std::string hash = sha256_hex(text);
  std::uint64_t key = 0;
  std::from_chars(hash.data(), hash.data() + 16, key, 16);
  return key;
}

Result<void> RunSource::read(const std::filesystem::path& folder) {
  const run::RunConfig config = TRY(run::read_config(folder));
  if (config.suite != opened_.config.suite || config.data_hash != opened_.config.data_hash) {
    return fail(ErrorCode::kUsage, "this run is about other tasks than the first one",
                folder.string());
  }
  const std::filesystem::path log = run::samples_path(folder);
  FileDescriptor file = TRY(open_file(log, O_RDONLY));
  std::size_t strange = 0;
  std::size_t later = 0;
  run::LogReport report = TRY(run::read_log(log, run::Part::kAll, [&](run::Record& record) {
    const auto task = index_.find(record.id);
    if (task == index_.end()) {
      ++strange;
    } else if (record.turns.size() > 1) {
      ++later;  // its last reply answers a conversation, not the task's prompt
    } else if (record.scored() && record.texts.reply && !record.texts.reply->empty()) {
      replies_.push_back({.task = task->second,
                          .run = logs_.size(),
                          .epoch = record.epoch,
                          .offset = record.offset,
                          .bytes = record.bytes,
                          .text = text_key(*record.texts.reply),
                          .verdict = record.verdict});
    }
  }));
  if (strange > 0) {
    problems_.push_back(
        {ErrorCode::kBadData,
         fmt::format("{} samples are of tasks that the data no longer have", strange),
         folder.string()});
  }
  problems_.insert(problems_.end(), report.damaged.begin(), report.damaged.end());
  logs_.push_back(std::move(file));
  names_.push_back(log.string());
  runs_.emplace_back("run", run::short_name(config, *opened_.suite) + " " + config.id());
  if (later > 0) runs_.emplace_back("left out", fmt::format("{} samples of several turns", later));
  return {};
}

/// A task's examples: `chosen` are the replies that the options name, `good` those that are right.
void RunSource::add_examples(std::span<const std::size_t> good,
                             std::span<const std::size_t> chosen) {
  std::size_t count = chosen.size();
  if (options_.form == RunForm::kReferences) count = std::min<std::size_t>(count, 1);
  if (options_.form == RunForm::kPairs && !options_.reference_is_good) {
    count = std::min(count, good.size());
  }
  for (std::size_t i = 0; i < count; ++i) {
    const bool pair = options_.form == RunForm::kPairs && !options_.reference_is_good;
    examples_.push_back(
        {.reply = pair ? good[i] : chosen[i], .rejected = chosen[i], .number = i + 1});
  }
}

void RunSource::arrange() {
  std::ranges::sort(replies_, [](const LoggedReply& a, const LoggedReply& b) {
    return std::tie(a.task, a.run, a.epoch) < std::tie(b.task, b.run, b.epoch);
  });
  for (std::size_t begin = 0; begin < replies_.size();) {
    std::vector<std::size_t> good;
    std::vector<std::size_t> chosen;
    std::set<std::uint64_t> seen;
    std::size_t end = begin;
    for (; end < replies_.size() && replies_[end].task == replies_[begin].task; ++end) {
      if (!seen.insert(replies_[end].text).second) continue;
      if (replies_[end].verdict == suite::Verdict::kRight) good.push_back(end);
      if (wanted(replies_[end])) chosen.push_back(end);
    }
    add_examples(good, chosen);
    begin = end;
  }
}

Result<run::Record> RunSource::reply_at(std::size_t place) const {
  const LoggedReply& reply = replies_[place];
  const std::string& name = names_[reply.run];
  const std::string line = TRY(read_at(logs_[reply.run].get(), reply.offset, reply.bytes, name));
  run::RecordReader reader(run::Part::kAll);
  auto record = reader.read(line);
  if (!record || !*record || !(*record)->texts.reply) {
    return fail(ErrorCode::kIo, "the log changed while it was read", name);
  }
  return std::move(**record);
}

Result<ExportRecord> RunSource::record(std::size_t index) const {
  const RunExample& example = examples_[index];
  const std::size_t task = task_of(index);
  ExportRecord made = TRY(task_record(opened_, task));
  if (options_.form != RunForm::kReferences) made.id += "#" + std::to_string(example.number);
  made.target = reference(task);
  if (options_.form == RunForm::kReferences) return made;
  const run::Record reply = TRY(reply_at(example.reply));
  if (options_.form == RunForm::kRepair) {
    made.prompt.push_back({"assistant", *reply.texts.reply});
    made.prompt.push_back({"user", feedback_text(reply)});
    return made;
  }
  if (options_.form == RunForm::kReplies || !options_.reference_is_good) {
    made.target = *reply.texts.reply;
  }
  if (options_.form == RunForm::kPairs) {
    run::Record rejected = TRY(reply_at(example.rejected));
    made.rejected = std::move(*rejected.texts.reply);
  }
  return made;
}

std::vector<SourceFact> RunSource::facts() const {
  std::vector<SourceFact> facts = task_facts(opened_);
  facts.insert(facts.end(), runs_.begin(), runs_.end());
  std::string verdicts;
  for (const suite::Verdict verdict : options_.verdicts) {
    verdicts += (verdicts.empty() ? "" : ", ") + std::string(suite::verdict_name(verdict));
  }
  const std::string good = options_.reference_is_good ? "the reference" : "a right reply";
  switch (options_.form) {
    case RunForm::kReplies:
      facts.emplace_back("target", "replies that are " + verdicts);
      break;
    case RunForm::kReferences:
      facts.emplace_back("target", "the reference of tasks with replies that are " + verdicts);
      break;
    case RunForm::kPairs:
      facts.emplace_back("target", good + ", beside a reply that is " + verdicts);
      break;
    case RunForm::kRepair:
      facts.emplace_back("target", "the reference, after a reply that is " + verdicts);
      break;
  }
  return facts;
}

}  // namespace

Result<std::unique_ptr<ExportSource>> run_source(run::RecordedRun opened,
                                                 const std::vector<std::filesystem::path>& runs,
                                                 const RunSourceOptions& options) {
  auto source = std::make_unique<RunSource>(std::move(opened), options);
  for (const std::filesystem::path& run : runs) TRY(source->read(run));
  source->arrange();
  return std::unique_ptr<ExportSource>(std::move(source));
}

}  // namespace papert::datagen
