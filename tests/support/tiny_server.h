// An HTTP server for tests of clients: it answers on a free port of this machine, a thread per
// connection, with whatever the test's function says, broken in any way the test likes.
//
//     TinyServer server([](const TinyRequest& request) { return TinyReply{.body = "{}"}; });
//     ask("http://127.0.0.1:" + std::to_string(server.port()) + "/v1/x");
#pragma once

#include <atomic>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace papert::test {

struct TinyRequest {
  int number = 0;  // from 0, over all connections
  std::string method;
  std::string path;
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
};

struct TinyReply {
  int status = 200;
  std::string type = "application/json";  // empty: no such header
  std::vector<std::string> headers;       // more of them, "name: value"
  std::string body;
  bool chunked = false;
  int delay_ms = 0;
  bool drop = false;  // close without a word
  bool cut = false;   // close in the middle of the body
};

class TinyServer {
 public:
  using Handler = std::function<TinyReply(const TinyRequest&)>;  // on several threads at once

  explicit TinyServer(Handler handler);
  ~TinyServer();
  TinyServer(const TinyServer&) = delete;
  TinyServer& operator=(const TinyServer&) = delete;

  [[nodiscard]] int port() const { return port_; }
  [[nodiscard]] std::string url(const std::string& path = "") const {
    return "http://127.0.0.1:" + std::to_string(port_) + path;
  }
  [[nodiscard]] int connections() const { return connections_; }
  [[nodiscard]] int requests() const { return requests_; }

 private:
  void accept_all();
  void serve(int fd);

  Handler handler_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<int> connections_{0};
  std::atomic<int> requests_{0};
  std::atomic<bool> stopping_{false};
  std::mutex mutex_;
  std::vector<int> open_;
  std::list<std::thread> threads_;
  std::thread acceptor_;
};

}  // namespace papert::test
