#include "run/pictures.h"

#include <charconv>
#include <utility>

#include "base/file.h"
#include "base/sha256.h"
#include "raster/raster.h"
#include "run/folder.h"

namespace papert::run {

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
  if (failed && failures_.fetch_add(1, std::memory_order_relaxed) < kPicturedFailures) return true;
  if (samples_ <= kPicturedByLot) return true;
  const std::string hash = sha256_hex(id + "\n" + std::to_string(epoch));
  std::uint32_t lot = 0;
  std::from_chars(hash.data(), hash.data() + 8, lot, 16);
  return static_cast<double>(lot) * static_cast<double>(samples_) <
         4294967296.0 * static_cast<double>(kPicturedByLot);
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

}  // namespace papert::run
