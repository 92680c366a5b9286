// A folder of pictures with a line about each, as load_dataset("imagefolder", ...) reads it:
//
//     train/metadata.jsonl   {"file_name": "HASH.png", "text": the program, "id", "suite", "tags"}
//     train/HASH.png
//
// Readers find a line by its file name, so a picture that two tasks share is stored for each.
#include <fmt/format.h>

#include <unordered_map>

#include "base/paths.h"
#include "datagen/export/formats.h"
#include "datagen/export/lines.h"
#include "datagen/export/tags.h"

namespace papert::datagen {
namespace {

class ImageFolderWriter final : public ExportWriter {
 public:
  ImageFolderWriter(std::filesystem::path out, SplitLines lines)
      : out_(std::move(out)), lines_(std::move(lines)) {}

  [[nodiscard]] Result<void> add(const ExportRecord& record) override {
    const ExportPicture* const shown = shown_picture(record);
    if (shown == nullptr) {
      return fail(ErrorCode::kBadData, "the task has no picture, which imagefolder needs",
                  record.id);
    }
    const std::filesystem::path folder = out_ / record.split;
    ExportPicture picture = *shown;
    if (may_exist(folder / picture.name)) {
      const std::size_t copy = ++copies_[record.split + "/" + shown->name];
      const std::string stem = std::filesystem::path(shown->name).stem().string();
      picture.name = fmt::format("{}-{}.png", stem, copy + 1);
    }
    TRY(store_picture(folder, picture));
    return lines_.add(record.split, Json{{"file_name", picture.name},
                                         {"text", record.target},
                                         {"id", record.id},
                                         {"suite", record.suite},
                                         {"tags", tag_texts(record)}});
  }

  [[nodiscard]] Result<void> finish() override { return lines_.finish(); }

 private:
  std::filesystem::path out_;
  SplitLines lines_;
  std::unordered_map<std::string, std::size_t> copies_;  // of pictures that tasks share
};

}  // namespace

OpenedWriter open_imagefolder(const std::filesystem::path& out, const ExportPlan& plan) {
  SplitLines lines = TRY(SplitLines::create(out, "{}/metadata.jsonl", plan));
  return std::make_unique<ImageFolderWriter>(out, std::move(lines));
}

}  // namespace papert::datagen
