#include "suite/turtlebench/folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/file.h"
#include "base/sha256.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "raster/contours.h"
#include "score/box_iou.h"
#include "suite/seeds.h"
#include "suite/task_folder.h"
#include "suite/turtlebench/mint.h"
#include "suite/turtlebench/picture.h"
#include "suite/turtlebench/program.h"

namespace papert::suite::turtlebench {
namespace {

/// Mints every seed and gives each shape's items that are new to `keys`, in the order of seeds.
template <class Take>
Result<void> mint_each(const suite::MintOptions& options, const suite::WriteOptions& write,
                       std::set<std::string>& keys, Take take) {
  const mint::turtle::DesignBook book = TRY(mint::turtle::DesignBook::open());
  lang::turtle::JailPool jails{sandbox::JailOptions{}};
  const auto work = [&](std::int64_t seed) {
    return mint_shape(jails, book, seed, fmt::format("{}-{:08}", options.split, seed));
  };
  const auto emit = [&](std::vector<MintedItem> shape) -> Result<void> {
    for (MintedItem& each : shape) {
      const bool fresh = keys.insert(each.key).second;
      if (!fresh && !each.item.is_tweak()) break;
      if (!fresh) continue;
      TRY(take(std::move(each)));
    }
    return {};
  };
  return suite::for_each_seed(options, write, work, emit);
}

Result<void> write_lists(const std::filesystem::path& folder, std::vector<Item> items) {
  std::sort(items.begin(), items.end(), comes_before);
  std::string lines;
  suite::Checksums sums;
  for (const Item& item : items) {
    lines += item_line(item) + "\n";
    if (item.picture.empty()) continue;
    sums["source/" + item.picture.filename().string()] = sha256_hex(TRY(read_file(item.picture)));
  }
  sums[dataset_path("").string()] = sha256_hex(lines);
  TRY(write_file(dataset_path(folder), lines));
  return write_file(suite::checksums_path(folder), suite::checksums_text(sums));
}

/// The items of a folder that must be whole, and their drawings' keys.
Result<std::vector<Item>> read_whole(const std::filesystem::path& folder,
                                     std::set<std::string>& keys) {
  if (!std::filesystem::exists(dataset_path(folder))) return std::vector<Item>();
  Items stored = TRY(read_items(folder));
  if (!stored.problems.empty()) return fail(stored.problems.front());
  lang::turtle::JailPool jails{sandbox::JailOptions{}};
  for (const Item& item : stored.items) {
    const lang::turtle::Drawing drawing =
        TRY(run_program(jails, Library::kTurtle, item.variables, item.code));
    keys.insert(drawing_key(ink_of(drawing.scene)));
  }
  return std::move(stored.items);
}

void check_sums(const std::filesystem::path& folder, suite::CheckReport& report) {
  const auto sums = suite::read_checksums(folder);
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
  const auto drawing = run_program(jails, Library::kTurtle, item.variables, item.code);
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

Result<Items> mint_items(const suite::MintOptions& options) {
  Items minted;
  std::set<std::string> keys;
  suite::WriteOptions write;
  write.jobs = options.jobs;
  TRY(mint_each(options, write, keys, [&](MintedItem each) -> Result<void> {
    minted.items.push_back(std::move(each.item));
    return {};
  }));
  return minted;
}

Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                const suite::MintOptions& options,
                                const suite::WriteOptions& write) {
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
  TRY(write_lists(folder, std::move(items)));
  return suite::minted_until_cancelled(write, added);
}

Result<suite::CheckReport> check_folder(const std::filesystem::path& folder, std::size_t jobs) {
  Items stored = TRY(read_items(folder));
  suite::CheckReport report;
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

}  // namespace papert::suite::turtlebench
