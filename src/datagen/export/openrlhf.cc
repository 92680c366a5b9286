// What OpenRLHF reads with its chat templates on; text only.
//
//     sft    {"input": [user, assistant]}
//     rl     {"input": [user], "label": "{\"suite\": ..., \"id\": ..., \"ground_truth\": ...}"}
//     pairs  {"prompt": [user], "chosen": [assistant], "rejected": [assistant]}
//
// A reward function or server is given the label and nothing else of the line, so the label is a
// JSON object that names the task, too.
#include "datagen/export/formats.h"
#include "datagen/export/lines.h"

namespace papert::datagen {
namespace {

class OpenRlhfWriter final : public ExportWriter {
 public:
  OpenRlhfWriter(ExportUse use, SplitLines lines) : use_(use), lines_(std::move(lines)) {}

  [[nodiscard]] Result<void> add(const ExportRecord& record) override {
    Json line;
    if (use_ == ExportUse::kPairs) {
      add_pair(record, line);
    } else {
      line["input"] = use_ == ExportUse::kSft ? all_turns(record) : prompt_turns(record);
    }
    if (use_ == ExportUse::kRl) {
      line["label"] = dump_json(Json{
          {"suite", record.suite}, {"id", record.task}, {"ground_truth", record.ground_truth}});
    }
    return lines_.add(record.split, line);
  }

  [[nodiscard]] Result<void> finish() override { return lines_.finish(); }

 private:
  ExportUse use_;
  SplitLines lines_;
};

}  // namespace

OpenedWriter open_openrlhf(const std::filesystem::path& out, const ExportPlan& plan) {
  SplitLines lines = TRY(SplitLines::create(out, "{}.jsonl", plan));
  return std::make_unique<OpenRlhfWriter>(plan.use, std::move(lines));
}

}  // namespace papert::datagen
