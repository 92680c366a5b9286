#include "datagen/export/format.h"

#include <array>
#include <vector>

#include "base/nearest.h"
#include "datagen/export/formats.h"

namespace papert::datagen {
namespace {

constexpr std::array kAllUses{ExportUse::kSft, ExportUse::kRl, ExportUse::kPairs};
constexpr std::array kSftOnly{ExportUse::kSft};
constexpr std::array kRlOnly{ExportUse::kRl};
constexpr std::array kSftAndRl{ExportUse::kSft, ExportUse::kRl};
constexpr std::array kRlAndSft{ExportUse::kRl, ExportUse::kSft};
constexpr std::array kSftAndPairs{ExportUse::kSft, ExportUse::kPairs};

constexpr auto kFormats = std::to_array<ExportFormat>({
    {.name = "messages",
     .trainer = "Unsloth and scripts for Hugging Face trainers",
     .uses = kAllUses,
     .load = "load_dataset(\"json\", data_files=\"train.jsonl\")"
             ".cast_column(\"images\", Sequence(Image()))  # from inside {dir}",
     .open = open_messages},
    {.name = "sharegpt",
     .trainer = "LLaMA-Factory",
     .uses = kSftAndPairs,
     .load = "llamafactory-cli train train.yaml  # from inside {dir}",
     .open = open_sharegpt},
    {.name = "trl",
     .trainer = "TRL",
     .uses = kAllUses,
     .load =
         "load_dataset(\"imagefolder\", data_dir=\"{dir}\")  # text only: load_dataset(\"json\", "
         "data_files=\"{dir}/train.jsonl\")",
     .open = open_trl},
    {.name = "verl",
     .trainer = "verl",
     .uses = kRlAndSft,
     .load = "python3 -m verl.trainer.main_ppo data.train_files={dir}/train.parquet "
             "data.image_key=images ...",
     .open = open_verl},
    {.name = "openrlhf",
     .trainer = "OpenRLHF",
     .uses = kAllUses,
     .text_only = true,
     .load = "--data.input_key input --data.label_key label --data.apply_chat_template  # and the "
             "folder {dir} as the prompt data",
     .open = open_openrlhf},
    {.name = "axolotl",
     .trainer = "Axolotl",
     .uses = kSftOnly,
     .load = "axolotl train {dir}/axolotl.yaml",
     .open = open_axolotl},
    {.name = "open-instruct",
     .trainer = "Open-Instruct (AllenAI)",
     .uses = kSftAndRl,
     .text_only = true,
     .load = "--dataset_mixer_list {dir}/train.jsonl 1.0",
     .open = open_open_instruct},
    {.name = "imagefolder",
     .trainer = "Hugging Face datasets: pictures and texts",
     .uses = kSftOnly,
     .task_picture = true,
     .load = R"(load_dataset("imagefolder", data_dir="{dir}"))",
     .open = open_imagefolder},
    {.name = "webdataset",
     .trainer = "webdataset: pictures and texts in archives",
     .uses = kSftAndRl,
     .task_picture = true,
     .load = R"(load_dataset("webdataset", data_dir="{dir}"))",
     .open = open_webdataset},
    {.name = "lm-eval",
     .trainer = "lm-eval (EleutherAI)",
     .uses = kRlOnly,
     .evaluation = true,
     .load = "lm_eval --include_path {dir} --tasks papert_SUITE --model ...",
     .open = open_lm_eval},
    {.name = "lmms-eval",
     .trainer = "lmms-eval",
     .uses = kRlOnly,
     .evaluation = true,
     .load = "python3 -m lmms_eval --include_path {dir} --tasks papert_SUITE --model ...",
     .open = open_lmms_eval},
    {.name = "inspect",
     .trainer = "Inspect",
     .uses = kRlOnly,
     .evaluation = true,
     .whole_run = true,
     .load = "inspect view --log-dir {dir}",
     .open = nullptr},
});

}  // namespace

std::span<const ExportFormat> export_formats() { return kFormats; }

Result<const ExportFormat*> find_export_format(std::string_view name) {
  std::vector<std::string_view> names;
  std::string known;
  names.reserve(kFormats.size());
  for (const ExportFormat& format : kFormats) {
    if (format.name == name) return &format;
    names.push_back(format.name);
    known += (known.empty() ? "" : ", ") + std::string(format.name);
  }
  const auto meant = nearest(name, names);
  return fail(ErrorCode::kUsage,
              "there is no format '" + std::string(name) + "'; " +
                  (meant ? "did you mean '" + std::string(*meant) + "'? The" : "the") +
                  " formats are: " + known,
              "--format");
}

}  // namespace papert::datagen
