#include "model/cache.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "base/file.h"
#include "base/json.h"
#include "base/setting.h"
#include "base/sha256.h"
#include "model/chat_json.h"

namespace papert::model {
namespace {

constexpr const char* kSchema =
    "CREATE TABLE IF NOT EXISTS replies(hash TEXT PRIMARY KEY NOT NULL, model TEXT NOT NULL,"
    " made INTEGER NOT NULL, reply TEXT NOT NULL);"
    "CREATE INDEX IF NOT EXISTS replies_by_model ON replies(model, made)";

std::int64_t system_seconds() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

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

Cache::Cache(std::filesystem::path path, Clock clock, SqliteFile file)
    : path_(std::move(path)),
      clock_(clock ? std::move(clock) : Clock(system_seconds)),
      file_(std::move(file)) {}

Result<std::unique_ptr<Cache>> Cache::open(const std::filesystem::path& path, Clock clock) {
  SqliteFile file = TRY(SqliteFile::open(
      {.path = path, .name = "the cache of replies", .version = 1, .schema = kSchema}));
  std::unique_ptr<Cache> cache(new Cache(path, std::move(clock), std::move(file)));
  cache->find_ = TRY(cache->file_.statement("SELECT reply FROM replies WHERE hash = ?"));
  cache->keep_ = TRY(cache->file_.statement("INSERT OR REPLACE INTO replies VALUES(?, ?, ?, ?)"));
  return cache;
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
    const RewindAtEnd rewind(find_);
    find_.bind(1, hash);
    const auto step = find_.step();
    if (step != SqliteStatement::Step::kRow && step != SqliteStatement::Step::kDone) {
      note(file_.error());
    }
    if (step != SqliteStatement::Step::kRow) return std::nullopt;
    text = find_.text(0);
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
  const RewindAtEnd rewind(keep_);
  keep_.bind(1, hash);
  keep_.bind(2, model);
  keep_.bind(3, clock_());
  keep_.bind(4, text);
  if (keep_.step() != SqliteStatement::Step::kDone) note(file_.error());
}

Result<std::vector<CacheEntries>> Cache::list() {
  const std::lock_guard lock(mutex_);
  SqliteStatement all = TRY(file_.statement(
      "SELECT model, count(*), sum(length(CAST(reply AS BLOB))), min(made), max(made)"
      " FROM replies GROUP BY model ORDER BY model"));
  std::vector<CacheEntries> entries;
  auto step = SqliteStatement::Step::kRow;
  while ((step = all.step()) == SqliteStatement::Step::kRow) {
    CacheEntries& entry = entries.emplace_back();
    entry.model = all.text(0);
    entry.replies = all.number(1);
    entry.bytes = all.number(2);
    entry.oldest = all.number(3);
    entry.newest = all.number(4);
  }
  if (step != SqliteStatement::Step::kDone) return fail(file_.error());
  return entries;
}

Result<std::int64_t> Cache::prune(const CachePrune& what) {
  const std::lock_guard lock(mutex_);
  SqliteStatement remove = TRY(file_.statement(
      "DELETE FROM replies WHERE (?1 IS NULL OR made < ?1) AND (?2 = '' OR model = ?2)"));
  if (what.older_than_days) {
    const auto age = static_cast<std::int64_t>(*what.older_than_days * 86400);
    remove.bind(1, clock_() - age);
  }
  remove.bind(2, what.model);
  if (remove.step() != SqliteStatement::Step::kDone) return fail(file_.error());
  const std::int64_t removed = file_.changes();
  // Another process at work may prevent it; the space is then reused instead.
  if (removed > 0) [[maybe_unused]]
    const auto ignored = file_.run("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
  return removed;
}

}  // namespace papert::model
