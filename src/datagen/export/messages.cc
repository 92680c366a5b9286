// Chat messages with pictures beside them, as Unsloth and most scripts for Hugging Face's trainers
// read them:
//
//     sft    {"id", "messages": [user, assistant], "images": ["images/3f09....png"]}
//     rl     {"id", "messages": [user], "images", "ground_truth", "suite", "task"}
//     pairs  {"id", "prompt": [user], "chosen": [assistant], "rejected": [assistant], "images"}
#include "datagen/export/formats.h"
#include "datagen/export/lines.h"

namespace papert::datagen {
namespace {

class MessagesWriter final : public ExportWriter {
 public:
  MessagesWriter(std::filesystem::path out, ExportUse use, SplitLines lines)
      : out_(std::move(out)), use_(use), lines_(std::move(lines)) {}

  [[nodiscard]] Result<void> add(const ExportRecord& record) override {
    Json line;
    line["id"] = record.id;
    if (use_ == ExportUse::kPairs) {
      add_pair(record, line);
    } else {
      line["messages"] = use_ == ExportUse::kSft ? all_turns(record) : prompt_turns(record);
    }
    line["images"] = TRY(store_pictures(out_, record));
    if (use_ == ExportUse::kRl) {
      line["ground_truth"] = record.ground_truth;
      line["suite"] = record.suite;
      line["task"] = record.task;
    }
    return lines_.add(record.split, line);
  }

  [[nodiscard]] Result<void> finish() override { return lines_.finish(); }

 private:
  std::filesystem::path out_;
  ExportUse use_;
  SplitLines lines_;
};

}  // namespace

OpenedWriter open_messages(const std::filesystem::path& out, const ExportPlan& plan) {
  SplitLines lines = TRY(SplitLines::create(out, "{}.jsonl", plan));
  return std::make_unique<MessagesWriter>(out, plan.use, std::move(lines));
}

}  // namespace papert::datagen
