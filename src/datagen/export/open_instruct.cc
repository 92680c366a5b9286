// What AllenAI's Open-Instruct reads; text only. For rl, "dataset" names the verifier that judges a
// reply, which the user registers.
//
//     sft    {"messages": [user, assistant]}
//     rl     {"messages": [user], "ground_truth": "...", "dataset": "papert_xlogo"}
#include "datagen/export/formats.h"
#include "datagen/export/lines.h"

namespace papert::datagen {
namespace {

class OpenInstructWriter final : public ExportWriter {
 public:
  OpenInstructWriter(ExportUse use, SplitLines lines) : use_(use), lines_(std::move(lines)) {}

  [[nodiscard]] Result<void> add(const ExportRecord& record) override {
    Json line;
    line["messages"] = use_ == ExportUse::kSft ? all_turns(record) : prompt_turns(record);
    if (use_ == ExportUse::kRl) {
      line["ground_truth"] = record.ground_truth;
      line["dataset"] = "papert_" + record.suite;
    }
    return lines_.add(record.split, line);
  }

  [[nodiscard]] Result<void> finish() override { return lines_.finish(); }

 private:
  ExportUse use_;
  SplitLines lines_;
};

}  // namespace

OpenedWriter open_open_instruct(const std::filesystem::path& out, const ExportPlan& plan) {
  SplitLines lines = TRY(SplitLines::create(out, "{}.jsonl", plan));
  return std::make_unique<OpenInstructWriter>(plan.use, std::move(lines));
}

}  // namespace papert::datagen
