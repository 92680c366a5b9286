// cpp-httplib does the HTTP. Some of its habits need a hand:
//
// * It lets the system share a port between processes (SO_REUSEPORT), so a second mock on the same
//   port would silently take half of the first one's connections. Here the port is exclusive.
// * It queues five connections that were not yet accepted. A client that opens 256 at once would
//   see most of them time out and try again a second later, so the queue is made longer.
// * A thread that waits for the next request on a kept connection does not notice that the server
//   stops. stop() finds the sockets of this port among the process's descriptors and shuts them,
//   which wakes the waiting threads.
// * A handler cannot hang up without a word. It finds its socket in the same way, by the client's
//   address, and shuts it; the reply then goes nowhere.
// * It compresses replies for clients that allow it, with Brotli at its highest level: 2 ms of
//   processor time for a kilobyte that never leaves the machine. So nobody is seen to allow it.

#include "mock/server.h"

#include <httplib.h>
#include <netdb.h>
#include <sys/socket.h>

#include <array>
#include <condition_variable>
#include <ctime>
#include <deque>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace papert::mock {
namespace {

constexpr int kBacklog = 1024;
constexpr time_t kKeepAliveSeconds = 120;
constexpr std::size_t kKeepAliveRequests = 1'000'000;
constexpr time_t kIoSeconds = 60;

/// Threads that start when there is work for one more, and stay.
class ConnectionThreads : public httplib::TaskQueue {
 public:
  void enqueue(std::function<void()> work) override {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(work));
    wake_.notify_one();
    if (queue_.size() <= idle_ || threads_.size() >= most_) return;
    try {
      threads_.emplace_back([this] { run(); });
    } catch (const std::system_error&) {
      most_ = threads_.size();  // the system gives no more: further connections wait for these
    }
  }

  void shutdown() override {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      ++idle_;
      wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
      --idle_;
      if (queue_.empty()) return;
      const std::function<void()> work = std::move(queue_.front());
      queue_.pop_front();
      lock.unlock();
      work();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> queue_;
  std::vector<std::thread> threads_;
  std::size_t most_ = kMaxConnections;
  std::size_t idle_ = 0;
  bool stopping_ = false;
};

struct Endpoint {
  std::string address;
  int port = -1;
};

/// One end of a connection, from getsockname or getpeername; no port where there is none.
Endpoint endpoint(int fd, int (*get)(int, sockaddr*, socklen_t*)) {
  sockaddr_storage storage{};
  socklen_t size = sizeof storage;
  auto* address = reinterpret_cast<sockaddr*>(&storage);
  if (get(fd, address, &size) != 0) return {};
  if (address->sa_family != AF_INET && address->sa_family != AF_INET6) return {};
  std::array<char, NI_MAXHOST> host{};
  std::array<char, NI_MAXSERV> port{};
  if (::getnameinfo(address, size, host.data(), host.size(), port.data(), port.size(),
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
    return {};
  }
  return {host.data(), std::atoi(port.data())};
}

/// Calls `work` with every socket of this process that belongs to the server on `port`.
template <class Work>
void each_connection(int port, Work work) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", ignored)) {
    const int fd = std::atoi(entry.path().filename().c_str());
    if (endpoint(fd, ::getsockname).port == port) work(fd);
  }
}

std::string key_of(const httplib::Request& request) {
  constexpr std::string_view kBearer = "Bearer ";
  const std::string authorization = request.get_header_value("Authorization");
  if (authorization.starts_with(kBearer)) return authorization.substr(kBearer.size());
  for (const char* header : {"x-api-key", "x-goog-api-key", "api-key"}) {
    if (request.has_header(header)) return request.get_header_value(header);
  }
  return request.get_param_value("key");
}

/// All of the body unless it is too large; a client is heard out, so that it gets to see the reply.
std::optional<std::string> read_body(const httplib::ContentReader& read, std::size_t max_bytes) {
  std::string body;
  bool fits = true;
  const bool complete = read([&](const char* data, std::size_t size) {
    fits = fits && size <= max_bytes - body.size();
    if (fits) body.append(data, size);
    return true;
  });
  if (!fits || !complete) return std::nullopt;
  return body;
}

/// Sends the body with its filler, and breaks off where it is to.
void send_in_pieces(HttpReply&& reply, httplib::Response& response) {
  const std::size_t total = reply.body.size() + reply.filler_bytes;
  const std::string type = reply.content_type;
  response.set_content_provider(
      total, type,
      [reply = std::move(reply)](std::size_t offset, std::size_t, httplib::DataSink& sink) {
        const std::string filler(std::min<std::size_t>(reply.filler_bytes, 1U << 16), 'x');
        const std::size_t filler_end = reply.filler_at + reply.filler_bytes;
        if (offset >= reply.sent) return false;
        if (offset >= reply.filler_at && offset < filler_end) {
          return sink.write(filler.data(), std::min(filler.size(), filler_end - offset));
        }
        const bool before = offset < reply.filler_at;
        const std::size_t from = before ? offset : offset - reply.filler_bytes;
        std::size_t until = before ? reply.filler_at : reply.body.size();
        until = std::min(until, reply.sent);
        return sink.write(reply.body.data() + from, until - from);
      });
}

/// One event after the other, each on its way before the next is looked at.
void send_events(HttpReply&& reply, httplib::Response& response) {
  const std::string type = reply.content_type;
  response.set_chunked_content_provider(
      type, [body = std::move(reply.body)](std::size_t offset, httplib::DataSink& sink) {
        if (offset >= body.size()) {
          sink.done();
          return true;
        }
        const std::size_t end = std::min(body.find("\n\n", offset), body.size() - 2) + 2;
        return sink.write(body.data() + offset, end - offset);
      });
}

/// 1 -> "1", 0.2 -> "0.2".
std::string seconds_text(double seconds) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%g", seconds);
  return text.data();
}

}  // namespace

class MockServer::Listener : public httplib::Server {
 public:
  explicit Listener(MockService& service) : service_(service) {}

  [[nodiscard]] Result<void> start(const ServerOptions& options) {
    max_body_bytes_ = options.max_body_bytes;
    configure();
    add_routes();
    host_ = options.host;
    port_ = options.port == 0                   ? bind_to_any_port(host_)
            : bind_to_port(host_, options.port) ? options.port
                                                : -1;
    if (port_ <= 0) {
      return fail(ErrorCode::kUsage,
                  "cannot listen there: the address is not ours, or the port is taken",
                  host_ + ":" + std::to_string(options.port));
    }
    ::listen(svr_sock_, kBacklog);
    thread_ = std::thread([this] { listen_after_bind(); });
    // stop() has no effect before the thread has got that far.
    while (!is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return {};
  }

  void finish() {
    if (!thread_.joinable()) return;
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    stop_.notify_all();
    stop();
    each_connection(port_, [](int fd) { ::shutdown(fd, SHUT_RDWR); });
    thread_.join();
  }

  [[nodiscard]] int port() const { return port_; }
  [[nodiscard]] const std::string& host() const { return host_; }

 private:
  void configure() {
    new_task_queue = [] { return new ConnectionThreads(); };  // httplib takes ownership
    set_socket_options([](int fd) {
      const int yes = 1;
      ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    set_tcp_nodelay(true);
    set_keep_alive_max_count(kKeepAliveRequests);
    set_keep_alive_timeout(kKeepAliveSeconds);
    set_read_timeout(kIoSeconds);
    set_write_timeout(kIoSeconds);
    set_payload_max_length(max_body_bytes_);
    set_pre_routing_handler([](const httplib::Request& request, httplib::Response&) {
      // The request is the server's own, and no header of it is const.
      const_cast<httplib::Request&>(request).headers.erase("Accept-Encoding");
      return HandlerResponse::Unhandled;
    });
    set_error_handler([this](const httplib::Request& request, httplib::Response& response) {
      if (!response.body.empty()) return;
      const bool absent = response.status == 404;
      send(service_.refuse(ChatFormat::kOpenAi,
                           {response.status,
                            absent ? "there is nothing at " + request.method + " " + request.path
                                   : std::string("the request is not understood"),
                            absent ? "unknown_url" : "invalid_request", ""}),
           response);
    });
  }

  void add_routes() {
    const auto get = [this](const char* path, auto make) {
      Get(path, [make](const httplib::Request&, httplib::Response& response) {
        response.set_content(dump_json(make()), "application/json");
      });
    };
    get("/health", [] { return Json{{"status", "ok"}}; });
    get("/mock/stats", [this] { return service_.stats(); });
    for (const char* path : {"/v1/models", "/models"}) {
      get(path, [this] { return service_.models(); });
    }
    for (const char* path : {"/v1/chat/completions", "/chat/completions",
                             "/openai/deployments/[^/]{1,200}/chat/completions"}) {
      post(path, ChatFormat::kOpenAi);
    }
    post("/v1/messages", ChatFormat::kAnthropic);
    post("/v1beta/models/([^/:]{1,200}):(?:generate|streamGenerate)Content", ChatFormat::kGemini);
  }

  void post(const char* path, ChatFormat format) {
    Post(path, [this, format](const httplib::Request& request, httplib::Response& response,
                              const httplib::ContentReader& reader) {
      const auto body = read_body(reader, max_body_bytes_);
      if (!body) {
        send(service_.refuse(format, {413,
                                      "the body is incomplete or larger than " +
                                          std::to_string(max_body_bytes_) + " bytes",
                                      "too_large", ""}),
             response);
        return;
      }
      const std::string key = key_of(request);
      const std::string model = request.matches.size() > 1 ? request.matches[1].str() : "";
      const bool stream = request.path.ends_with(":streamGenerateContent");
      const bool as_list = stream && request.get_param_value("alt") != "sse";
      HttpReply reply =
          service_.answer({format, key, model, *body, stream, as_list}, std::time(nullptr));
      if (reply.sent == 0) hang_up(request);
      send(std::move(reply), response);
    });
  }

  void hang_up(const httplib::Request& request) const {
    each_connection(port_, [&](int fd) {
      const Endpoint peer = endpoint(fd, ::getpeername);
      if (peer.port != request.remote_port || peer.address != request.remote_addr) return;
      ::shutdown(fd, SHUT_RDWR);
    });
  }

  void send(HttpReply reply, httplib::Response& response) {
    response.status = reply.status;
    if (reply.retry_after_s) {
      response.set_header("Retry-After", seconds_text(*reply.retry_after_s));
    }
    if (reply.delay_ms > 0) {
      std::unique_lock lock(mutex_);
      stop_.wait_for(lock, std::chrono::milliseconds(reply.delay_ms), [this] { return stopping_; });
    }
    if (reply.sent != HttpReply::kWhole || reply.filler_bytes > 0) {
      send_in_pieces(std::move(reply), response);
      return;
    }
    if (reply.content_type.starts_with("text/event-stream") && reply.body.size() >= 2) {
      send_events(std::move(reply), response);
      return;
    }
    response.set_header("Content-Type", reply.content_type);
    response.body = std::move(reply.body);
  }

  MockService& service_;
  std::string host_;
  int port_ = -1;
  std::size_t max_body_bytes_ = 0;
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable stop_;
  bool stopping_ = false;
};

MockServer::MockServer(std::unique_ptr<Listener> listener) : listener_(std::move(listener)) {}
MockServer::~MockServer() { stop(); }

Result<std::unique_ptr<MockServer>> MockServer::start(MockService& service,
                                                      const ServerOptions& options) {
  auto listener = std::make_unique<Listener>(service);
  TRY(listener->start(options));
  return std::unique_ptr<MockServer>(new MockServer(std::move(listener)));
}

int MockServer::port() const { return listener_->port(); }

std::string MockServer::url() const {
  const bool is_ipv6 = listener_->host().find(':') != std::string::npos;
  return "http://" + (is_ipv6 ? "[" + listener_->host() + "]" : listener_->host()) + ":" +
         std::to_string(port()) + "/v1";
}

void MockServer::stop() { listener_->finish(); }

}  // namespace papert::mock
