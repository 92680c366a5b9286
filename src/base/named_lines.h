// Lines that are found by a name and take a few bytes of memory each, for sets that are too large
// to be held: the lines of a file stay in it, and those that are made here go to a temporary file
// when they become many.
//
//     NamedLines lines = TRY(NamedLines::of("tasks.jsonl"));
//     TRY(lines.note("t1", line.offset, line.text.size()));   // for each line
//     lines.sort(NamedLines::Twice::kFirst);
//     const std::string text = TRY(lines.line(0));
//
// A million lines with names of 16 letters take 28 MB. The file stays open: one that is replaced by
// another of its name is still read as it was.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/result.h"

namespace papert {

class NamedLines {
 public:
  /// Which of several lines of one name counts.
  enum class Twice { kFirst, kLast };

  /// For lines that are appended.
  NamedLines() = default;

  /// Of lines that stand in a file, which are noted.
  [[nodiscard]] static Result<NamedLines> of(const std::filesystem::path& file);

  [[nodiscard]] std::size_t size() const { return places_.size(); }
  [[nodiscard]] std::string_view name(std::size_t index) const;

  /// By name; only after sort().
  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;

  /// A line of the file; drop_unwanted() removes those that are not wanted. kLimit for a line of
  /// more than 8 MB or a place behind a terabyte.
  [[nodiscard]] Result<void> note(std::string_view name, std::size_t offset, std::size_t size,
                                  bool wanted = true);

  /// A line of one's own. kIo where the temporary file cannot be written.
  [[nodiscard]] Result<void> append(std::string_view name, std::string_view line,
                                    bool wanted = true);

  /// The text of a line. For any thread, once all are there.
  [[nodiscard]] Result<std::string> line(std::size_t index) const;

  /// What messages call the place where the lines are.
  [[nodiscard]] const std::string& source() const { return source_; }

  /// Puts the lines in the order of their names, one of each name; the names of those that went, in
  /// that order.
  std::vector<std::string> sort(Twice twice);

  [[nodiscard]] bool sorted() const { return sorted_; }

  [[nodiscard]] bool wanted(std::size_t index) const { return places_[index].wanted != 0; }
  void drop_unwanted();

 private:
  struct Place {
    std::uint64_t offset : 40;
    std::uint64_t size : 23;
    std::uint64_t wanted : 1;
  };

  [[nodiscard]] Result<void> spill();
  /// Keeps the lines of these indices, in this order.
  void take(const std::vector<std::uint32_t>& order);

  FileDescriptor file_;
  std::string source_ = "temporary file";
  std::string held_;                 // appended lines that are not in the file yet
  std::size_t written_ = 0;          // bytes of appended lines that are
  std::string names_;                // one behind the other
  std::vector<std::uint32_t> ends_;  // of each name
  std::vector<Place> places_;
  bool sorted_ = true;  // strictly ascending, so far
};

}  // namespace papert
