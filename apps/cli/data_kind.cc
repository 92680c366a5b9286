#include "data_kind.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "base/json.h"

namespace papert::cli {
namespace {

constexpr std::size_t kMaxLine = std::size_t{4} << 20;

struct Mark {
  std::string_view name;  // of a file in the folder, or of a field of its first line
  std::string_view suite;
};

constexpr std::array<Mark, 3> kFiles{
    {{"dataset.jsonl", "turtlebench"}, {"worlds.json", "xlogo"}, {"manifest.json", "shapecode"}}};
constexpr std::array<Mark, 3> kFields{
    {{"world", "xlogo"}, {"program", "sgp"}, {"code", "turtleai"}}};

/// By the fields of the first line.
std::string suite_of_lines(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string line(kMaxLine, '\0');
  stream.getline(line.data(), static_cast<std::streamsize>(line.size()));
  const auto length = static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 1)) - 1;
  const auto json = parse_json(std::string_view(line).substr(0, length));
  if (!json || !json->is_object()) return "";
  for (const Mark& mark : kFields) {
    if (json->contains(mark.name)) return std::string(mark.suite);
  }
  return "";
}

}  // namespace

std::string suite_of_data(const std::string& path) {
  const std::filesystem::path given(path);
  std::error_code error;
  const bool folder = std::filesystem::is_directory(given, error);
  for (const Mark& mark : kFiles) {
    if (folder ? std::filesystem::exists(given / mark.name, error)
               : given.filename() == mark.name) {
      return std::string(mark.suite);
    }
  }
  if (given.extension() == ".csv") return "sgp";
  if (folder) return suite_of_lines(given / "tasks.jsonl");
  return given.extension() == ".jsonl" ? suite_of_lines(given) : "";
}

}  // namespace papert::cli
