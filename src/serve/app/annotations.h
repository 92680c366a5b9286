// What people give through the pages, in one folder that they find again:
//
//     SET.jsonl                      labels, as docs/labels.md has them
//     answers/SET/PERSON.jsonl       a person's own answers to tasks, as `papert score` reads them
//     drawings/SET/PERSON/           targets drawn by hand: a data folder (craft_folder.h)
//
// Names of sets and people come from a closed alphabet and are the only part of a path that is not
// ours.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "serve/app/line_file.h"

namespace papert::serve::app {

/// 1 to 64 letters, digits, - and _, no - at its beginning.
[[nodiscard]] bool is_set_name(std::string_view name);

/// Thread-safe.
class Annotations {
 public:
  explicit Annotations(std::filesystem::path folder, LineFileLimits limits = {});

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

  /// kNotFound for what is not a name.
  [[nodiscard]] Result<std::shared_ptr<LineFile>> labels(const std::string& set);
  [[nodiscard]] Result<std::shared_ptr<LineFile>> answers(const std::string& set,
                                                          const std::string& person);
  [[nodiscard]] Result<std::filesystem::path> drawings(const std::string& set,
                                                       const std::string& person) const;

  /// The names of the sets of labels, in their order.
  [[nodiscard]] std::vector<std::string> sets() const;

 private:
  [[nodiscard]] std::shared_ptr<LineFile> file(const std::filesystem::path& path,
                                               const LineKey& key);

  const std::filesystem::path folder_;
  const LineFileLimits limits_;
  std::mutex mutex_;
  std::map<std::filesystem::path, std::shared_ptr<LineFile>> files_;
};

}  // namespace papert::serve::app
