// Write-ahead logging lets readers and one writer work at the same time; whoever finds the file
// locked waits up to ten seconds. A commit is not synced (synchronous=NORMAL): after a power cut
// the last replies may be missing, which a cache may well have, but the file is never damaged.
// Changing the journal mode is the one statement that SQLite's own waiting does not cover, so
// several runs that create the cache at the same moment wait for each other here.

#include "model/cache.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <chrono>
#include <utility>

#include "base/file.h"
#include "base/json.h"
#include "base/setting.h"
#include "base/sha256.h"
#include "model/chat_json.h"

namespace papert::model {
namespace {

constexpr int kVersion = 1;
constexpr int kBusyMs = 10'000;

constexpr const char* kSchema =
    "BEGIN IMMEDIATE;"
    "CREATE TABLE IF NOT EXISTS replies(hash TEXT PRIMARY KEY NOT NULL, model TEXT NOT NULL,"
    " made INTEGER NOT NULL, reply TEXT NOT NULL);"
    "CREATE INDEX IF NOT EXISTS replies_by_model ON replies(model, made);"
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

std::string_view text_at(sqlite3_stmt* statement, int column) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
  return text == nullptr
             ? std::string_view()
             : std::string_view(text,
                                static_cast<std::size_t>(sqlite3_column_bytes(statement, column)));
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

Result<std::filesystem::path> cache_path(
    const std::function<std::string(const std::string&)>& setting) {
  return TRY(cache_folder(setting)) / "replies.sqlite";
}

std::string CacheKey::hash() const {
  Sha256 sha;
  // Each length first, so that no two keys run together to the same bytes.
  for (const std::string_view part : {provider, model, endpoint, body}) {
    sha.update(fmt::format("{}:", part.size()));
    sha.update(part);
  }
  sha.update(std::to_string(epoch));
  if (repeat > 0) sha.update(fmt::format("#{}", repeat));
  return sha.hex();
}

void Cache::CloseDatabase::operator()(sqlite3* database) const { sqlite3_close_v2(database); }
void Cache::CloseStatement::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

Cache::Cache(std::filesystem::path path, Clock clock)
    : path_(std::move(path)), clock_(clock ? std::move(clock) : Clock(system_seconds)) {}
Cache::~Cache() = default;

Result<std::unique_ptr<Cache>> Cache::open(const std::filesystem::path& path, Clock clock) {
  if (path.has_parent_path()) TRY(make_directories(path.parent_path()));
  std::unique_ptr<Cache> cache(new Cache(path, std::move(clock)));
  sqlite3* database = nullptr;
  constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  const int code = sqlite3_open_v2(path.c_str(), &database, kFlags, nullptr);
  cache->database_.reset(database);
  if (code != SQLITE_OK) return fail(cache->error());
  TRY(cache->prepare());
  return cache;
}

Result<void> Cache::prepare() {
  sqlite3_busy_timeout(database_.get(), kBusyMs);
  TRY(run_when_free("PRAGMA journal_mode = WAL"));
  TRY(run("PRAGMA synchronous = NORMAL"));
  Statement version = TRY(statement("PRAGMA user_version"));
  if (sqlite3_step(version.get()) != SQLITE_ROW) return fail(error());
  const int found = sqlite3_column_int(version.get(), 0);
  version.reset();
  if (found > kVersion) {
    return fail(ErrorCode::kBadData,
                "the cache was made by a newer version; use that one, or remove the file",
                path_.string());
  }
  if (found < kVersion) TRY(run(kSchema));
  find_ = TRY(statement("SELECT reply FROM replies WHERE hash = ?"));
  keep_ = TRY(statement("INSERT OR REPLACE INTO replies VALUES(?, ?, ?, ?)"));
  return {};
}

Error Cache::error() const {
  const int code = database_ ? sqlite3_errcode(database_.get()) : SQLITE_NOMEM;
  const char* said = database_ ? sqlite3_errmsg(database_.get()) : "out of memory";
  if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT || code == SQLITE_ERROR) {
    return {ErrorCode::kBadData,
            fmt::format("the cache of replies cannot be used ({}); remove it with: rm {}*", said,
                        path_.string()),
            path_.string()};
  }
  return {ErrorCode::kIo, fmt::format("the cache of replies: {}", said), path_.string()};
}

Result<void> Cache::run(const char* sql) {
  if (sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) {
    return fail(error());
  }
  return {};
}

Result<void> Cache::run_when_free(const char* sql) {
  constexpr int kPauseMs = 5;
  for (int waited = 0;; waited += kPauseMs) {
    const Result<void> ran = run(sql);
    const bool busy = !ran && (sqlite3_errcode(database_.get()) & 0xff) == SQLITE_BUSY;
    if (!busy || waited >= kBusyMs) return ran;
    sqlite3_sleep(kPauseMs);
  }
}

Result<Cache::Statement> Cache::statement(const char* sql) const {
  sqlite3_stmt* made = nullptr;
  if (sqlite3_prepare_v2(database_.get(), sql, -1, &made, nullptr) != SQLITE_OK) {
    return fail(error());
  }
  return Statement(made);
}

void Cache::note(const Error& error) {
  if (trouble_.empty()) trouble_ = error.to_string();
}

std::string Cache::trouble() const {
  const std::lock_guard lock(mutex_);
  return trouble_;
}

std::optional<Reply> Cache::find(const std::string& hash, const std::string& buyer) {
  std::string text;
  {
    const std::lock_guard lock(mutex_);
    const Rewind rewind{find_.get()};
    bind_text(find_.get(), 1, hash);
    const int code = sqlite3_step(find_.get());
    if (code != SQLITE_ROW && code != SQLITE_DONE) note(error());
    if (code != SQLITE_ROW) return std::nullopt;
    text = text_at(find_.get(), 0);
  }
  const auto json = parse_json(text, path_.string());
  if (!json || !json->is_object()) return std::nullopt;
  Reply reply;
  reply.text = text_of(*json, "text");
  reply.reasoning = text_of(*json, "reasoning");
  reply.usage = usage_from_json(member(*json, "usage"));
  reply.recovered = !buyer.empty() && text_of(*json, "buyer") == buyer;
  reply.cached = !reply.recovered;
  return reply;
}

void Cache::keep(const std::string& hash, const std::string& model, const Reply& reply,
                 const std::string& buyer) {
  if (reply.status != ReplyStatus::kComplete || reply.cached || reply.recovered) return;
  Json json{{"text", reply.text}};
  if (!reply.reasoning.empty()) json["reasoning"] = reply.reasoning;
  json["usage"] = reply.usage.to_json();
  if (!buyer.empty()) json["buyer"] = buyer;
  const std::string text = dump_json(json);
  const std::lock_guard lock(mutex_);
  const Rewind rewind{keep_.get()};
  bind_text(keep_.get(), 1, hash);
  bind_text(keep_.get(), 2, model);
  sqlite3_bind_int64(keep_.get(), 3, clock_());
  bind_text(keep_.get(), 4, text);
  if (sqlite3_step(keep_.get()) != SQLITE_DONE) note(error());
}

Result<std::vector<CacheEntries>> Cache::list() {
  const std::lock_guard lock(mutex_);
  const Statement all =
      TRY(statement("SELECT model, count(*), sum(length(CAST(reply AS BLOB))), min(made), max(made)"
                    " FROM replies GROUP BY model ORDER BY model"));
  std::vector<CacheEntries> entries;
  int code = SQLITE_ROW;
  while ((code = sqlite3_step(all.get())) == SQLITE_ROW) {
    CacheEntries& entry = entries.emplace_back();
    entry.model = text_at(all.get(), 0);
    entry.replies = sqlite3_column_int64(all.get(), 1);
    entry.bytes = sqlite3_column_int64(all.get(), 2);
    entry.oldest = sqlite3_column_int64(all.get(), 3);
    entry.newest = sqlite3_column_int64(all.get(), 4);
  }
  if (code != SQLITE_DONE) return fail(error());
  return entries;
}

Result<std::int64_t> Cache::prune(const CachePrune& what) {
  const std::lock_guard lock(mutex_);
  const Statement remove = TRY(
      statement("DELETE FROM replies WHERE (?1 IS NULL OR made < ?1) AND (?2 = '' OR model = ?2)"));
  if (what.older_than_days) {
    const auto age = static_cast<std::int64_t>(*what.older_than_days * 86400);
    sqlite3_bind_int64(remove.get(), 1, clock_() - age);
  }
  bind_text(remove.get(), 2, what.model);
  if (sqlite3_step(remove.get()) != SQLITE_DONE) return fail(error());
  const std::int64_t removed = sqlite3_changes64(database_.get());
  // Another process at work may prevent it; the space is then reused instead.
  if (removed > 0) [[maybe_unused]]
    const auto ignored = run("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
  return removed;
}

}  // namespace papert::model
