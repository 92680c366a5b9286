// An entry is there as a whole or not at all, after a crash, too (base/sqlite.h). Each has a
// checksum over its key and its bytes, so one that was damaged, or that stands under another key,
// is made again; what passes it is still read as foreign bytes (scene/wire.h).

#include "lang/turtle/host/reference_store.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "base/file.h"
#include "base/setting.h"
#include "base/sha256.h"
#include "base/version.h"
#include "scene/wire.h"

namespace papert::lang::turtle {
namespace {

constexpr std::size_t kMaxInterpreterBytes = std::size_t{1} << 30;

constexpr const char* kSchema =
    "CREATE TABLE IF NOT EXISTS drawings(data TEXT NOT NULL, program TEXT NOT NULL,"
    " scene BLOB NOT NULL, checksum TEXT NOT NULL, PRIMARY KEY(data, program)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS used(data TEXT PRIMARY KEY NOT NULL, seconds INTEGER NOT NULL)";

std::int64_t system_seconds() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string checksum_of(std::string_view key, std::string_view bytes) {
  Sha256 sum;
  sum.update(key);
  sum.update(bytes);
  return sum.hex();
}

}  // namespace

std::string drawing_engine() {
  const auto path = zygote_path();
  if (!path) return "";
  const auto interpreter = read_file(*path, kMaxInterpreterBytes);
  return interpreter ? fmt::format("{} {}", version(), sha256_hex(*interpreter)) : "";
}

Result<std::unique_ptr<ReferenceStore>> ReferenceStore::open(Options options) {
  SqliteFile file = TRY(SqliteFile::open(
      {.path = options.file, .name = "the store of references", .version = 1, .schema = kSchema}));
  std::unique_ptr<ReferenceStore> store(new ReferenceStore(std::move(options), std::move(file)));
  TRY(store->prepare());
  return store;
}

Result<void> ReferenceStore::prepare() {
  const std::int64_t page = TRY(file_.number("PRAGMA page_size"));
  TRY(file_.run(fmt::format("PRAGMA max_page_count = {}", options_.max_bytes / page)));
  SqliteStatement used = TRY(file_.statement("INSERT OR REPLACE INTO used VALUES(?, ?)"));
  used.bind(1, options_.data);
  used.bind(2, system_seconds());
  if (used.step() != SqliteStatement::Step::kDone) return fail(file_.error());
  TRY(make_room());
  find_ =
      TRY(file_.statement("SELECT scene, checksum FROM drawings WHERE data = ? AND program = ?"));
  keep_ = TRY(file_.statement("INSERT OR REPLACE INTO drawings VALUES(?, ?, ?, ?)"));
  return {};
}

Result<void> ReferenceStore::make_room() {
  const std::int64_t page = TRY(file_.number("PRAGMA page_size"));
  while (true) {
    const std::int64_t pages = TRY(file_.number("PRAGMA page_count"));
    const std::int64_t blank = TRY(file_.number("PRAGMA freelist_count"));
    if ((pages - blank) * page <= options_.max_bytes / 4 * 3) return {};
    SqliteStatement oldest = TRY(
        file_.statement("SELECT data FROM used WHERE data <> ? ORDER BY seconds, data LIMIT 1"));
    oldest.bind(1, options_.data);
    if (oldest.step() != SqliteStatement::Step::kRow) return {};
    const std::string data(oldest.text(0));
    oldest.rewind();
    for (const char* table : {"drawings", "used"}) {
      SqliteStatement drop =
          TRY(file_.statement(fmt::format("DELETE FROM {} WHERE data = ?", table)));
      drop.bind(1, data);
      if (drop.step() != SqliteStatement::Step::kDone) return fail(file_.error());
    }
  }
}

/// Empty where the engine is not known.
std::string ReferenceStore::key_of(std::string_view program) {
  std::call_once(engine_once_, [&] { engine_ = options_.engine(); });
  if (engine_.empty()) return "";
  return sha256_hex(fmt::format("{}\n{}", engine_, program));
}

std::optional<scene::Scene> ReferenceStore::find(std::string_view program) {
  const std::string key = key_of(program);
  if (key.empty()) return std::nullopt;
  std::string bytes;
  std::string checksum;
  {
    const std::lock_guard lock(mutex_);
    const RewindAtEnd rewind(find_);
    find_.bind(1, options_.data);
    find_.bind(2, key);
    if (find_.step() != SqliteStatement::Step::kRow) return std::nullopt;
    bytes = find_.text(0);
    checksum = find_.text(1);
  }
  if (checksum_of(key, bytes) != checksum) return std::nullopt;
  auto scene = scene::decode(bytes);
  return scene ? std::optional(std::move(*scene)) : std::nullopt;
}

void ReferenceStore::keep(std::string_view program, const scene::Scene& scene) {
  const std::string key = key_of(program);
  if (key.empty()) return;
  std::string bytes;
  scene::encode(scene, bytes);
  const std::string checksum = checksum_of(key, bytes);
  const std::lock_guard lock(mutex_);
  if (full_) return;
  const RewindAtEnd rewind(keep_);
  keep_.bind(1, options_.data);
  keep_.bind(2, key);
  keep_.bind_bytes(3, bytes);
  keep_.bind(4, checksum);
  full_ = keep_.step() == SqliteStatement::Step::kFull;
}

std::unique_ptr<ReferenceStore> open_references(std::string data, std::vector<std::string>& notes) {
  const auto folder = cache_folder([](const std::string& name) { return setting(name, ""); });
  auto store =
      folder
          ? ReferenceStore::open({.file = *folder / "references.sqlite", .data = std::move(data)})
          : Result<std::unique_ptr<ReferenceStore>>(fail(folder.error()));
  if (store) return std::move(*store);
  notes.push_back("drawings of references are not kept for the next time: " +
                  store.error().to_string());
  return nullptr;
}

std::size_t held_bytes(const scene::Scene& scene) {
  constexpr std::size_t kSheets = 32'000;
  constexpr std::size_t kForms = 8;
  std::string bytes;
  scene::encode(scene, bytes);
  return kSheets + kForms * bytes.size();
}

Result<Drawing> draw_reference(JailPool& jails, std::string_view program, ReferenceStore* store) {
  if (store != nullptr) {
    if (auto kept = store->find(program)) {
      Drawing drawing;
      drawing.outcome.status = sandbox::Status::kOk;
      drawing.scene = std::move(*kept);
      return drawing;
    }
  }
  Drawing drawing = TRY(jails.run(program));
  if (store != nullptr && drawing.outcome.status == sandbox::Status::kOk) {
    store->keep(program, drawing.scene);
  }
  return drawing;
}

}  // namespace papert::lang::turtle
