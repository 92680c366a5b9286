// What happens to a run while somebody watches it, as server-sent events:
//
//     event: sample      a new line: id, epoch, verdict, figure
//     event: progress    what there is now: done, planned, verdicts, figure, rate, time left
//     event: end         nothing more will come
//
// The id of an event is the place in samples.jsonl up to where it counts, so a browser that
// reconnects goes on from there. Of many samples at once the newest are sent; the figures count
// all.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "http/message.h"
#include "serve/app/run_store.h"

namespace papert::serve::app {

inline constexpr std::size_t kMaxWatchers = 64;  // more: 503

class Events {
 public:
  Events();
  ~Events();
  Events(const Events&) = delete;
  Events& operator=(const Events&) = delete;

  /// The response to one watcher, from that place on. 503 where there are too many.
  [[nodiscard]] http::Response watch(std::shared_ptr<StoredRun> run, std::uint64_t from);

  /// Ends all streams.
  void stop();

 private:
  /// One stream: this class's thread writes, the server's reads.
  struct Watcher {
    std::shared_ptr<StoredRun> run;
    std::mutex mutex;  // with the next two
    std::string pending;
    bool ended = false;
    // Of the thread alone.
    std::uint64_t at = 0;
    std::uint64_t version = ~std::uint64_t{0};
    std::chrono::steady_clock::time_point told;  // something, last
    std::chrono::steady_clock::time_point begun;
    std::int64_t done_then = -1;
  };

  void work();
  /// False once it has ended.
  bool tell(Watcher& watcher);

  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  std::vector<std::weak_ptr<Watcher>> watchers_;
  std::thread thread_;
};

}  // namespace papert::serve::app
