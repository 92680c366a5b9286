// The programs that questions are asked about, and what is shown of them.
//
//     DIR with tasks.jsonl   an sgp data folder: every program once
//     DIR                    *.svg files and CAD programs (*.json, *.txt), in folders of it, too
//     FILE.csv               a published table, or a table with columns "program" and "id"
//     FILE.jsonl             {"id", "program", "language"?, "category"?} a line
//
// A program that cannot be used is refused with a reason; the others are used.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/recent.h"
#include "base/result.h"
#include "mint/question/question.h"
#include "raster/image.h"

namespace papert::datagen::questions {

struct Program {
  std::string id;
  mint::Language language = mint::Language::kSvg;
  std::string text;
  std::string category;  // may be empty

  [[nodiscard]] bool cad() const { return language != mint::Language::kSvg; }
};

struct RefusedProgram {
  std::string id;  // or its place, where it has none
  std::string_view reason;
  std::string message;

  static constexpr std::string_view kUnreadable = "unreadable";  // no program, or not one
  static constexpr std::string_view kUnpaintable = "unpaintable";
  static constexpr std::string_view kBlank = "blank";
  static constexpr std::string_view kSecond = "second_of_id";
};

struct ProgramList {
  std::vector<Program> programs;  // in the order of their ids
  std::vector<RefusedProgram> refused;
  std::size_t repeated = 0;  // lines or files that had a program that came before
};

/// kNotFound or kIo where nothing can be read, kBadData where there is no program at all.
[[nodiscard]] Result<ProgramList> read_program_list(const std::filesystem::path& source);

/// What is shown: 512 x 512 pixels; solids from two sides.
[[nodiscard]] Result<std::vector<raster::Image>> views_of_program(const Program& program);

struct ShownProgram {
  std::vector<raster::Image> views;
  std::vector<std::string> files;  // the same as PNG files
};

/// What is shown of programs that are asked for again and again. Any thread.
class Gallery {
 public:
  /// Refers to the programs.
  explicit Gallery(const std::vector<Program>& programs) : programs_(programs) {}

  [[nodiscard]] Result<std::shared_ptr<const ShownProgram>> show(std::size_t program);

 private:
  const std::vector<Program>& programs_;
  Recent<Result<ShownProgram>> recent_{std::size_t{256} << 20};  // bytes
};

/// Paints every program on `jobs` threads; takes out those that cannot be painted or show nothing.
void refuse_unseen(ProgramList& list, std::size_t jobs);

/// Of ids and texts, whatever the source is called.
[[nodiscard]] std::string hash_of(const std::vector<Program>& programs);

}  // namespace papert::datagen::questions
