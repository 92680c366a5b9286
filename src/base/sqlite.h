// A SQLite file of our own that several processes may use at once, for what is kept between runs.
//
//     auto file = TRY(SqliteFile::open({.path = path, .name = "the cache", .version = 1,
//                                       .schema = "CREATE TABLE ..."}));
//     auto find = TRY(file.statement("SELECT reply FROM replies WHERE hash = ?"));
//     find.bind(1, hash);
//     if (find.step() == SqliteStatement::Step::kRow) use(find.text(0));
//
// Write-ahead logging lets readers and one writer work at the same time; whoever finds the file
// locked waits up to ten seconds. A commit is not synced (synchronous=NORMAL): after a power cut
// the last entries may be missing, but the file is never damaged. One thread at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace papert {

class SqliteStatement {
 public:
  enum class Step { kRow, kDone, kFull, kFailed };

  SqliteStatement() = default;
  explicit SqliteStatement(sqlite3_stmt* made) : statement_(made) {}

  /// Places count from 1. Texts and bytes must stay until the statement is rewound.
  void bind(int at, std::string_view text);
  void bind(int at, std::int64_t number);
  void bind_bytes(int at, std::string_view bytes);

  Step step();

  /// Of the row; columns count from 0. Views hold until the next step.
  [[nodiscard]] std::string_view text(int column) const;
  [[nodiscard]] std::int64_t number(int column) const;

  /// It stays prepared but holds no lock and no reference to what was bound.
  void rewind();

 private:
  struct Close {
    void operator()(sqlite3_stmt* statement) const;
  };
  std::unique_ptr<sqlite3_stmt, Close> statement_;
};

/// Rewinds a statement at the end of a scope.
struct RewindAtEnd {
  SqliteStatement& statement;
  explicit RewindAtEnd(SqliteStatement& each) : statement(each) {}
  RewindAtEnd(const RewindAtEnd&) = delete;
  RewindAtEnd& operator=(const RewindAtEnd&) = delete;
  ~RewindAtEnd() { statement.rewind(); }
};

class SqliteFile {
 public:
  struct Options {
    std::filesystem::path path;
    std::string name;          // what messages call it
    std::int64_t version = 1;  // of the schema
    std::string schema;        // run in one transaction where the file has an older version
  };

  /// Creates the file and its folders. kBadData, saying how to remove it, if the file is not one of
  /// ours, is damaged, or was made by a newer version.
  [[nodiscard]] static Result<SqliteFile> open(Options options);

  [[nodiscard]] Result<void> run(const std::string& sql);
  [[nodiscard]] Result<SqliteStatement> statement(const std::string& sql) const;

  /// The number that a query of one row gives.
  [[nodiscard]] Result<std::int64_t> number(const std::string& sql) const;

  /// How many rows the last statement changed.
  [[nodiscard]] std::int64_t changes() const;

  /// What went wrong last.
  [[nodiscard]] Error error() const;

 private:
  explicit SqliteFile(Options options) : options_(std::move(options)) {}
  [[nodiscard]] Result<void> prepare();
  [[nodiscard]] Result<void> run_when_free(const std::string& sql);

  struct Close {
    void operator()(sqlite3* database) const;
  };
  Options options_;
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace papert
