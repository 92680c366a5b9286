// Chat messages with pictures beside them, as Unsloth and most scripts for Hugging Face's trainers
// read them:
//
//     sft    {"id", "messages": [user, assistant], "images": ["images/3f09....png"]}
//     rl     {"id", "messages": [user], "images", "ground_truth", "suite", "task"}
//     pairs  {"id", "prompt": [user], "chosen": [assistant], "rejected": [assistant], "images"}
#include "datagen/export/lines.h"

namespace papert::datagen {
namespace {

Result<Json> messages_line(const ExportRecord& record, const std::filesystem::path& out,
                           const ExportPlan& plan) {
  Json line;
  line["id"] = record.id;
  if (plan.use == ExportUse::kPairs) {
    add_pair(record, line);
  } else {
    line["messages"] = plan.use == ExportUse::kSft ? all_turns(record) : prompt_turns(record);
  }
  line["images"] = TRY(store_pictures(out, record));
  if (plan.use == ExportUse::kRl) add_truth(record, line);
  return line;
}

}  // namespace

OpenedWriter open_messages(const std::filesystem::path& out, const ExportPlan& plan) {
  return open_lines(out, plan, {.line = messages_line});
}

}  // namespace papert::datagen
