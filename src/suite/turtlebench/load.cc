#include "suite/turtlebench/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

#include "base/jsonl.h"
#include "base/known_keys.h"

namespace papert::suite::turtlebench {
namespace {

constexpr std::size_t kMaxItemBytes = std::size_t{4} << 20;
constexpr std::array<std::string_view, 5> kKinds{"deletion", "insertion", "rotation", "reflection",
                                                 "generalisation"};

constexpr KnownKey kItem[] = {
    {"id"},           {"question_number"}, {"query"},           {"base_shape"},
    {"result_shape"}, {"variables"},       {"base_shape_code"}, {"source_contours"},
    {"description"},  {"tweak_kinds"},     {"format"}};

bool is_name(std::string_view text) {
  const auto good = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  };
  return !text.empty() && text.size() <= 100 && std::all_of(text.begin(), text.end(), good);
}

std::optional<std::int64_t> whole_number(const std::string& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

Result<std::string> id_of(const Json& json, const std::string& where) {
  const auto id = json.find("id");
  if (id != json.end() && id->is_number_integer()) return id->dump();
  std::string name = TRY(get_string(json, "id", where));
  if (is_name(name)) return name;
  return fail(ErrorCode::kBadData, "'" + name + "' is not a valid id: use letters, digits, - and _",
              where);
}

Result<std::vector<std::string>> kinds_of(const Json& json, const std::string& where) {
  std::vector<std::string> kinds;
  const auto list = json.find("tweak_kinds");
  if (list == json.end() || list->is_null()) return kinds;
  for (const Json& each : *list) {
    const std::string kind = each.is_string() ? each.get<std::string>() : each.dump();
    if (!list->is_array() || std::find(kKinds.begin(), kKinds.end(), kind) == kKinds.end()) {
      return fail(ErrorCode::kBadData,
                  fmt::format("'{}' is not a valid kind of tweak; they are listed as: {}", kind,
                              fmt::join(kKinds, ", ")),
                  where);
    }
    kinds.push_back(kind);
  }
  return kinds;
}

Result<Item> item_from_json(const Json& json, const std::string& where) {
  if (!json.is_object()) return fail(ErrorCode::kBadData, "not a JSON object", where);
  TRY(check_keys(json, kItem, where));
  Item item;
  item.id = TRY(id_of(json, where));
  item.question = TRY(get_int(json, "question_number", where));
  if (item.question < 1) {
    return fail(ErrorCode::kBadData, "question_number must be 1 or more", where);
  }
  item.query = TRY(get_string(json, "query", where));
  item.variables = TRY(get_optional_string(json, "variables", where)).value_or("");
  item.code = TRY(get_string(json, "base_shape_code", where));
  item.description = TRY(get_optional_string(json, "description", where)).value_or("");
  item.source_contours = TRY(get_optional_int(json, "source_contours", where));
  item.tweak_kinds = TRY(kinds_of(json, where));
  return item;
}

Result<Item> item_from_line(const Line& line, const std::filesystem::path& folder,
                            const std::string& where) {
  if (line.too_long) {
    return fail(ErrorCode::kLimit,
                fmt::format("the item is longer than {} MB", kMaxItemBytes >> 20U), where);
  }
  const Json json = TRY(parse_json(line.text, where));
  Item item = TRY(item_from_json(json, where));
  std::error_code error;
  for (const char* extension : {".jpg", ".png"}) {
    item.picture = source_folder(folder) / (item.name() + extension);
    if (std::filesystem::exists(item.picture, error)) return item;
  }
  item.picture.clear();
  if (!json.contains("result_shape")) return item;
  return fail(ErrorCode::kNotFound,
              fmt::format("its picture, source/{}.jpg or .png, is missing; leave out "
                          "'result_shape' to have it drawn from the program",
                          item.name()),
              where);
}

}  // namespace

std::filesystem::path dataset_path(const std::filesystem::path& folder) {
  return folder / "dataset.jsonl";
}

std::filesystem::path source_folder(const std::filesystem::path& folder) {
  return folder / "source";
}

bool comes_before(const Item& a, const Item& b) {
  const auto first = whole_number(a.id);
  const auto second = whole_number(b.id);
  if (first.has_value() != second.has_value()) return first.has_value();
  if (first != second) return first < second;
  if (a.id != b.id) return a.id < b.id;
  return a.question < b.question;
}

Result<Items> read_items(const std::filesystem::path& folder) {
  LineReader reader =
      TRY(LineReader::open(dataset_path(folder), {.max_line_bytes = kMaxItemBytes, .cancel = {}}));
  Items all;
  std::set<std::string> names;
  Line line;
  while (TRY(reader.next(line))) {
    if (line.blank()) continue;
    auto item = item_from_line(line, folder, fmt::format("{}:{}", reader.name(), line.number));
    if (!item) {
      all.problems.push_back(item.error());
    } else if (!names.insert(item->name()).second) {
      all.problems.push_back(
          {ErrorCode::kBadData, "a second item of this name was left out", "item " + item->name()});
    } else {
      all.items.push_back(std::move(*item));
    }
  }
  std::sort(all.items.begin(), all.items.end(), comes_before);
  return all;
}

std::string item_line(const Item& item) {
  Json json;
  const auto number = whole_number(item.id);
  json["id"] = number ? Json(*number) : Json(item.id);
  json["question_number"] = item.question;
  json["query"] = item.query;
  if (!item.picture.empty()) {
    json["base_shape"] = fmt::format("source/{}_1{}", item.id, item.picture.extension().string());
    json["result_shape"] = "source/" + item.picture.filename().string();
  }
  json["variables"] = item.variables;
  json["base_shape_code"] = item.code;
  json["source_contours"] = item.source_contours ? Json(*item.source_contours) : Json(nullptr);
  json["description"] = item.description.empty() ? Json(nullptr) : Json(item.description);
  if (!item.tweak_kinds.empty()) json["tweak_kinds"] = item.tweak_kinds;
  return dump_json(json);
}

}  // namespace papert::suite::turtlebench
