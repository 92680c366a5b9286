// How each format of the table (format.cc) is opened: one function a format. `out` exists and is
// empty; the writer puts its files below it.
#pragma once

#include <filesystem>
#include <memory>

#include "base/result.h"
#include "datagen/export/format.h"

namespace papert::datagen {

using OpenedWriter = Result<std::unique_ptr<ExportWriter>>;

[[nodiscard]] OpenedWriter open_messages(const std::filesystem::path& out, const ExportPlan& plan);
[[nodiscard]] OpenedWriter open_sharegpt(const std::filesystem::path& out, const ExportPlan& plan);
[[nodiscard]] OpenedWriter open_trl(const std::filesystem::path& out, const ExportPlan& plan);
[[nodiscard]] OpenedWriter open_verl(const std::filesystem::path& out, const ExportPlan& plan);
[[nodiscard]] OpenedWriter open_openrlhf(const std::filesystem::path& out, const ExportPlan& plan);
[[nodiscard]] OpenedWriter open_axolotl(const std::filesystem::path& out, const ExportPlan& plan);
[[nodiscard]] OpenedWriter open_open_instruct(const std::filesystem::path& out,
                                              const ExportPlan& plan);
[[nodiscard]] OpenedWriter open_imagefolder(const std::filesystem::path& out,
                                            const ExportPlan& plan);
[[nodiscard]] OpenedWriter open_webdataset(const std::filesystem::path& out,
                                           const ExportPlan& plan);
[[nodiscard]] OpenedWriter open_lm_eval(const std::filesystem::path& out, const ExportPlan& plan);
[[nodiscard]] OpenedWriter open_lmms_eval(const std::filesystem::path& out, const ExportPlan& plan);

}  // namespace papert::datagen
