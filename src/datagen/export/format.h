// A trainer's form of exported examples. A writer is given the records one by one and keeps none of
// them, so that memory does not grow with the set. Each format is a row of a table in format.cc.
//
//     auto writer = TRY(format.open(staging, plan));
//     for (...) TRY(writer->add(record));
//     TRY(writer->finish());
//
// Every line of a file has the same keys with the same types: readers take the schema from the
// first lines. No text, no pictures: "" and [], never null.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "datagen/export/record.h"

namespace papert::datagen {

/// What is known before the first record.
struct ExportPlan {
  ExportUse use = ExportUse::kSft;
  std::string suite;
  bool pictures = false;           // prompts may show some; false: text only
  bool validation = false;         // there is a second split
  std::size_t rows_per_shard = 0;  // 0: the format's own
  bool jsonl = false;              // verl: the rows as lines, too
  std::filesystem::path folder;    // where the finished set will be, absolute
  std::vector<std::string> score;  // the words after "papert score" that open the same tasks
};

class ExportWriter {
 public:
  virtual ~ExportWriter() = default;
  [[nodiscard]] virtual Result<void> add(const ExportRecord& record) = 0;
  /// Closes the files and writes what comes last. Nothing may be added afterwards.
  [[nodiscard]] virtual Result<void> finish() = 0;
};

struct ExportFormat {
  std::string_view name;     // "sharegpt"
  std::string_view trainer;  // who reads it: "LLaMA-Factory"
  std::span<const ExportUse> uses;
  bool text_only = false;     // it has no place for pictures
  bool task_picture = false;  // wants ExportRecord::task_picture
  bool evaluation = false;    // it measures models: tasks of evaluation sets belong in it
  bool whole_run = false;     // it is the log of a run, which `open` does not write (inspect.h)
  /// The line that loads it, for README.md, which fills in {dir} and SUITE.
  std::string_view load;
  /// `out` exists and is empty.
  Result<std::unique_ptr<ExportWriter>> (*open)(const std::filesystem::path& out,
                                                const ExportPlan& plan);
};

/// The formats there are, in the order of the documentation.
[[nodiscard]] std::span<const ExportFormat> export_formats();

/// kUsage with the nearest names where there is none.
[[nodiscard]] Result<const ExportFormat*> find_export_format(std::string_view name);

}  // namespace papert::datagen
