#include "serve/app/craft_folder.h"

#include <algorithm>
#include <set>

#include "base/file.h"
#include "base/folder_lock.h"
#include "base/json.h"
#include "base/text.h"
#include "raster/png.h"
#include "suite/portable.h"

namespace papert::serve::app {
namespace {

/// Where a suite keeps its tasks and their pictures.
struct Layout {
  std::string_view suite;
  const char* lines;
  const char* pictures;
};
constexpr Layout kLayouts[] = {{"turtleai", "tasks.jsonl", ""},
                               {"turtlebench", "dataset.jsonl", "source"}};

Result<const Layout*> layout_of(std::string_view suite) {
  for (const Layout& layout : kLayouts) {
    if (layout.suite == suite) return &layout;
  }
  return fail(ErrorCode::kUsage, "only tasks of turtleai and turtlebench are drawn by hand");
}

/// Ids become names of files as they are, or not at all.
bool is_file_name(std::string_view id) {
  if (id.empty() || id.size() > 128 || id.front() == '.' || id.front() == '-') return false;
  return std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  });
}

/// What tells the lines of a file apart.
std::string line_key(const Json& json) {
  return dump_json(Json::array({json.value("id", Json()), json.value("question_number", Json())}));
}

/// The task that a line is about, as its picture is named.
std::string task_of(const Json& line) {
  if (!line.is_object()) return {};
  const Json id = line.value("id", Json());
  std::string name = id.is_string() ? id.get<std::string>() : dump_json(id);
  const Json question = line.value("question_number", Json());
  if (question.is_number_integer()) name += "_" + dump_json(question);
  return name;
}

Result<std::vector<Json>> read_lines(const std::string& text, const std::string& where) {
  std::vector<Json> lines;
  for (const std::string_view line : split(text, '\n')) {
    if (!trim(line).empty()) lines.push_back(TRY(parse_json(line, where)));
  }
  return lines;
}

/// The lines of the file with these in place of their older versions.
Result<std::string> with_lines(const std::filesystem::path& file, const std::vector<Json>& fresh) {
  std::vector<Json> all;
  if (std::filesystem::exists(file)) all = TRY(read_lines(TRY(read_file(file)), file.string()));
  for (const Json& line : fresh) {
    const std::string key = line_key(line);
    const auto old = std::find_if(all.begin(), all.end(),
                                  [&](const Json& each) { return line_key(each) == key; });
    if (old == all.end()) {
      all.push_back(line);
    } else {
      *old = line;
    }
  }
  std::string text;
  for (const Json& line : all) text += dump_json(line) + "\n";
  return text;
}

/// Decoded and written again, so that nothing but its pixels is kept.
Result<std::string> clean_png(std::string_view png) {
  const auto image = TRY(raster::decode_png(
      png, {.max_bytes = kMaxDrawingBytes, .max_side = kMaxDrawingSide, .max_pixels = 4'194'304}));
  return raster::encode_png(image);
}

Result<void> check_folder(const std::filesystem::path& folder, const Layout& layout) {
  for (const Layout& other : kLayouts) {
    if (other.suite == layout.suite || !std::filesystem::exists(folder / other.lines)) continue;
    return fail(ErrorCode::kUsage, "this set has drawings for " + std::string(other.suite) +
                                       ": take another name for the set");
  }
  return {};
}

}  // namespace

Result<void> put_drawing(const std::filesystem::path& folder, const reward::OpenSet& set,
                         std::size_t index, std::string_view png) {
  const Layout& layout = *TRY(layout_of(set.ref().suite));
  const auto* const portable = dynamic_cast<const suite::PortableTasks*>(&set.tasks());
  const std::string& id = set.id(index);
  if (portable == nullptr || !is_file_name(id)) {
    return fail(ErrorCode::kUsage, "this task cannot stand in a folder of drawings", id);
  }
  const std::string picture = TRY(clean_png(png));
  suite::DataFiles files = TRY(portable->files(index));
  std::vector<Json> lines = TRY(read_lines(files[layout.lines], layout.lines));
  files.erase(layout.lines);
  if (layout.suite == "turtleai") {
    for (Json& line : lines) {
      line["image"] = id + ".png";
      line["dataset"] = "craft";
    }
  }
  TRY(make_directories(folder));
  const FileDescriptor lock = TRY(wait_for_folder(folder));
  TRY(check_folder(folder, layout));
  remove_unfinished(folder);
  TRY(make_directories(folder / layout.pictures));
  TRY(write_file(folder / layout.pictures / (id + ".png"), picture));
  // One that came with a tweak of this task would be read in place of the drawing.
  std::error_code none;
  std::filesystem::remove(folder / layout.pictures / (id + ".jpg"), none);
  // What the task needs beside its own picture: that of question 1, say.
  for (const auto& [name, bytes] : files) {
    const std::filesystem::path beside = std::filesystem::path(name).filename();
    if (beside.stem() == id || std::filesystem::exists(folder / layout.pictures / beside)) continue;
    TRY(write_file(folder / layout.pictures / beside, bytes));
  }
  const std::string text = TRY(with_lines(folder / layout.lines, lines));
  return write_file(folder / layout.lines, text);
}

std::vector<std::string> drawn_tasks(const std::filesystem::path& folder,
                                     const reward::OpenSet& set) {
  std::vector<std::string> ids;
  const auto layout = layout_of(set.ref().suite);
  if (!layout) return ids;
  const auto text = read_file(folder / (*layout)->lines);
  if (!text) return ids;
  const auto lines = read_lines(*text, (*layout)->lines);
  if (!lines) return ids;
  std::set<std::string> known;
  for (const Json& line : *lines) known.insert(task_of(line));
  for (std::size_t i = 0; i < set.tasks().size(); ++i) {
    const std::string& id = set.id(i);
    if (!is_file_name(id) || !known.contains(id)) continue;
    if (std::filesystem::exists(folder / (*layout)->pictures / (id + ".png"))) ids.push_back(id);
  }
  return ids;
}

}  // namespace papert::serve::app
