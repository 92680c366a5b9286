// What LLaMA-Factory reads: lines of turns, dataset_info.json which names their columns, and
// train.yaml to begin with.
//
//     sft    {"messages": [user, assistant], "images": [...]}
//     pairs  {"messages": [user], "chosen": assistant, "rejected": assistant, "images": [...]}
//
// It counts placeholders and pictures, and skips rows whose turns do not alternate. Where `columns`
// or `tags` are given, what they do not list is unset, so all are listed. Text-only sets have no
// images at all.
#include "datagen/export/formats.h"
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

void replace_word(std::string& text, std::string_view word, std::string_view value) {
  text.replace(text.find(word), word.size(), value);
}

class ShareGptWriter final : public ExportWriter {
 public:
  ShareGptWriter(std::filesystem::path out, const ExportPlan& plan, SplitLines lines)
      : out_(std::move(out)), plan_(plan), lines_(std::move(lines)) {}

  [[nodiscard]] Result<void> add(const ExportRecord& record) override {
    const std::string lead = image_placeholders(record);
    Json line;
    if (plan_.use == ExportUse::kPairs) {
      line["messages"] = prompt_turns(record, lead);
      line["chosen"] = chat_turn("assistant", record.target);
      line["rejected"] = chat_turn("assistant", record.rejected);
    } else {
      line["messages"] = all_turns(record, lead);
    }
    if (plan_.pictures) line["images"] = TRY(store_pictures(out_, record));
    return lines_.add(record.split, line);
  }

  [[nodiscard]] Result<void> finish() override {
    TRY(lines_.finish());
    Json info;
    info["papert_train"] = entry("train.jsonl");
    if (plan_.validation) info["papert_validation"] = entry("validation.jsonl");
    TRY(write_file(out_ / "dataset_info.json", dump_json_pretty(info) + "\n"));
    std::string yaml = kTrainYaml;
    replace_word(yaml, "{stage}", plan_.use == ExportUse::kPairs ? "dpo" : "sft");
    replace_word(yaml, "{validation}", plan_.validation ? kValidationYaml : "");
    return write_file(out_ / "train.yaml", yaml);
  }

 private:
  [[nodiscard]] Json entry(const char* file) const {
    Json json;
    json["file_name"] = file;
    json["formatting"] = "sharegpt";
    if (plan_.use == ExportUse::kPairs) json["ranking"] = true;
    json["columns"]["messages"] = "messages";
    if (plan_.use == ExportUse::kPairs) {
      json["columns"]["chosen"] = "chosen";
      json["columns"]["rejected"] = "rejected";
    }
    if (plan_.pictures) json["columns"]["images"] = "images";
    json["tags"] = {{"role_tag", "role"},
                    {"content_tag", "content"},
                    {"user_tag", "user"},
                    {"assistant_tag", "assistant"},
                    {"system_tag", "system"}};
    return json;
  }

  std::filesystem::path out_;
  ExportPlan plan_;
  SplitLines lines_;
};

}  // namespace

OpenedWriter open_sharegpt(const std::filesystem::path& out, const ExportPlan& plan) {
  SplitLines lines = TRY(SplitLines::create(out, "{}.jsonl", plan));
  return std::make_unique<ShareGptWriter>(out, plan, std::move(lines));
}

}  // namespace papert::datagen
