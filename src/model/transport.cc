// A loop is one thread that owns a multi handle of libcurl. A caller puts its transfer, which lives
// on the caller's stack, into a queue, wakes the thread, and sleeps until the thread marks it done;
// so nothing but the queue and the marks is shared, and libcurl sees a single thread.
//
// The thread lets libcurl wait and act: curl_multi_perform looks at every transfer in flight, but
// one look serves all that are ready. With 256 at once that costs a tenth less than an epoll set
// and curl_multi_socket_action, which tell the system about each socket several times per request.
// Easy handles are kept and reused with everything that does not change already set.
//
// Several loops share hundreds of plain connections, each request going to the one with the fewest:
// one thread among all those of its callers, and of a server on the same machine, gets too little
// of the processors. Over TLS there is one, as only transfers of one multi handle share a
// connection.
//
// Sockets are opened close-on-exec, as programs are started while transfers run. The thread blocks
// all signals: SIGINT is for others, and SIGPIPE would come from writes that OpenSSL makes.

#include "model/transport.h"

#include <curl/curl.h>
#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <mutex>
#include <thread>
#include <utility>

#include "base/numbers.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "base/version.h"
#include "model/endpoint.h"

namespace papert::model {
namespace {

using Steady = std::chrono::steady_clock;

constexpr std::size_t kMaxLoops = 4;
constexpr std::size_t kConnectionsPerLoop = 64;
constexpr std::chrono::milliseconds kLookForCancel{100};
constexpr std::chrono::milliseconds kIdle{60'000};  // a request wakes the thread before

/// One call of send.
struct Transfer {
  const HttpRequest& request;
  const CancelToken& cancel;
  HttpResponse response;
  std::mutex mutex;
  std::condition_variable finished;
  bool done = false;

  Transfer(const HttpRequest& r, const CancelToken& c) : request(r), cancel(c) {}

  void wait() {
    std::unique_lock lock(mutex);
    finished.wait(lock, [&] { return done; });
  }
  void finish() {
    // Under the lock: the waiter may destroy this object as soon as it can take it.
    const std::lock_guard lock(mutex);
    done = true;
    finished.notify_one();
  }
};

/// An easy handle and what one transfer on it needs.
struct Slot {
  CURL* easy = nullptr;
  curl_slist* headers = nullptr;
  Transfer* transfer = nullptr;  // nothing while the slot is free
  std::size_t max_bytes = 0;
  std::size_t max_header_bytes = 0;
  std::size_t header_bytes = 0;
  bool too_large = false;
  bool headers_too_large = false;
  std::array<char, CURL_ERROR_SIZE> error{};

  Slot() = default;
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;
  ~Slot() {
    curl_slist_free_all(headers);
    curl_easy_cleanup(easy);
  }
};

std::size_t on_body(char* bytes, std::size_t size, std::size_t count, void* user) {
  Slot& slot = *static_cast<Slot*>(user);
  std::string& body = slot.transfer->response.body;
  const std::size_t length = size * count;
  if (body.size() + length > slot.max_bytes) {
    slot.too_large = true;
    return 0;
  }
  if (body.empty()) {
    curl_off_t whole = 0;
    curl_easy_getinfo(slot.easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &whole);
    const auto most = static_cast<curl_off_t>(slot.max_bytes);
    if (whole > 0) body.reserve(static_cast<std::size_t>(std::min(whole, most)));
  }
  body.append(bytes, length);
  return length;
}

/// Called for each line of the head. libcurl itself only bounds one line.
std::size_t on_header(char*, std::size_t size, std::size_t count, void* user) {
  Slot& slot = *static_cast<Slot*>(user);
  const std::size_t length = size * count;
  slot.header_bytes += length;
  slot.headers_too_large = slot.header_bytes > slot.max_header_bytes;
  return slot.headers_too_large ? 0 : length;
}

curl_socket_t open_socket(void*, curlsocktype, curl_sockaddr* address) {
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

HttpFault fault_of(CURLcode code) {
  switch (code) {
    case CURLE_OK:
      return HttpFault::kNone;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_CONNECT:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PROXY:
      return HttpFault::kConnect;
    case CURLE_OPERATION_TIMEDOUT:
      return HttpFault::kTimeout;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_ISSUER_ERROR:
      return HttpFault::kUntrusted;
    case CURLE_FILESIZE_EXCEEDED:
      return HttpFault::kTooLarge;
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_OUT_OF_MEMORY:
      return HttpFault::kRefused;
    default:
      return HttpFault::kDropped;
  }
}

std::string header_of(CURL* easy, const char* name) {
  curl_header* header = nullptr;
  if (curl_easy_header(easy, name, 0, CURLH_HEADER, -1, &header) != CURLHE_OK) return {};
  return header->value;
}

std::optional<double> number(std::string_view text) {
  const auto value = parse_number<double>(text);
  return value && *value >= 0 ? value : std::nullopt;
}

std::optional<double> retry_after(CURL* easy) {
  if (const auto ms = number(header_of(easy, "retry-after-ms"))) return *ms / 1000;
  if (const auto seconds = number(header_of(easy, "retry-after"))) return seconds;
  curl_off_t seconds = 0;  // libcurl reads the form with a date
  curl_easy_getinfo(easy, CURLINFO_RETRY_AFTER, &seconds);
  if (seconds <= 0) return std::nullopt;
  return static_cast<double>(seconds);
}

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
      if (!set_up(*made)) return nullptr;
      free_.push_back(made.get());
      slots_.push_back(std::move(made));
    }
    Slot& slot = *free_.back();
    free_.pop_back();
    slot.transfer = &transfer;
    const HttpRequest& request = transfer.request;
    for (const std::string& header : request.headers) {
      slot.headers = curl_slist_append(slot.headers, header.c_str());
    }
    // libcurl would otherwise ask permission to send a large body, and wait a second for it.
    slot.headers = curl_slist_append(slot.headers, "Expect:");
    curl_easy_setopt(slot.easy, CURLOPT_URL, request.url.c_str());
    curl_easy_setopt(slot.easy, CURLOPT_HTTPHEADER, slot.headers);
    curl_easy_setopt(slot.easy, CURLOPT_POSTFIELDSIZE_LARGE,
                     static_cast<curl_off_t>(request.body.size()));
    curl_easy_setopt(slot.easy, CURLOPT_POSTFIELDS, request.body.data());  // NOLINT: sized above
    curl_easy_setopt(slot.easy, CURLOPT_PROXY, is_loopback(request.url) ? "" : nullptr);
    // Over TLS it is worth waiting to learn whether one connection can carry many requests.
    curl_easy_setopt(slot.easy, CURLOPT_PIPEWAIT, request.url.starts_with("https") ? 1L : 0L);
    return &slot;
  }

  bool set_up(Slot& slot) const {
    slot.easy = curl_easy_init();
    if (slot.easy == nullptr) return false;
    slot.max_bytes = options_.max_response_bytes;
    slot.max_header_bytes = options_.max_header_bytes;
    const auto set = [&](CURLoption option, auto value) {
      curl_easy_setopt(slot.easy, option, value);
    };
    const auto ms = [](double seconds) {
      return static_cast<long>(std::clamp(seconds * 1000, 1.0, 1e9));
    };
    set(CURLOPT_POST, 1L);
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_PRIVATE, &slot);
    set(CURLOPT_WRITEFUNCTION, &on_body);
    set(CURLOPT_WRITEDATA, &slot);
    set(CURLOPT_HEADERFUNCTION, &on_header);
    set(CURLOPT_HEADERDATA, &slot);
    set(CURLOPT_ERRORBUFFER, slot.error.data());
    set(CURLOPT_OPENSOCKETFUNCTION, &open_socket);
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_FOLLOWLOCATION, 0L);
    set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_2TLS));
    set(CURLOPT_ACCEPT_ENCODING, "");  // every one that libcurl can undo
    set(CURLOPT_TCP_KEEPALIVE, 1L);
    set(CURLOPT_QUICK_EXIT, 1L);  // a name that is being looked up is left behind, not waited for
    set(CURLOPT_USERAGENT, fmt::format("papert/{}", version()).c_str());  // libcurl copies it
    set(CURLOPT_CONNECTTIMEOUT_MS, ms(options_.connect_timeout_s));
    set(CURLOPT_TIMEOUT_MS, ms(options_.timeout_s));
    set(CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(options_.max_response_bytes));
    if (!options_.ca_file.empty()) set(CURLOPT_CAINFO, options_.ca_file.c_str());
    if (!options_.ca_folder.empty()) set(CURLOPT_CAPATH, options_.ca_folder.c_str());
    return true;
  }

  void release(Slot& slot) {
    curl_easy_setopt(slot.easy, CURLOPT_HTTPHEADER, nullptr);
    curl_slist_free_all(std::exchange(slot.headers, nullptr));
    slot.transfer = nullptr;
    slot.too_large = false;
    slot.headers_too_large = false;
    slot.header_bytes = 0;
    slot.error[0] = '\0';
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
      fill(slot, code);
      end(slot);
    }
  }

  /// libcurl reports a header line over its own limit of 100 KB as a lack of memory, later versions
  /// with a code of its own.
  static bool has_large_headers(const Slot& slot, CURLcode code) {
    constexpr int kTooLarge = 100;  // CURLE_TOO_LARGE, from 8.6 on
    if (slot.headers_too_large || static_cast<int>(code) == kTooLarge) return true;
    return code == CURLE_OUT_OF_MEMORY && slot.transfer->response.body.empty();
  }

  static void describe_fault(Slot& slot, CURLcode code, HttpResponse& response) {
    response.message = slot.error[0] != '\0' ? slot.error.data() : curl_easy_strerror(code);
    if (slot.too_large || response.fault == HttpFault::kTooLarge) {
      response.message = fmt::format("the reply is larger than {} MB", slot.max_bytes >> 20);
    }
    if (has_large_headers(slot, code)) {
      response.fault = HttpFault::kTooLarge;
      response.message = fmt::format(
          "the reply's headers are too large (all of them may have {} KB, one of them 100 KB)",
          slot.max_header_bytes >> 10);
    }
    long number = 0;
    curl_easy_getinfo(slot.easy, CURLINFO_OS_ERRNO, &number);
    response.refused = code == CURLE_COULDNT_CONNECT && number == ECONNREFUSED;
    response.body.clear();
  }

  static void fill(Slot& slot, CURLcode code) {
    HttpResponse& response = slot.transfer->response;
    response.fault = slot.too_large ? HttpFault::kTooLarge : fault_of(code);
    if (response.fault == HttpFault::kTimeout) {
      curl_off_t until_sending = 0;
      curl_easy_getinfo(slot.easy, CURLINFO_PRETRANSFER_TIME_T, &until_sending);
      if (until_sending == 0) response.fault = HttpFault::kConnect;
    }
    if (response.fault != HttpFault::kNone) {
      describe_fault(slot, code, response);
      return;
    }
    long status = 0;
    const char* type = nullptr;
    const char* location = nullptr;
    curl_easy_getinfo(slot.easy, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(slot.easy, CURLINFO_CONTENT_TYPE, &type);
    curl_easy_getinfo(slot.easy, CURLINFO_REDIRECT_URL, &location);
    response.status = static_cast<int>(status);
    if (type != nullptr) response.content_type = type;
    if (location != nullptr) response.location = location;
    if (status >= 400) response.retry_after_s = retry_after(slot.easy);
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
