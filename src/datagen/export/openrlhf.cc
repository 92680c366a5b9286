// What OpenRLHF reads with its chat templates on; text only.
//
//     sft    {"input": [user, assistant]}
//     rl     {"input": [user], "label": "{\"suite\": ..., \"id\": ..., \"ground_truth\": ...}",
//            "papert": the task's reference}
//     pairs  {"prompt": [user], "chosen": [assistant], "rejected": [assistant]}
//
// A reward function or server is given the label and nothing else of the line, so the label is a
// JSON object that names the task, too. papert, to be chosen in place of it (--data.label_key),
// names the task for papert.adapters.openrlhf and `papert serve --reward`.
#include "datagen/export/lines.h"

namespace papert::datagen {
namespace {

Result<Json> openrlhf_line(const ExportRecord& record, const std::filesystem::path&,
                           const ExportPlan& plan) {
  Json line;
  if (plan.use == ExportUse::kPairs) {
    add_pair(record, line);
  } else {
    line["input"] = plan.use == ExportUse::kSft ? all_turns(record) : prompt_turns(record);
  }
  if (plan.use == ExportUse::kRl) {
    line["label"] = dump_json(
        Json{{"suite", record.suite}, {"id", record.task}, {"ground_truth", record.ground_truth}});
    line["papert"] = record.ref;
  }
  return line;
}

}  // namespace

OpenedWriter open_openrlhf(const std::filesystem::path& out, const ExportPlan& plan) {
  return open_lines(out, plan, {.line = openrlhf_line});
}

}  // namespace papert::datagen
