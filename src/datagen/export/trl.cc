// What TRL's trainers read. With pictures, a folder that load_dataset("imagefolder", ...) turns
// into rows with decoded pictures: metadata.jsonl lies inside the split's folder, beside images/.
// TRL puts the placeholders of its model in front of the first text itself, so there are none here.
// Text-only sets are plain lines.
//
//     sft    {"file_names": [...], "messages": [user, assistant]}
//     rl     {"file_names": [...], "prompt": [user], "ground_truth", "suite", "task", "papert"}
//     pairs  {"file_names": [...], "prompt": [user], "chosen": [assistant], "rejected":
//     [assistant]}
//
// All columns of rl but the prompt reach a reward function as keyword lists; papert names the task
// for papert.adapters.trl.
#include "datagen/export/lines.h"

namespace papert::datagen {
namespace {

Result<Json> trl_line(const ExportRecord& record, const std::filesystem::path& out,
                      const ExportPlan& plan) {
  Json line;
  if (plan.pictures) line["file_names"] = TRY(store_pictures(out / record.split, record));
  if (plan.use == ExportUse::kPairs) {
    add_pair(record, line);
  } else if (plan.use == ExportUse::kSft) {
    line["messages"] = all_turns(record);
  } else {
    line["prompt"] = prompt_turns(record);
    add_truth(record, line);
    line["papert"] = record.ref;
  }
  return line;
}

}  // namespace

OpenedWriter open_trl(const std::filesystem::path& out, const ExportPlan& plan) {
  const std::string pattern = plan.pictures ? "{}/metadata.jsonl" : "{}.jsonl";
  return open_lines(out, plan, {.pattern = pattern, .line = trl_line});
}

}  // namespace papert::datagen
