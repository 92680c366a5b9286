// A loop is one thread that owns a multi handle of libcurl. A caller puts its transfer, which lives
// on the caller's stack, into a queue, wakes the thread, and sleeps until the thread marks it done;
// so nothing but the queue and the marks is shared, and libcurl sees a single thread.
//
// The thread lets libcurl wait and act: curl_multi_perform looks at every transfer in flight, but
// one look serves all that are ready. With 256 at once that costs a tenth less than an epoll set
// and curl_multi_socket_action, which tell the system about each socket several times per request.
// Easy handles are kept and reused with everything that does not change already set
// (curl_transfer.h).
//
// Several loops share hundreds of plain connections, each request going to the one with the fewest:
// one thread among all those of its callers, and of a server on the same machine, gets too little
// of the processors. Over TLS there is one, as only transfers of one multi handle share a
// connection.
//
// The thread blocks all signals: SIGINT is for others, and SIGPIPE would come from writes that
// OpenSSL makes.

#include "model/transport.h"

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <mutex>
#include <thread>
#include <utility>

#include "base/thread_pool.h"
#include "model/curl_transfer.h"

namespace papert::model {
namespace {

using Steady = std::chrono::steady_clock;

constexpr std::size_t kMaxLoops = 4;
constexpr std::size_t kConnectionsPerLoop = 64;
constexpr std::chrono::milliseconds kLookForCancel{100};
constexpr std::chrono::milliseconds kIdle{60'000};  // a request wakes the thread before

}  // namespace

class Transport::Loop {
 public:
  explicit Loop(TransportOptions options) : options_(std::move(options)) {}

  Result<void> start() {
    // Counted and thread-safe in libcurl: paired with the cleanup below.
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return cannot("initialise libcurl");
    curl_ready_ = true;
    multi_ = curl_multi_init();
    if (multi_ == nullptr) return cannot("create an event loop");
    const auto kept = static_cast<long>(std::min<std::size_t>(options_.max_connections, 4096));
    curl_multi_setopt(multi_, CURLMOPT_MAXCONNECTS, kept);
    thread_ = std::thread([this] { run(); });
    return {};
  }

  ~Loop() {
    if (thread_.joinable()) {
      {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
      }
      wake();
      thread_.join();
    }
    slots_.clear();
    if (multi_ != nullptr) curl_multi_cleanup(multi_);
    if (curl_ready_) curl_global_cleanup();
  }
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  /// Transfers that are not at their end.
  [[nodiscard]] std::size_t load() const { return load_.load(std::memory_order_relaxed); }

  void submit(Transfer& transfer) {
    load_.fetch_add(1, std::memory_order_relaxed);
    bool first = false;
    {
      const std::lock_guard lock(mutex_);
      first = queue_.empty();
      queue_.push_back(&transfer);
    }
    if (first) wake();
  }

 private:
  static tl::unexpected<Error> cannot(const char* what) {
    return fail(ErrorCode::kInternal, fmt::format("cannot {}: {}", what, std::strerror(errno)));
  }

  void wake() const { curl_multi_wakeup(multi_); }

  void run() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    while (admit()) {
      int running = 0;
      curl_multi_perform(multi_, &running);
      collect();
      drop_cancelled();
      const auto wait = active_ == 0 ? kIdle : kLookForCancel;
      curl_multi_poll(multi_, nullptr, 0, static_cast<int>(wait.count()), nullptr);
    }
  }

  /// Starts what is queued. False when it is time to end.
  bool admit() {
    std::vector<Transfer*> fresh;
    {
      const std::lock_guard lock(mutex_);
      if (stopping_ && queue_.empty() && active_ == 0) return false;
      fresh.swap(queue_);
    }
    for (Transfer* transfer : fresh) {
      Slot* slot = transfer->cancel.cancelled() ? nullptr : prepare(*transfer);
      if (slot == nullptr || curl_multi_add_handle(multi_, slot->easy) != CURLM_OK) {
        transfer->response.fault =
            transfer->cancel.cancelled() ? HttpFault::kCancelled : HttpFault::kRefused;
        transfer->response.message = "the request was not sent";
        if (slot != nullptr) release(*slot);
        finish(*transfer);
        continue;
      }
      ++active_;
    }
    return true;
  }

  Slot* prepare(Transfer& transfer) {
    if (free_.empty()) {
      auto made = std::make_unique<Slot>();
      if (!set_up(*made, options_)) return nullptr;
      free_.push_back(made.get());
      slots_.push_back(std::move(made));
    }
    Slot& slot = *free_.back();
    free_.pop_back();
    put_request(slot, transfer);
    return &slot;
  }

  void release(Slot& slot) {
    take_request(slot);
    free_.push_back(&slot);
  }

  void collect() {
    int left = 0;
    while (const CURLMsg* message = curl_multi_info_read(multi_, &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      const CURLcode code = message->data.result;
      void* user = nullptr;
      curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &user);
      Slot& slot = *static_cast<Slot*>(user);
      read_response(slot, code);
      end(slot);
    }
  }

  void end(Slot& slot) {
    curl_multi_remove_handle(multi_, slot.easy);
    Transfer* transfer = slot.transfer;
    release(slot);
    --active_;
    finish(*transfer);
  }

  void finish(Transfer& transfer) {
    load_.fetch_sub(1, std::memory_order_relaxed);
    transfer.finish();
  }

  void drop_cancelled() {
    const auto now = Steady::now();
    if (active_ == 0 || now < next_look_) return;
    next_look_ = now + kLookForCancel;
    for (const auto& slot : slots_) {
      if (slot->transfer == nullptr || !slot->transfer->cancel.cancelled()) continue;
      slot->transfer->response.fault = HttpFault::kCancelled;
      slot->transfer->response.message = "interrupted";
      slot->transfer->response.body.clear();
      end(*slot);
    }
  }

  const TransportOptions options_;
  std::atomic<std::size_t> load_{0};
  bool curl_ready_ = false;
  CURLM* multi_ = nullptr;

  std::mutex mutex_;
  std::vector<Transfer*> queue_;
  bool stopping_ = false;

  // Only the thread's.
  std::vector<std::unique_ptr<Slot>> slots_;
  std::vector<Slot*> free_;
  std::size_t active_ = 0;
  Steady::time_point next_look_;

  std::thread thread_;
};

Transport::Transport(std::vector<std::unique_ptr<Loop>> loops) : loops_(std::move(loops)) {}
Transport::~Transport() = default;

Result<std::unique_ptr<Transport>> Transport::open(const TransportOptions& options) {
  const std::size_t most = std::min(kMaxLoops, available_processors());
  const std::size_t wanted = options.max_connections / kConnectionsPerLoop;
  std::vector<std::unique_ptr<Loop>> loops;
  while (loops.empty() || loops.size() < std::min(wanted, most)) {
    loops.push_back(std::make_unique<Loop>(options));
    TRY(loops.back()->start());
  }
  return std::unique_ptr<Transport>(new Transport(std::move(loops)));
}

Transport::Loop& Transport::loop_for(const HttpRequest& request) {
  if (loops_.size() == 1 || request.url.starts_with("https")) return *loops_.front();
  return **std::ranges::min_element(loops_, {}, [](const auto& loop) { return loop->load(); });
}

HttpResponse Transport::send(const HttpRequest& request, const CancelToken& cancel) {
  Transfer transfer(request, cancel);
  loop_for(request).submit(transfer);
  transfer.wait();
  return std::move(transfer.response);
}

}  // namespace papert::model
