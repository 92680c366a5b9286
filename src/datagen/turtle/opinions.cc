#include "datagen/turtle/opinions.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/json.h"
#include "base/jsonl.h"

namespace papert::datagen {
namespace {

constexpr std::string_view kKind = "quality/turtleai";
constexpr const char* kSixFigures[] = {"geometry",  "visual",    "structure",
                                       "alignment", "education", "color"};

/// Good six times.
Result<bool> is_good(const Json& scores, const std::string& where) {
  bool good = true;
  for (const char* name : kSixFigures) {
    const std::string said = TRY(get_string(scores, name, where));
    if (said != "good" && said != "bad") {
      return fail(ErrorCode::kBadData,
                  fmt::format("'{}' of {} is neither good nor bad", said, name), where);
    }
    good = good && said == "good";
  }
  return good;
}

/// What a line says; nothing where it takes back what was said.
Result<std::optional<bool>> said_by(const Json& json, const std::string& where) {
  if (json.value("undone", false)) return std::optional<bool>();
  const auto scores = json.find("scores");
  if (scores == json.end() || !scores->is_object()) {
    return fail(ErrorCode::kBadData, "there are no 'scores' with six figures", where);
  }
  const bool good = TRY(is_good(*scores, where));
  return std::optional(good);
}

}  // namespace

Result<Opinions> read_opinions(const std::filesystem::path& file) {
  std::map<std::pair<std::string, std::string>, bool> said;  // by id and annotator
  LineReader reader = TRY(LineReader::open(file));
  Line line;
  bool any = false;
  while (TRY(reader.next(line))) {
    if (line.blank()) continue;
    const std::string where = fmt::format("{}:{}", file.string(), line.number);
    const Json json = TRY(parse_json(line.text, where));
    if (!json.is_object()) return fail(ErrorCode::kBadData, "the line is not an object", where);
    const auto kind = json.find("kind");
    if (kind == json.end() || *kind != kKind) continue;
    any = true;
    const std::string id = TRY(get_string(json, "id", where));
    std::string annotator;
    if (json.contains("annotator")) annotator = TRY(get_string(json, "annotator", where));
    const std::optional<bool> good = TRY(said_by(json, where));
    if (good) {
      said[{id, annotator}] = *good;
    } else {
      said.erase({id, annotator});
    }
  }
  if (!any) {
    return fail(ErrorCode::kBadData, fmt::format("there is no label of kind {} in the file", kKind),
                file.string());
  }
  Opinions opinions;
  for (const auto& [who, good] : said) {
    const auto [place, first] = opinions.emplace(who.first, good);
    if (!first) place->second = place->second && good;
  }
  return opinions;
}

}  // namespace papert::datagen
