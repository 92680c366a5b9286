// Where programs come from, read one after the other so that a source of any size takes little
// memory:
//
//     a folder             its .svg files and those below it, by their paths in the order of bytes;
//                          links are passed over
//     a data folder        tasks.jsonl, as papert mint sgp writes it
//     FILE.jsonl           an object a line: "program", "svg" or "code", and "id"
//     FILE.csv             the same as columns, or a table of published questions
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "datagen/sit/status.h"

namespace papert::datagen::sit {

inline constexpr std::size_t kMaxSourceBytes = std::size_t{4} << 20;  // of one program
inline constexpr std::size_t kMaxPrograms = 5'000'000;
inline constexpr std::size_t kMaxIdBytes = 512;

struct SourceItem {
  std::string id;       // a path, an id or a place; no control characters
  std::string program;  // as it stands there
  Status status = Status::kOk;
  std::string reason;  // where there is no program
};

class ProgramSource {
 public:
  virtual ~ProgramSource() = default;

  [[nodiscard]] virtual std::size_t size() const = 0;

  /// The next item, nothing after the last. An error means that the source itself cannot be read
  /// on; what is wrong with one program is its status.
  [[nodiscard]] virtual Result<std::optional<SourceItem>> next() = 0;

  /// Changes when the source does: the bytes of a file; names and sizes of the files of a folder.
  [[nodiscard]] const std::string& hash() const { return hash_; }
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

 protected:
  std::string hash_;
  std::vector<std::string> notes_;
};

/// kNotFound, kBadData or kLimit where there is nothing to read, or too much.
[[nodiscard]] Result<std::unique_ptr<ProgramSource>> open_source(const std::filesystem::path& path);

/// A name from outside as an id: valid UTF-8, control characters as '?', cut to kMaxIdBytes.
[[nodiscard]] std::string clean_id(std::string_view name);

}  // namespace papert::datagen::sit
