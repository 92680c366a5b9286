// Write-ahead logging lets several processes read while one writes, and an entry is there as a
// whole or not at all, after a crash, too. A commit is not synced: after a power cut the last
// drawings may be missing. Each entry has a checksum over its key and its bytes, so one that was
// damaged, or that stands under another key, is made again; what passes it is still read as
// foreign bytes (scene/wire.h).

#include "lang/turtle/host/reference_store.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <chrono>
#include <utility>

#include "base/file.h"
#include "base/setting.h"
#include "base/sha256.h"
#include "base/version.h"
#include "scene/wire.h"

namespace papert::lang::turtle {
namespace {

constexpr std::int64_t kVersion = 1;
constexpr int kBusyMs = 10'000;
constexpr std::size_t kMaxInterpreterBytes = std::size_t{1} << 30;

constexpr const char* kSchema =
    "BEGIN IMMEDIATE;"
    "CREATE TABLE IF NOT EXISTS drawings(data TEXT NOT NULL, program TEXT NOT NULL,"
    " scene BLOB NOT NULL, checksum TEXT NOT NULL, PRIMARY KEY(data, program)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS used(data TEXT PRIMARY KEY NOT NULL, seconds INTEGER NOT NULL);"
    "PRAGMA user_version = 1;"
    "COMMIT;";

std::int64_t system_seconds() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

void bind_text(sqlite3_stmt* statement, int at, std::string_view text) {
  sqlite3_bind_text64(statement, at, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

std::string bytes_at(sqlite3_stmt* statement, int column) {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement, column));
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
  return bytes == nullptr ? std::string() : std::string(bytes, size);
}

std::string checksum_of(std::string_view key, std::string_view bytes) {
  Sha256 sum;
  sum.update(key);
  sum.update(bytes);
  return sum.hex();
}

/// A statement stays prepared but holds no lock and no reference to what was bound.
struct Rewind {
  sqlite3_stmt* statement;
  ~Rewind() {
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
  }
};

}  // namespace

std::string drawing_engine() {
  const auto path = zygote_path();
  if (!path) return "";
  const auto interpreter = read_file(*path, kMaxInterpreterBytes);
  return interpreter ? fmt::format("{} {}", version(), sha256_hex(*interpreter)) : "";
}

void ReferenceStore::CloseDatabase::operator()(sqlite3* database) const {
  sqlite3_close_v2(database);
}
void ReferenceStore::CloseStatement::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}
ReferenceStore::~ReferenceStore() = default;

Result<std::unique_ptr<ReferenceStore>> ReferenceStore::open(Options options) {
  if (options.file.has_parent_path()) TRY(make_directories(options.file.parent_path()));
  std::unique_ptr<ReferenceStore> store(new ReferenceStore(std::move(options)));
  sqlite3* database = nullptr;
  constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  const int code = sqlite3_open_v2(store->options_.file.c_str(), &database, kFlags, nullptr);
  store->database_.reset(database);
  if (code != SQLITE_OK) return fail(store->error());
  TRY(store->prepare());
  return store;
}

Result<void> ReferenceStore::prepare() {
  sqlite3_busy_timeout(database_.get(), kBusyMs);
  TRY(run_when_free("PRAGMA journal_mode = WAL"));
  TRY(run("PRAGMA synchronous = NORMAL"));
  const std::int64_t found = TRY(number("PRAGMA user_version"));
  if (found > kVersion) {
    return fail(ErrorCode::kBadData,
                "the file was made by a newer version; use that one, or remove the file",
                options_.file.string());
  }
  if (found < kVersion) TRY(run(kSchema));
  const std::int64_t page = TRY(number("PRAGMA page_size"));
  TRY(run(fmt::format("PRAGMA max_page_count = {}", options_.max_bytes / page).c_str()));
  const Statement used = TRY(statement("INSERT OR REPLACE INTO used VALUES(?, ?)"));
  bind_text(used.get(), 1, options_.data);
  sqlite3_bind_int64(used.get(), 2, system_seconds());
  if (sqlite3_step(used.get()) != SQLITE_DONE) return fail(error());
  TRY(make_room());
  find_ = TRY(statement("SELECT scene, checksum FROM drawings WHERE data = ? AND program = ?"));
  keep_ = TRY(statement("INSERT OR REPLACE INTO drawings VALUES(?, ?, ?, ?)"));
  return {};
}

Result<void> ReferenceStore::make_room() {
  const std::int64_t page = TRY(number("PRAGMA page_size"));
  while (true) {
    const std::int64_t pages = TRY(number("PRAGMA page_count"));
    const std::int64_t blank = TRY(number("PRAGMA freelist_count"));
    if ((pages - blank) * page <= options_.max_bytes / 4 * 3) return {};
    const Statement oldest =
        TRY(statement("SELECT data FROM used WHERE data <> ? ORDER BY seconds, data LIMIT 1"));
    bind_text(oldest.get(), 1, options_.data);
    if (sqlite3_step(oldest.get()) != SQLITE_ROW) return {};
    const std::string data = bytes_at(oldest.get(), 0);
    for (const char* table : {"drawings", "used"}) {
      const Statement drop =
          TRY(statement(fmt::format("DELETE FROM {} WHERE data = ?", table).c_str()));
      bind_text(drop.get(), 1, data);
      sqlite3_reset(oldest.get());
      if (sqlite3_step(drop.get()) != SQLITE_DONE) return fail(error());
    }
  }
}

Error ReferenceStore::error() const {
  const int code = database_ ? sqlite3_errcode(database_.get()) : SQLITE_NOMEM;
  const std::string said = database_ ? sqlite3_errmsg(database_.get()) : "out of memory";
  const bool damaged = code == SQLITE_NOTADB || code == SQLITE_CORRUPT || code == SQLITE_ERROR;
  if (!damaged) return {ErrorCode::kIo, said, options_.file.string()};
  return {ErrorCode::kBadData,
          fmt::format("{}; remove it with: rm {}*", said, options_.file.string()),
          options_.file.string()};
}

Result<void> ReferenceStore::run(const char* sql) {
  if (sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr) == SQLITE_OK) return {};
  return fail(error());
}

/// Changing the journal mode is the one statement that SQLite's own waiting does not cover.
Result<void> ReferenceStore::run_when_free(const char* sql) {
  constexpr int kPauseMs = 5;
  for (int waited = 0;; waited += kPauseMs) {
    const Result<void> ran = run(sql);
    const bool busy = !ran && (sqlite3_errcode(database_.get()) & 0xff) == SQLITE_BUSY;
    if (!busy || waited >= kBusyMs) return ran;
    sqlite3_sleep(kPauseMs);
  }
}

Result<std::int64_t> ReferenceStore::number(const char* sql) {
  const Statement asked = TRY(statement(sql));
  if (sqlite3_step(asked.get()) != SQLITE_ROW) return fail(error());
  return sqlite3_column_int64(asked.get(), 0);
}

Result<ReferenceStore::Statement> ReferenceStore::statement(const char* sql) const {
  sqlite3_stmt* made = nullptr;
  if (sqlite3_prepare_v2(database_.get(), sql, -1, &made, nullptr) != SQLITE_OK) {
    return fail(error());
  }
  return Statement(made);
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
    const Rewind rewind{find_.get()};
    bind_text(find_.get(), 1, options_.data);
    bind_text(find_.get(), 2, key);
    if (sqlite3_step(find_.get()) != SQLITE_ROW) return std::nullopt;
    bytes = bytes_at(find_.get(), 0);
    checksum = bytes_at(find_.get(), 1);
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
  const Rewind rewind{keep_.get()};
  bind_text(keep_.get(), 1, options_.data);
  bind_text(keep_.get(), 2, key);
  sqlite3_bind_blob64(keep_.get(), 3, bytes.data(), bytes.size(), SQLITE_STATIC);
  bind_text(keep_.get(), 4, checksum);
  full_ = sqlite3_step(keep_.get()) == SQLITE_FULL;
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
