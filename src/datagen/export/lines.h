// What the formats that are lines of JSON have in common: a file for each split, pictures beside
// them, chat turns. Such a format is a function that makes a line of a record (open_lines).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/json.h"
#include "base/result.h"
#include "datagen/export/formats.h"

namespace papert::datagen {

/// A file that lines are added to, a megabyte at a time. Folders above it are made.
class LineFile {
 public:
  [[nodiscard]] static Result<LineFile> create(const std::filesystem::path& path);
  [[nodiscard]] Result<void> add(std::string_view line);
  [[nodiscard]] Result<void> finish();

 private:
  LineFile(FileDescriptor file, std::string name)
      : file_(std::move(file)), name_(std::move(name)) {}

  FileDescriptor file_;
  std::string name_;
  std::string buffer_;
};

/// A file of lines for each split: "train.jsonl" and "validation.jsonl" for "{}.jsonl".
class SplitLines {
 public:
  [[nodiscard]] static Result<SplitLines> create(const std::filesystem::path& folder,
                                                 const std::string& pattern,
                                                 const ExportPlan& plan);
  [[nodiscard]] Result<void> add(std::string_view split, const Json& line);
  [[nodiscard]] Result<void> finish();

 private:
  explicit SplitLines(LineFile train) : train_(std::move(train)) {}

  LineFile train_;
  std::optional<LineFile> validation_;
};

/// Stores a picture in `folder` unless it is there.
[[nodiscard]] Result<void> store_picture(const std::filesystem::path& folder,
                                         const ExportPicture& picture);

/// Stores the pictures of a record in out/images; their names, relative to `out`.
[[nodiscard]] Result<Json> store_pictures(const std::filesystem::path& out,
                                          const ExportRecord& record);

[[nodiscard]] Json chat_turn(std::string_view role, std::string_view text);

/// The turns of the prompt, with `lead` before the first text.
[[nodiscard]] Json prompt_turns(const ExportRecord& record, const std::string& lead = {});

/// And the target as the last turn.
[[nodiscard]] Json all_turns(const ExportRecord& record, const std::string& lead = {});

/// A placeholder for every picture.
[[nodiscard]] std::string image_placeholders(const ExportRecord& record);

/// Adds "prompt", "chosen" and "rejected", each a list of turns.
void add_pair(const ExportRecord& record, Json& line);

/// Adds "ground_truth", "suite" and "task": what a reward function needs.
void add_truth(const ExportRecord& record, Json& line);

/// The text with a word of it, which it has once, replaced.
[[nodiscard]] std::string with_word(std::string text, std::string_view word,
                                    std::string_view value);

/// A format of lines.
struct LinesFormat {
  std::string pattern = "{}.jsonl";  // of its files, by split
  /// Pictures are stored below `out` on the way.
  Result<Json> (*line)(const ExportRecord& record, const std::filesystem::path& out,
                       const ExportPlan& plan) = nullptr;
  /// Writes what lies beside the lines, where something does.
  Result<void> (*finish)(const std::filesystem::path& out, const ExportPlan& plan) = nullptr;
};

[[nodiscard]] OpenedWriter open_lines(const std::filesystem::path& out, const ExportPlan& plan,
                                      const LinesFormat& format);

}  // namespace papert::datagen
