// What Axolotl reads for models that see: contents are lists of parts, and pictures have absolute
// paths, so the folder must stay where it was written. axolotl.yaml has the settings without which
// it drops the pictures.
//
//     {"messages": [{"role": "user", "content": [{"type": "image", "path": "/.../3f09....png"},
//      {"type": "text", "text": "..."}]}, {"role": "assistant", "content": [{"type": "text",
//      ...}]}]}
#include "datagen/export/lines.h"

namespace papert::datagen {
namespace {

constexpr const char* kAxolotlYaml =
    R"(# axolotl train axolotl.yaml. Name your model; the values below the first block are ours, for a
# first try.
base_model: CHOOSE_A_MODEL
processor_type: AutoProcessor
chat_template: tokenizer_default
remove_unused_columns: false
skip_prepare_dataset: true
sample_packing: false
)";

constexpr const char* kAxolotlRest = R"(adapter: lora
lora_r: 32
lora_alpha: 64
lora_target_linear: true
sequence_len: 4096
micro_batch_size: 1
gradient_accumulation_steps: 16
learning_rate: 1.0e-4
lr_scheduler: cosine
warmup_ratio: 0.1
num_epochs: 1
bf16: auto
output_dir: trained
)";

Json part_list(Json pictures, const std::string& text) {
  pictures.push_back(Json{{"type", "text"}, {"text", text}});
  return pictures;
}

/// A block of the YAML file: where a split's lines are. JSON's quoting is YAML's, too.
std::string axolotl_dataset(const std::string& key, const std::filesystem::path& file) {
  return key + ":\n  - path: " + dump_json(Json(file.string())) +
         "\n    ds_type: json\n    type: chat_template\n    split: train\n";
}

Result<Json> axolotl_line(const ExportRecord& record, const std::filesystem::path& out,
                          const ExportPlan& plan) {
  Json pictures = Json::array();
  for (const ExportPicture& picture : record.pictures) {
    TRY(store_picture(out / "images", picture));
    const std::filesystem::path path = plan.folder / "images" / picture.name;
    pictures.push_back(Json{{"type", "image"}, {"path", path.string()}});
  }
  Json line;
  line["messages"] = Json::array();
  for (const ExportTurn& turn : record.prompt) {
    Json content = part_list(std::move(pictures), turn.text);
    pictures = Json::array();
    line["messages"].push_back(Json{{"role", turn.role}, {"content", std::move(content)}});
  }
  line["messages"].push_back(
      Json{{"role", "assistant"}, {"content", part_list(Json::array(), record.target)}});
  return line;
}

Result<void> write_axolotl_yaml(const std::filesystem::path& out, const ExportPlan& plan) {
  std::string yaml = kAxolotlYaml + axolotl_dataset("datasets", plan.folder / "train.jsonl");
  if (plan.validation) yaml += axolotl_dataset("test_datasets", plan.folder / "validation.jsonl");
  return write_file(out / "axolotl.yaml", yaml + kAxolotlRest);
}

}  // namespace

OpenedWriter open_axolotl(const std::filesystem::path& out, const ExportPlan& plan) {
  return open_lines(out, plan, {.line = axolotl_line, .finish = write_axolotl_yaml});
}

}  // namespace papert::datagen
