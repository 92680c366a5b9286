// What TRL's trainers read. With pictures, a folder that load_dataset("imagefolder", ...) turns
// into rows with decoded pictures: metadata.jsonl lies inside the split's folder, beside images/.
// TRL puts the placeholders of its model in front of the first text itself, so there are none here.
// Text-only sets are plain lines.
//
//     sft    {"file_names": [...], "messages": [user, assistant]}
//     rl     {"file_names": [...], "prompt": [user], "ground_truth", "suite", "task"}
//     pairs  {"file_names": [...], "prompt": [user], "chosen": [assistant], "rejected":
//     [assistant]}
//
// All columns of rl but the prompt reach a reward function as keyword lists.
#include "datagen/export/formats.h"
#include "datagen/export/lines.h"

namespace papert::datagen {
namespace {

class TrlWriter final : public ExportWriter {
 public:
  TrlWriter(std::filesystem::path out, const ExportPlan& plan, SplitLines lines)
      : out_(std::move(out)), plan_(plan), lines_(std::move(lines)) {}

  [[nodiscard]] Result<void> add(const ExportRecord& record) override {
    Json line;
    if (plan_.pictures) line["file_names"] = TRY(store_pictures(out_ / record.split, record));
    if (plan_.use == ExportUse::kPairs) {
      add_pair(record, line);
    } else if (plan_.use == ExportUse::kSft) {
      line["messages"] = all_turns(record);
    } else {
      line["prompt"] = prompt_turns(record);
      line["ground_truth"] = record.ground_truth;
      line["suite"] = record.suite;
      line["task"] = record.task;
    }
    return lines_.add(record.split, line);
  }

  [[nodiscard]] Result<void> finish() override { return lines_.finish(); }

 private:
  std::filesystem::path out_;
  ExportPlan plan_;
  SplitLines lines_;
};

}  // namespace

OpenedWriter open_trl(const std::filesystem::path& out, const ExportPlan& plan) {
  const std::string pattern = plan.pictures ? "{}/metadata.jsonl" : "{}.jsonl";
  SplitLines lines = TRY(SplitLines::create(out, pattern, plan));
  return std::make_unique<TrlWriter>(out, plan, std::move(lines));
}

}  // namespace papert::datagen
