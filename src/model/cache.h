// Replies had before, in a SQLite file that several processes may use at once. Only complete
// replies are kept. The key is a hash of everything that decides a reply, the epoch included; API
// keys are not part of it and are never stored. A reply keeps what it cost and who bought it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/sqlite.h"
#include "model/model.h"

namespace papert::model {

/// Where the cache is: replies.sqlite in the cache folder (base/setting.h). `setting` looks a
/// variable up and gives "" for none. kUsage if none is set.
[[nodiscard]] Result<std::filesystem::path> cache_path(
    const std::function<std::string(const std::string&)>& setting);

struct CacheKey {
  std::string_view provider;
  std::string_view model;
  std::string_view endpoint;
  std::string_view body;  // the whole request
  std::int64_t epoch = 0;
  int repeat = 0;  // Request::repeat

  /// 64 hexadecimal digits.
  [[nodiscard]] std::string hash() const;
};

struct CacheEntries {
  std::string model;  // provider/name
  std::int64_t replies = 0;
  std::int64_t bytes = 0;   // of the replies
  std::int64_t oldest = 0;  // seconds since 1970
  std::int64_t newest = 0;
};

/// What prune removes: replies that fulfil all that is set. With nothing set, all of them.
struct CachePrune {
  std::optional<double> older_than_days;
  std::string model;  // provider/name
};

class Cache {
 public:
  /// Seconds since 1970.
  using Clock = std::function<std::int64_t()>;

  /// Creates the file and its folders. kBadData, saying how to remove it, if the file is not a
  /// cache of ours or is damaged.
  [[nodiscard]] static Result<std::unique_ptr<Cache>> open(const std::filesystem::path& path,
                                                           Clock clock = {});
  Cache(const Cache&) = delete;
  Cache& operator=(const Cache&) = delete;

  /// Any thread. A cache that fails is not a reason to stop a run: find then finds nothing, keep
  /// keeps nothing, and trouble() says what happened first. A reply is `recovered` if it was kept
  /// for the same buyer (the run and the sample it was bought for), `cached` if for another one or
  /// for nobody.
  [[nodiscard]] std::optional<Reply> find(const std::string& hash, const std::string& buyer = {});
  void keep(const std::string& hash, const std::string& model, const Reply& reply,
            const std::string& buyer = {});
  [[nodiscard]] std::string trouble() const;

  /// By model, in the order of names.
  [[nodiscard]] Result<std::vector<CacheEntries>> list();

  /// Gives the number of replies removed, and their space back to the disk.
  [[nodiscard]] Result<std::int64_t> prune(const CachePrune& what);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  Cache(std::filesystem::path path, Clock clock, SqliteFile file);
  void note(const Error& error);

  std::filesystem::path path_;
  Clock clock_;
  mutable std::mutex mutex_;
  std::string trouble_;
  SqliteFile file_;
  SqliteStatement find_;
  SqliteStatement keep_;
};

}  // namespace papert::model
