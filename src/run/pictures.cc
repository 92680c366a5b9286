#include "run/pictures.h"

#include <fcntl.h>

#include <utility>

#include "base/file.h"
#include "base/jsonl.h"
#include "base/sha256.h"
#include "base/shard.h"
#include "raster/raster.h"
#include "run/folder.h"
#include "run/log.h"

namespace papert::run {
namespace {

/// The lines of failures that have pictures and are not among those which keep them.
Result<std::unordered_set<std::int64_t>> lines_to_strip(const std::filesystem::path& log,
                                                        std::size_t samples) {
  struct Failure {
    std::uint64_t lot;
    std::int64_t line;
  };
  SmallestLots smallest(kPicturedFailures);
  std::vector<Failure> pictured;
  TRY(read_log(log, Part::kFigures, [&](const Record& record) {
    if (record.right() || !record.shown) return;
    const std::uint64_t lot = sample_lot(record.id, record.epoch);
    if (is_pictured_by_lot(lot, samples)) return;
    smallest.add(lot);
    pictured.push_back({lot, record.line});
  }));
  std::unordered_set<std::int64_t> lines;
  for (const Failure& failure : pictured) {
    if (!smallest.has(failure.lot)) lines.insert(failure.line);
  }
  return lines;
}

void note_pictures(const Json& prompt, std::vector<std::string>& names) {
  const auto images = prompt.find("images");
  if (images == prompt.end() || !images->is_array()) return;
  for (const Json& image : *images) {
    if (image.is_string()) names.push_back(image.get<std::string>());
  }
}

/// Whether any picture is named in a text as a line of the log is: looked for without parsing it.
bool may_name(std::string_view line, const std::unordered_set<std::string>& names) {
  constexpr std::size_t kHash = 64;
  for (std::size_t at = line.find('"'); at != std::string_view::npos; at = line.find('"', at + 1)) {
    if (at + kHash + 1 >= line.size() || line[at + kHash + 1] != '"') continue;
    if (names.contains(std::string(line.substr(at + 1, kHash)))) return true;
  }
  return false;
}

}  // namespace

std::uint64_t sample_lot(std::string_view id, std::int64_t epoch) {
  return lot_of(std::string(id) + "\n" + std::to_string(epoch));
}

bool is_pictured_by_lot(std::uint64_t lot, std::size_t samples) {
  if (samples <= kPicturedByLot) return true;
  return static_cast<double>(lot >> 32U) * static_cast<double>(samples) <
         4294967296.0 * static_cast<double>(kPicturedByLot);
}

bool SmallestLots::add(std::uint64_t lot) {
  if (lots_.size() < room_) {
    lots_.push(lot);
    return true;
  }
  if (lot >= lots_.top()) return false;
  lots_.pop();
  lots_.push(lot);
  return true;
}

// Two letters of the hash make a subfolder: a folder of 67,000 files is slow to list and to copy.
Result<std::string> PictureStore::put(std::string_view png) const {
  std::string hash = sha256_hex(png);
  const std::filesystem::path path = picture_path(folder_, hash);
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) return hash;
  TRY(make_directories(path.parent_path()));
  TRY(write_file(path, png, Durability::kUnsynced));
  return hash;
}

bool PictureStore::wants(const std::string& id, std::int64_t epoch, bool failed) {
  const std::uint64_t lot = sample_lot(id, epoch);
  if (is_pictured_by_lot(lot, samples_)) return true;
  if (!failed) return false;
  const std::lock_guard lock(mutex_);
  return failures_.add(lot);
}

Result<std::vector<RecordedPicture>> PictureStore::put_sample(const suite::TaskSet& tasks,
                                                              std::size_t index,
                                                              const suite::Judged& judged) const {
  std::vector<RecordedPicture> list;
  for (suite::Picture& picture : tasks.pictures(index, judged)) {
    std::string hash = TRY(put(raster::encode_png(picture.image, {.compact = true})));
    list.push_back({std::move(picture.title), std::move(hash)});
  }
  return list;
}

// The log is replaced before pictures are deleted: a crash between the two leaves files that nobody
// names.
Result<void> PictureStore::settle() const {
  if (samples_ <= kPicturedFailures) return {};
  const std::filesystem::path log = samples_path(folder_);
  const auto strip = TRY(lines_to_strip(log, samples_));
  if (strip.empty()) return {};
  const std::filesystem::path fresh = log.parent_path() / ("." + log.filename().string() + ".tmp");
  TRY(open_file(fresh, O_WRONLY | O_CREAT | O_TRUNC));
  JsonlWriter kept = TRY(JsonlWriter::open_append(fresh));
  std::unordered_set<std::string> unnamed;
  {
    LineReader reader = TRY(LineReader::open(log));
    Line line;
    while (TRY(reader.next(line))) {
      if (!strip.contains(line.number)) {
        if (!line.blank()) TRY(kept.write_line(line.text));
        continue;
      }
      Json json = TRY(parse_json(line.text, log.string()));
      for (std::string& name : pictures_named(json)) unnamed.insert(std::move(name));
      TRY(kept.write(without_pictures(std::move(json))));
    }
  }
  TRY(kept.sync());
  unnamed = TRY(unnamed_pictures(fresh, std::move(unnamed)));
  std::error_code error;
  std::filesystem::rename(fresh, log, error);
  if (error) return fail(system_error(error.value(), "write", log.string()));
  for (const std::string& name : unnamed) {
    if (is_picture_hash(name)) std::filesystem::remove(picture_path(folder_, name), error);
  }
  return {};
}

Result<std::unordered_set<std::string>> unnamed_pictures(const std::filesystem::path& log,
                                                         std::unordered_set<std::string> names) {
  if (names.empty()) return names;
  LineReader reader = TRY(LineReader::open(log));
  Line line;
  while (TRY(reader.next(line))) {
    if (!may_name(line.text, names)) continue;
    const Json json = TRY(parse_json(line.text, log.string()));
    for (const std::string& name : pictures_named(json)) names.erase(name);
  }
  return names;
}

Json without_pictures(Json line) {
  line["pictures"] = Json::array();
  line.erase("reference");
  line.erase("picture_error");
  if (line.erase("prompt_unsent") > 0) line["prompt"] = {{"text", ""}, {"images", Json::array()}};
  return line;
}

std::vector<std::string> pictures_named(const Json& line) {
  std::vector<std::string> names;
  if (const auto prompt = line.find("prompt"); prompt != line.end()) note_pictures(*prompt, names);
  if (const auto list = line.find("pictures"); list != line.end() && list->is_array()) {
    for (const Json& picture : *list) {
      const auto image = picture.is_object() ? picture.find("image") : picture.end();
      if (picture.is_object() && image != picture.end() && image->is_string()) {
        names.push_back(image->get<std::string>());
      }
    }
  }
  if (const auto turns = line.find("turns"); turns != line.end() && turns->is_array()) {
    for (const Json& turn : *turns) {
      if (!turn.is_object()) continue;
      if (const auto prompt = turn.find("prompt"); prompt != turn.end()) {
        note_pictures(*prompt, names);
      }
    }
  }
  return names;
}

}  // namespace papert::run
