// What AllenAI's Open-Instruct reads; text only. For rl, "dataset" names the verifier that judges a
// reply, which the user registers.
//
//     sft    {"messages": [user, assistant]}
//     rl     {"messages": [user], "ground_truth": "...", "dataset": "papert_xlogo"}
#include "datagen/export/lines.h"

namespace papert::datagen {
namespace {

Result<Json> open_instruct_line(const ExportRecord& record, const std::filesystem::path&,
                                const ExportPlan& plan) {
  Json line;
  line["messages"] = plan.use == ExportUse::kSft ? all_turns(record) : prompt_turns(record);
  if (plan.use == ExportUse::kRl) {
    line["ground_truth"] = record.ground_truth;
    line["dataset"] = "papert_" + record.suite;
  }
  return line;
}

}  // namespace

OpenedWriter open_open_instruct(const std::filesystem::path& out, const ExportPlan& plan) {
  return open_lines(out, plan, {.line = open_instruct_line});
}

}  // namespace papert::datagen
