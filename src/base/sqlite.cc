#include "base/sqlite.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <utility>

#include "base/file.h"

namespace papert {
namespace {

constexpr int kBusyMs = 10'000;

}  // namespace

void SqliteStatement::Close::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

void SqliteStatement::bind(int at, std::string_view text) {
  sqlite3_bind_text64(statement_.get(), at, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

void SqliteStatement::bind(int at, std::int64_t number) {
  sqlite3_bind_int64(statement_.get(), at, number);
}

void SqliteStatement::bind_bytes(int at, std::string_view bytes) {
  sqlite3_bind_blob64(statement_.get(), at, bytes.data(), bytes.size(), SQLITE_STATIC);
}

SqliteStatement::Step SqliteStatement::step() {
  switch (sqlite3_step(statement_.get())) {
    case SQLITE_ROW:
      return Step::kRow;
    case SQLITE_DONE:
      return Step::kDone;
    case SQLITE_FULL:
      return Step::kFull;
    default:
      return Step::kFailed;
  }
}

std::string_view SqliteStatement::text(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
  return bytes == nullptr ? std::string_view() : std::string_view(bytes, size);
}

std::int64_t SqliteStatement::number(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

void SqliteStatement::rewind() {
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
}

void SqliteFile::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

Result<SqliteFile> SqliteFile::open(Options options) {
  if (options.path.has_parent_path()) TRY(make_directories(options.path.parent_path()));
  SqliteFile file(std::move(options));
  sqlite3* database = nullptr;
  constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  const int code = sqlite3_open_v2(file.options_.path.c_str(), &database, kFlags, nullptr);
  file.database_.reset(database);
  if (code != SQLITE_OK) return fail(file.error());
  TRY(file.prepare());
  return file;
}

Result<void> SqliteFile::prepare() {
  sqlite3_busy_timeout(database_.get(), kBusyMs);
  TRY(run_when_free("PRAGMA journal_mode = WAL"));
  TRY(run("PRAGMA synchronous = NORMAL"));
  const std::int64_t found = TRY(number("PRAGMA user_version"));
  if (found > options_.version) {
    return fail(ErrorCode::kBadData,
                options_.name + " was made by a newer version; use that one, or remove the file",
                options_.path.string());
  }
  if (found == options_.version) return {};
  return run(fmt::format("BEGIN IMMEDIATE; {}; PRAGMA user_version = {}; COMMIT", options_.schema,
                         options_.version));
}

Error SqliteFile::error() const {
  const int code = database_ ? sqlite3_errcode(database_.get()) : SQLITE_NOMEM;
  const char* said = database_ ? sqlite3_errmsg(database_.get()) : "out of memory";
  const std::string path = options_.path.string();
  if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT || code == SQLITE_ERROR) {
    return {
        ErrorCode::kBadData,
        fmt::format("{} cannot be used ({}); remove it with: rm {}*", options_.name, said, path),
        path};
  }
  return {ErrorCode::kIo, fmt::format("{}: {}", options_.name, said), path};
}

Result<void> SqliteFile::run(const std::string& sql) {
  if (sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK) return {};
  return fail(error());
}

/// Changing the journal mode is the one statement that SQLite's own waiting does not cover, so
/// several processes that create the file at the same moment wait for each other here.
Result<void> SqliteFile::run_when_free(const std::string& sql) {
  constexpr int kPauseMs = 5;
  for (int waited = 0;; waited += kPauseMs) {
    const Result<void> ran = run(sql);
    const bool busy = !ran && (sqlite3_errcode(database_.get()) & 0xff) == SQLITE_BUSY;
    if (!busy || waited >= kBusyMs) return ran;
    sqlite3_sleep(kPauseMs);
  }
}

Result<SqliteStatement> SqliteFile::statement(const std::string& sql) const {
  sqlite3_stmt* made = nullptr;
  if (sqlite3_prepare_v2(database_.get(), sql.c_str(), -1, &made, nullptr) != SQLITE_OK) {
    return fail(error());
  }
  return SqliteStatement(made);
}

Result<std::int64_t> SqliteFile::number(const std::string& sql) const {
  SqliteStatement asked = TRY(statement(sql));
  if (asked.step() != SqliteStatement::Step::kRow) return fail(error());
  return asked.number(0);
}

std::int64_t SqliteFile::changes() const { return sqlite3_changes64(database_.get()); }

}  // namespace papert
