// What LLaMA-Factory reads: lines of turns, dataset_info.json which names their columns, and
// train.yaml to begin with.
//
//     sft    {"messages": [user, assistant], "images": [...]}
//     pairs  {"messages": [user], "chosen": assistant, "rejected": assistant, "images": [...]}
//
// It counts placeholders and pictures, and skips rows whose turns do not alternate. Where `columns`
// or `tags` are given, what they do not list is unset, so all are listed. Text-only sets have no
// images at all.
#include "datagen/export/lines.h"

namespace papert::datagen {
namespace {

constexpr const char* kTrainYaml =
    R"(# llamafactory-cli train train.yaml, from inside this folder. Name your model and its template; the
# values are ours, for a first try. docs/export.md has those that papers published.
model_name_or_path: CHOOSE_A_MODEL
template: CHOOSE_ITS_TEMPLATE
stage: {stage}
do_train: true
finetuning_type: lora
lora_rank: 32
lora_alpha: 64
lora_target: all
dataset_dir: .
dataset: papert_train
{validation}cutoff_len: 4096
per_device_train_batch_size: 1
gradient_accumulation_steps: 16
learning_rate: 1.0e-4
lr_scheduler_type: cosine
warmup_ratio: 0.1
num_train_epochs: 1
bf16: true
output_dir: trained
)";

constexpr const char* kValidationYaml = "eval_dataset: papert_validation\neval_strategy: epoch\n";

Result<Json> sharegpt_line(const ExportRecord& record, const std::filesystem::path& out,
                           const ExportPlan& plan) {
  const std::string lead = image_placeholders(record);
  Json line;
  if (plan.use == ExportUse::kPairs) {
    line["messages"] = prompt_turns(record, lead);
    line["chosen"] = chat_turn("assistant", record.target);
    line["rejected"] = chat_turn("assistant", record.rejected);
  } else {
    line["messages"] = all_turns(record, lead);
  }
  if (plan.pictures) line["images"] = TRY(store_pictures(out, record));
  return line;
}

Json dataset_entry(const char* file, const ExportPlan& plan) {
  Json json;
  json["file_name"] = file;
  json["formatting"] = "sharegpt";
  if (plan.use == ExportUse::kPairs) json["ranking"] = true;
  json["columns"]["messages"] = "messages";
  if (plan.use == ExportUse::kPairs) {
    json["columns"]["chosen"] = "chosen";
    json["columns"]["rejected"] = "rejected";
  }
  if (plan.pictures) json["columns"]["images"] = "images";
  json["tags"] = {{"role_tag", "role"},
                  {"content_tag", "content"},
                  {"user_tag", "user"},
                  {"assistant_tag", "assistant"},
                  {"system_tag", "system"}};
  return json;
}

Result<void> write_dataset_info(const std::filesystem::path& out, const ExportPlan& plan) {
  Json info;
  info["papert_train"] = dataset_entry("train.jsonl", plan);
  if (plan.validation) info["papert_validation"] = dataset_entry("validation.jsonl", plan);
  TRY(write_file(out / "dataset_info.json", dump_json_pretty(info) + "\n"));
  const char* const stage = plan.use == ExportUse::kPairs ? "dpo" : "sft";
  const char* const validation = plan.validation ? kValidationYaml : "";
  return write_file(out / "train.yaml",
                    with_word(with_word(kTrainYaml, "{stage}", stage), "{validation}", validation));
}

}  // namespace

OpenedWriter open_sharegpt(const std::filesystem::path& out, const ExportPlan& plan) {
  return open_lines(out, plan, {.line = sharegpt_line, .finish = write_dataset_info});
}

}  // namespace papert::datagen
