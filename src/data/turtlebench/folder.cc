#include "data/turtlebench/folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <unordered_set>

#include "base/file.h"
#include "base/format.h"
#include "base/known_keys.h"
#include "base/numbers.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "data/seeds.h"
#include "data/task_folder.h"
#include "data/turtlebench/mint.h"
#include "data/turtlebench/picture.h"
#include "lang/turtle/host/library.h"
#include "raster/contours.h"
#include "score/box_iou.h"
#include "score/drawing_index.h"

namespace papert::data::turtlebench {
namespace {

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

/// `pictures`: the names of what is in the folder of pictures.
Result<Item> stored_item(const Json& json, const std::filesystem::path& folder,
                         const std::unordered_set<std::string>& pictures,
                         const std::string& where) {
  Item item = TRY(item_from_json(json, where));
  for (const char* extension : {".jpg", ".png"}) {
    const std::string name = item.name() + extension;
    if (!pictures.contains(name)) continue;
    item.picture = source_folder(folder) / name;
    return item;
  }
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
  const auto first = parse_number<std::int64_t>(a.id);
  const auto second = parse_number<std::int64_t>(b.id);
  if (first.has_value() != second.has_value()) return first.has_value();
  if (first != second) return first < second;
  if (a.id != b.id) return a.id < b.id;
  return a.question < b.question;
}

Result<Items> read_items(const std::filesystem::path& folder) {
  Items all;
  const std::unordered_set<std::string> pictures = names_in(source_folder(folder));
  std::unordered_set<std::string> names;
  const auto use = [&](const Json& json, const data::LinePlace& place) -> Result<void> {
    Item item = TRY(stored_item(json, folder, pictures, place.where));
    if (!names.insert(item.name()).second) {
      return fail(ErrorCode::kBadData, "a second item of this name was left out",
                  "item " + item.name());
    }
    all.items.push_back(std::move(item));
    return {};
  };
  TRY(data::for_each_task_line(dataset_path(folder), all.problems, use));
  std::sort(all.items.begin(), all.items.end(), comes_before);
  return all;
}

std::string item_line(const Item& item) {
  Json json;
  const auto number = parse_number<std::int64_t>(item.id);
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

Result<void> write_items(const std::filesystem::path& folder, std::vector<Item> items) {
  std::sort(items.begin(), items.end(), comes_before);
  std::string lines;
  data::Checksums sums;
  for (const Item& item : items) {
    lines += with_format(item_line(item)) + "\n";
    if (item.picture.empty()) continue;
    sums["source/" + item.picture.filename().string()] = sha256_hex(TRY(read_file(item.picture)));
  }
  sums[dataset_path("").string()] = sha256_hex(lines);
  TRY(write_file(dataset_path(folder), lines));
  return write_file(data::checksums_path(folder), data::checksums_text(sums));
}

Result<std::string> hash_of(const std::vector<Item>& items) {
  Sha256 hash;
  for (const Item& item : items) {
    hash.update(item_line(item) + "\n");
    if (!item.picture.empty()) hash.update(TRY(read_file(item.picture)));
  }
  return hash.hex();
}

namespace {

/// The items of folders that were minted in shards, by id and in their order.
Result<std::map<std::string, std::vector<Item>>> items_of(
    const std::vector<std::filesystem::path>& folders) {
  std::map<std::string, std::vector<Item>> all;
  for (const std::filesystem::path& folder : folders) {
    Items stored = TRY(read_items(folder));
    if (!stored.problems.empty()) return fail(stored.problems.front());
    for (Item& item : stored.items) {
      std::vector<Item>& shape = all[item.id];
      shape.push_back(std::move(item));
    }
  }
  return all;
}

/// The items of one shape as they were minted.
Result<std::vector<MintedItem>> draw_again(lang::turtle::JailPool& jails,
                                           const std::vector<Item>& items) {
  std::vector<MintedItem> minted;
  for (const Item& item : items) {
    lang::turtle::Drawing drawing = TRY(lang::turtle::run_with_library(
        jails, lang::turtle::Library::kTurtle, item.variables, item.code));
    MintedItem& again = minted.emplace_back(MintedItem{item, ink_of(std::move(drawing.scene)), ""});
    again.item.picture.clear();
    again.item.source_contours.reset();
    again.key = score::drawing_key(again.ink);
  }
  return minted;
}

/// Mints every seed and gives each shape's items that are new to `keys`, in the order of seeds.
template <class Take>
Result<void> mint_each(const data::MintOptions& options, const data::WriteOptions& write,
                       std::set<std::string>& keys, Take take) {
  const mint::turtle::DesignBook book = TRY(mint::turtle::DesignBook::open());
  lang::turtle::JailPool jails{sandbox::JailOptions{}};
  const std::map<std::string, std::vector<Item>> stored = TRY(items_of(options.parts));
  const auto work = [&](std::int64_t seed) -> Result<std::vector<MintedItem>> {
    const std::string id = fmt::format("{}-{:08}", options.split, seed);
    if (options.parts.empty()) return mint_shape(jails, book, seed, id);
    const auto found = stored.find(id);
    if (found == stored.end()) return std::vector<MintedItem>();
    return draw_again(jails, found->second);
  };
  // A shard keeps what equals an earlier item of its own: that one may turn out to be left out.
  const bool whole = options.shard.whole();
  const auto emit = [&](std::vector<MintedItem> shape) -> Result<void> {
    for (MintedItem& each : shape) {
      const bool fresh = keys.insert(each.key).second || !whole;
      if (!fresh && !each.item.is_tweak()) break;
      if (!fresh) continue;
      TRY(take(std::move(each)));
    }
    return {};
  };
  return data::for_each_seed(options, write, work, emit);
}

/// The items of a folder that must be whole, and their drawings' keys.
Result<std::vector<Item>> read_whole(const std::filesystem::path& folder,
                                     std::set<std::string>& keys) {
  if (!std::filesystem::exists(dataset_path(folder))) return std::vector<Item>();
  Items stored = TRY(read_items(folder));
  if (!stored.problems.empty()) return fail(stored.problems.front());
  lang::turtle::JailPool jails{sandbox::JailOptions{}};
  for (const Item& item : stored.items) {
    const lang::turtle::Drawing drawing = TRY(lang::turtle::run_with_library(
        jails, lang::turtle::Library::kTurtle, item.variables, item.code));
    keys.insert(score::drawing_key(ink_of(drawing.scene)));
  }
  return std::move(stored.items);
}

void check_sums(const std::filesystem::path& folder, data::CheckReport& report) {
  const auto sums = data::read_checksums(folder);
  if (!sums) {
    report.problems.push_back(sums.error());
    return;
  }
  for (const auto& [name, sum] : *sums) {
    const auto bytes = read_file(folder / name);
    if (!bytes) {
      report.problems.push_back(bytes.error());
    } else if (sha256_hex(*bytes) != sum) {
      report.problems.push_back(
          {ErrorCode::kBadData, "does not have the checksum of SHA256SUMS", name});
    }
  }
}

/// What is wrong with the number of contours that an item gives, which is that of its shape.
std::optional<Error> check_contours(const Item& item, const Item* shape) {
  const std::string where = "item " + item.name();
  if (shape == nullptr) {
    return Error{ErrorCode::kBadData, "question 1, the shape it changes, is missing", where};
  }
  if (!item.source_contours || shape->picture.empty()) return std::nullopt;
  const auto picture = read_picture(shape->picture);
  if (!picture) return picture.error();
  const int contours = raster::count_contours(*picture);
  if (contours == *item.source_contours) return std::nullopt;
  return Error{ErrorCode::kBadData,
               fmt::format("the picture of question 1 has {} contours, not {}", contours,
                           *item.source_contours),
               where};
}

/// What is wrong with an item; nothing if it is as it should be. `shape` is question 1 of its id,
/// null where that is missing.
std::optional<Error> check_item(lang::turtle::JailPool& jails, const Item& item,
                                const Item* shape) {
  constexpr double kSame = 0.99;
  const std::string where = "item " + item.name();
  const auto drawing = lang::turtle::run_with_library(jails, lang::turtle::Library::kTurtle,
                                                      item.variables, item.code);
  if (!drawing) return drawing.error();
  if (drawing->outcome.status != sandbox::Status::kOk) {
    return Error{ErrorCode::kBadData, "its program fails: " + drawing->outcome.reason, where};
  }
  if (item.picture.empty()) return check_contours(item, shape);
  const auto picture = read_picture(item.picture);
  if (!picture) return picture.error();
  const raster::Bitmap ink = ink_picture(ink_of(drawing->scene));
  if (score::box_iou(ink_of_picture(*picture), ink) < kSame) {
    return Error{ErrorCode::kBadData,
                 "its program does not draw its picture (papert render --view tk draws the "
                 "picture that it should have)",
                 where};
  }
  return check_contours(item, shape);
}

}  // namespace

Result<Items> mint_items(const data::MintOptions& options) {
  Items minted;
  std::set<std::string> keys;
  data::WriteOptions write;
  write.jobs = options.jobs;
  TRY(mint_each(options, write, keys, [&](MintedItem each) -> Result<void> {
    minted.items.push_back(std::move(each.item));
    return {};
  }));
  return minted;
}

Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                const data::MintOptions& options, const data::WriteOptions& write) {
  std::set<std::string> keys;
  std::vector<Item> items = TRY(read_whole(folder, keys));
  std::set<std::string> names;
  for (const Item& item : items) names.insert(item.name());
  TRY(make_directories(source_folder(folder)));
  std::size_t added = 0;
  std::int64_t contours = 0;  // of the shape whose tweaks follow
  TRY(mint_each(options, write, keys, [&](MintedItem each) -> Result<void> {
    if (!names.insert(each.item.name()).second) return {};
    const raster::Image picture = paint_picture(each.ink);
    if (!each.item.is_tweak()) contours = raster::count_contours(picture);
    each.item.source_contours = contours;
    each.item.picture = source_folder(folder) / (each.item.name() + ".png");
    TRY(write_file(each.item.picture, picture_bytes(picture), Durability::kUnsynced));
    items.push_back(std::move(each.item));
    ++added;
    return {};
  }));
  TRY(write_items(folder, std::move(items)));
  return data::minted_until_cancelled(write, added);
}

Result<data::CheckReport> check_folder(const std::filesystem::path& folder, std::size_t jobs) {
  Items stored = TRY(read_items(folder));
  data::CheckReport report;
  report.problems = std::move(stored.problems);
  report.checked = stored.items.size();
  check_sums(folder, report);
  std::map<std::string_view, const Item*> shapes;
  for (const Item& item : stored.items) {
    if (!item.is_tweak()) shapes.emplace(item.id, &item);
  }
  lang::turtle::JailPool jails{sandbox::JailOptions{}};
  std::size_t next = 0;
  ordered_pipeline(
      jobs, 4 * jobs,
      [&]() -> std::optional<const Item*> {
        if (next == stored.items.size()) return std::nullopt;
        return &stored.items[next++];
      },
      [&](const Item* item) {
        const auto shape = shapes.find(item->id);
        return check_item(jails, *item, shape == shapes.end() ? nullptr : shape->second);
      },
      [&](std::optional<Error> problem) {
        if (problem) report.problems.push_back(std::move(*problem));
      });
  return report;
}

}  // namespace papert::data::turtlebench
