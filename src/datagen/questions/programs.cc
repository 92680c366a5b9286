#include "datagen/questions/programs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/csv.h"
#include "base/file.h"
#include "base/for_each_in_order.h"
#include "base/json.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"
#include "lang/svg/in_text.h"
#include "mint/question/picture.h"
#include "mint/question/table.h"
#include "raster/png.h"

namespace papert::datagen::questions {
namespace {

/// Without the number of the question: "4-2" is about program 4.
std::string program_id(const std::string& question_id) {
  const std::size_t dash = question_id.rfind('-');
  const bool numbered = dash != std::string::npos && dash > 0 && dash + 1 < question_id.size() &&
                        std::all_of(question_id.begin() + static_cast<std::ptrdiff_t>(dash) + 1,
                                    question_id.end(), [](char c) { return c >= '0' && c <= '9'; });
  return numbered ? question_id.substr(0, dash) : question_id;
}

class ProgramCollector {
 public:
  void add(Program program, const std::string& where) {
    if (!program.cad()) lang::svg::repair_view_box(program.text);
    if (trim(program.text).empty() || program.text.size() > mint::kMaxProgramBytes) {
      refuse(where, "the program is empty or longer than 1 MB");
      return;
    }
    if (!texts_.insert(sha256_hex(program.text)).second) {
      ++list_.repeated;
      return;
    }
    if (const auto readable = mint::check_program(program.language, program.text); !readable) {
      refuse(program.id, readable.error().to_string());
      return;
    }
    const std::string id = program.id;
    if (!by_id_.emplace(id, std::move(program)).second) {
      list_.refused.push_back(
          {id, RefusedProgram::kSecond, "another program has the same id (" + where + ")"});
    }
  }

  void refuse(const std::string& id, std::string message) {
    list_.refused.push_back({id, RefusedProgram::kUnreadable, std::move(message)});
  }

  [[nodiscard]] ProgramList finish() {
    list_.programs.reserve(by_id_.size());
    for (auto& [id, program] : by_id_) list_.programs.push_back(std::move(program));
    return std::move(list_);
  }

 private:
  ProgramList list_;
  std::map<std::string, Program> by_id_;
  std::set<std::string> texts_;
};

/// A text of any language, found out by how it begins.
void add_text(const std::string& text, Program program, const std::string& where,
              ProgramCollector& collector) {
  auto found = mint::find_program(text);
  if (!found) {
    collector.refuse(where, "there is neither an SVG document nor a CAD program of a known form");
    return;
  }
  program.language = found->language;
  program.text = std::move(found->program);
  collector.add(std::move(program), where);
}

Result<void> add_json(const Json& json, const std::string& where, ProgramCollector& collector) {
  Program program;
  const std::string text = TRY(get_string(json, "program", where));
  program.id = TRY(get_optional_string(json, "id", where)).value_or(where);
  program.category = TRY(get_optional_string(json, "category", where)).value_or("");
  if (json.contains("question")) program.id = program_id(program.id);
  add_text(text, std::move(program), where, collector);
  return {};
}

Result<void> add_lines(const std::filesystem::path& file, ProgramCollector& collector) {
  const std::string text = TRY(read_file(file));
  std::size_t number = 0;
  for (const std::string_view line : split(text, '\n')) {
    ++number;
    if (trim(line).empty()) continue;
    const std::string where = fmt::format("{}:{}", file.filename().string(), number);
    const auto json = parse_json(line, where);
    const auto added = json ? add_json(*json, where, collector) : Result<void>(fail(json.error()));
    if (!added) collector.refuse(where, added.error().message);
  }
  return {};
}

/// Where a column of that name is; nothing if there is none.
std::optional<std::size_t> column(const std::vector<std::string>& header, std::string_view name) {
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (lower(trim(header[i])) == name) return i;
  }
  return std::nullopt;
}

void add_rows(CsvReader& reader, const std::vector<std::string>& header, const std::string& name,
              ProgramCollector& collector) {
  const std::size_t text = *column(header, "program");
  const auto id = column(header, "id");
  const auto category = column(header, "category");
  CsvRow row;
  while (reader.next(row)) {
    const std::string where = fmt::format("{}:{}", name, row.line);
    if (!row.error.empty() || row.fields.size() != header.size()) {
      collector.refuse(
          where, row.error.empty() ? "it has not as many fields as the first line" : row.error);
      continue;
    }
    Program program;
    program.id = id ? row.fields[*id] : where;
    if (category) program.category = row.fields[*category];
    add_text(row.fields[text], std::move(program), where, collector);
  }
}

Result<void> add_table(const std::filesystem::path& file, ProgramCollector& collector) {
  const std::string text = TRY(read_file(file));
  const std::string name = file.filename().string();
  CsvReader reader(text);
  CsvRow header;
  if (reader.next(header) && header.error.empty() && column(header.fields, "program")) {
    add_rows(reader, header.fields, name, collector);
    return {};
  }
  return mint::for_each_row(text, name, [&](Result<mint::Question> question, const auto& where) {
    if (!question) {
      collector.refuse(where, question.error().message);
      return;
    }
    collector.add({program_id(question->id), question->language, std::move(question->program),
                   std::move(question->category)},
                  where);
  });
}

Result<std::vector<std::filesystem::path>> files_below(const std::filesystem::path& folder) {
  constexpr std::array<std::string_view, 3> kEndings{".svg", ".json", ".txt"};
  std::vector<std::filesystem::path> files;
  std::error_code error;
  std::filesystem::recursive_directory_iterator entry(folder, error);
  for (; !error && entry != std::filesystem::recursive_directory_iterator();
       entry.increment(error)) {
    const std::string ending = lower(entry->path().extension().string());
    if (std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end()) {
      files.push_back(entry->path());
    }
  }
  if (error) return fail(ErrorCode::kIo, error.message(), folder.string());
  std::sort(files.begin(), files.end());
  return files;
}

Result<void> add_files(const std::filesystem::path& folder, ProgramCollector& collector) {
  for (const std::filesystem::path& file : TRY(files_below(folder))) {
    const std::filesystem::path name = file.lexically_relative(folder);
    std::string id = (name.parent_path() / name.stem()).generic_string();
    std::replace(id.begin(), id.end(), '/', '-');
    const auto text = read_file(file, mint::kMaxProgramBytes);
    if (!text) {
      collector.refuse(id, text.error().message);
      continue;
    }
    add_text(*text, {id, mint::Language::kSvg, "", ""}, id, collector);
  }
  return {};
}

bool is_blank(const raster::Image& image) {
  const auto data = image.data();
  const auto channels = static_cast<std::size_t>(image.channels());
  for (std::size_t i = channels; i < data.size(); ++i) {
    if (data[i] != data[i - channels]) return false;
  }
  return true;
}

std::optional<RefusedProgram> look_at(const Program& program) {
  const auto views = views_of_program(program);
  if (!views) {
    return RefusedProgram{program.id, RefusedProgram::kUnpaintable, views.error().to_string()};
  }
  const bool blank = std::all_of(views->begin(), views->end(), is_blank);
  if (!blank) return std::nullopt;
  return RefusedProgram{program.id, RefusedProgram::kBlank, "its picture has one colour only"};
}

}  // namespace

Result<ProgramList> read_program_list(const std::filesystem::path& source) {
  ProgramCollector collector;
  if (is_folder(source)) {
    const bool tasks = may_exist(source / "tasks.jsonl");
    TRY(tasks ? add_lines(source / "tasks.jsonl", collector) : add_files(source, collector));
  } else if (lower(source.extension().string()) == ".csv") {
    TRY(add_table(source, collector));
  } else {
    TRY(add_lines(source, collector));
  }
  ProgramList list = collector.finish();
  if (!list.programs.empty() || !list.refused.empty()) return list;
  return fail(ErrorCode::kBadData,
              "there are no programs here: give a folder with tasks.jsonl, *.svg or CAD programs, "
              "a .csv table, or lines {\"id\", \"program\"}",
              source.string());
}

Result<std::vector<raster::Image>> views_of_program(const Program& program) {
  mint::Question question;
  question.language = program.language;
  question.program = program.text;
  return mint::program_views(question);
}

Result<std::shared_ptr<const ShownProgram>> Gallery::show(std::size_t program) {
  const auto paint = [&]() -> Result<ShownProgram> {
    ShownProgram shown;
    shown.views = TRY(views_of_program(programs_[program]));
    shown.files.reserve(shown.views.size());
    for (const raster::Image& view : shown.views) shown.files.push_back(raster::encode_png(view));
    return shown;
  };
  const auto weigh = [](const Result<ShownProgram>& shown) {
    std::size_t bytes = 1;
    if (!shown) return bytes;
    for (const raster::Image& view : shown->views) bytes += view.data().size();
    for (const std::string& file : shown->files) bytes += file.size();
    return bytes;
  };
  const auto held = recent_.get(program, paint, weigh);
  if (!*held) return fail(held->error());
  return std::shared_ptr<const ShownProgram>(held, &**held);
}

void refuse_unseen(ProgramList& list, std::size_t jobs) {
  std::vector<Program> seen;
  seen.reserve(list.programs.size());
  work_in_order(jobs, list.programs, look_at,
                [&](Program& program, std::optional<RefusedProgram> refused) {
                  if (refused) {
                    list.refused.push_back(std::move(*refused));
                  } else {
                    seen.push_back(std::move(program));
                  }
                });
  list.programs = std::move(seen);
}

std::string hash_of(const std::vector<Program>& programs) {
  Sha256 hash;
  for (const Program& program : programs) {
    hash.update(fmt::format("{} {} ", program.id.size(), program.text.size()));
    hash.update(program.id);
    hash.update(program.text);
  }
  return hash.hex();
}

}  // namespace papert::datagen::questions
