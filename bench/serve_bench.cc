// What the reward server costs beside the same work in this process: batches of 64 turtle replies
// over one connection, and single xlogo replies over 64 connections at once.
//
//     serve_bench PAPERT        JSON: {"batch": {"http", "process", "ratio"},
//                                      "singles": {"http", "process", "p50_ms", "p99_ms"}}
//
// The server has one job and one core; work in this process runs on the same core by turns with it,
// and the client on another. Replies are minted references, in turn the task's own (right) and
// another's (wrong). PAPERT_ZYGOTE names the jailed interpreter.

#include <arpa/inet.h>
#include <fmt/core.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/numbers.h"
#include "reward/reward.h"

namespace papert {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr const char* kToken = "0123456789abcdef0123456789abcdef";
constexpr std::size_t kBatch = 64;
constexpr std::size_t kConnections = 64;
constexpr int kRounds = 12;           // of batches, by turns
constexpr double kSingleSeconds = 5;  // of singles

double since(Clock::time_point begin) { return Seconds(Clock::now() - begin).count(); }

void stay_on(int core) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(core, &one);
  ::sched_setaffinity(0, sizeof one, &one);
}

/// The first and the last core there is.
std::array<int, 2> cores() {
  cpu_set_t all;
  CPU_ZERO(&all);
  ::sched_getaffinity(0, sizeof all, &all);
  std::array<int, 2> found{-1, -1};
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (!CPU_ISSET(core, &all)) continue;
    if (found[0] < 0) found[0] = core;
    found[1] = core;
  }
  return found;
}

/// `papert serve --reward` on a core, as long as the object lives.
class Server {
 public:
  Server(const char* papert, int core) {
    std::array<int, 2> out{};
    if (::pipe(out.data()) != 0) return;
    pid_ = ::fork();
    if (pid_ == 0) {
      stay_on(core);
      ::dup2(out[1], STDOUT_FILENO);
      ::execl(papert, papert, "serve", "--reward", "--port", "0", "--json", "--jobs", "1",
              "--token", kToken, nullptr);
      ::_exit(127);
    }
    ::close(out[1]);
    std::string line;
    for (char c = 0; ::read(out[0], &c, 1) == 1 && c != '\n';) line += c;
    ::close(out[0]);
    const auto ready = parse_json(line);
    if (!ready) return;
    const std::string url = get_string(*ready, "url").value_or("");
    port_ = parse_number<std::uint16_t>(url.substr(url.rfind(':') + 1)).value_or(0);
  }
  ~Server() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGTERM);
    ::waitpid(pid_, nullptr, 0);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  [[nodiscard]] std::uint16_t port() const { return port_; }

 private:
  pid_t pid_ = -1;
  std::uint16_t port_ = 0;
};

/// A connection that stays open: a request is sent, its answer is taken in pieces.
class Connection {
 public:
  explicit Connection(std::uint16_t port) : fd_(::socket(AF_INET, SOCK_STREAM, 0)), port_(port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int on = 1;
    ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    ok_ = ::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }
  ~Connection() { ::close(fd_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  [[nodiscard]] int fd() const { return fd_; }
  [[nodiscard]] bool ok() const { return ok_; }

  void send(const std::string& operation, const std::string& body) {
    const std::string text = fmt::format(
        "POST /api/v1/{} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {}\r\n"
        "Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{}",
        operation, port_, kToken, body.size(), body);
    for (std::size_t sent = 0; sent < text.size() && ok_;) {
      const ssize_t count = ::send(fd_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
      ok_ = count > 0;
      sent += ok_ ? static_cast<std::size_t>(count) : 0;
    }
    began_ = Clock::now();
    received_.clear();
  }

  /// Takes what has come; true when the answer is whole.
  bool take() {
    std::array<char, 65536> piece{};
    const ssize_t count = ::recv(fd_, piece.data(), piece.size(), 0);
    ok_ = ok_ && count > 0;
    if (!ok_) return true;
    received_.append(piece.data(), static_cast<std::size_t>(count));
    const std::size_t end = received_.find("\r\n\r\n");
    if (end == std::string::npos) return false;
    const std::size_t at = received_.find("Content-Length: ");
    if (at == std::string::npos || at > end) return !(ok_ = false);
    const std::string_view rest = std::string_view(received_).substr(at + 16);
    const auto length = parse_number<std::size_t>(rest.substr(0, rest.find('\r')));
    if (!length || received_.size() < end + 4 + *length) return false;
    ok_ = received_.starts_with("HTTP/1.1 200");
    return true;
  }
  [[nodiscard]] double took() const { return since(began_); }

 private:
  int fd_;
  std::uint16_t port_;
  bool ok_ = false;
  std::string received_;
  Clock::time_point began_;
};

struct Replies {
  reward::SetRef ref;
  std::vector<std::string> ids;
  std::vector<std::string> texts;
};

Result<Replies> replies_of(reward::TaskSets& sets, std::string_view suite, std::int64_t count) {
  Replies replies;
  replies.ref.suite = suite;
  replies.ref.source = reward::MintSource{.seed = 7, .count = count};
  const auto set = TRY(sets.open(replies.ref));
  const suite::TaskSet& tasks = set->tasks();
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    replies.ids.push_back(set->id(i));
    replies.texts.push_back(tasks.reference((i + i % 2) % tasks.size()));
  }
  return replies;
}

std::string request_of(const Replies& replies, std::size_t first, std::size_t count) {
  Json request = reward::to_json(replies.ref);
  request["policy"] = "shaped";
  request["items"] = Json::array();
  for (std::size_t i = first; i < first + count; ++i) {
    const std::size_t at = i % replies.ids.size();
    request["items"].push_back({{"id", replies.ids[at]}, {"text", replies.texts[at]}});
  }
  return dump_json(request);
}

Result<void> broken() { return fail(ErrorCode::kIo, "the server did not answer as it should"); }

/// Replies a second by both ways, each the best of its rounds.
Result<std::string> measure_batches(const Server& server, reward::TaskSets& sets) {
  const Replies replies = TRY(replies_of(sets, "turtleai", 30));
  const std::string body = request_of(replies, 0, kBatch);
  const reward::Service service(sets, {.jobs = 1});
  Connection connection(server.port());
  const auto [near, far] = cores();
  double best_http = 0;
  double best_process = 0;
  for (int round = 0; round < kRounds; ++round) {
    stay_on(far);
    connection.send("score", body);
    while (!connection.take()) {
    }
    if (!connection.ok()) TRY(broken());
    const double http = connection.took();
    stay_on(near);
    const auto begin = Clock::now();
    if (!service.answer("score", body).ok) TRY(broken());
    const double process = since(begin);
    if (round == 0) continue;  // tasks are opened, jails start
    best_http = std::max(best_http, kBatch / http);
    best_process = std::max(best_process, kBatch / process);
  }
  return fmt::format(R"({{"http": {:.0f}, "process": {:.0f}, "ratio": {:.3f}}})", best_http,
                     best_process, best_http / best_process);
}

Result<std::string> measure_singles(const Server& server, reward::TaskSets& sets) {
  const Replies replies = TRY(replies_of(sets, "xlogo", 200));
  std::vector<std::string> bodies;
  for (std::size_t i = 0; i < replies.ids.size(); ++i) bodies.push_back(request_of(replies, i, 1));
  const auto [near, far] = cores();
  stay_on(near);
  const reward::Service service(sets, {.jobs = 1});
  (void)service.answer("reward", bodies[0]);
  auto begin = Clock::now();
  std::size_t answered = 0;
  while (since(begin) < 1) {
    (void)service.answer("reward", bodies[answered++ % bodies.size()]);
  }
  const double process = static_cast<double>(answered) / since(begin);
  stay_on(far);
  std::vector<std::unique_ptr<Connection>> all;
  std::vector<pollfd> waiting;
  for (std::size_t i = 0; i < kConnections; ++i) {
    all.push_back(std::make_unique<Connection>(server.port()));
    waiting.push_back({all.back()->fd(), POLLIN, 0});
    all.back()->send("reward", bodies[i]);
  }
  std::vector<double> times;
  begin = Clock::now();
  std::size_t next = kConnections;
  while (since(begin) < kSingleSeconds) {
    ::poll(waiting.data(), waiting.size(), 1000);
    for (std::size_t i = 0; i < kConnections; ++i) {
      if (waiting[i].revents == 0 || !all[i]->take()) continue;
      if (!all[i]->ok()) TRY(broken());
      times.push_back(all[i]->took() * 1000);
      all[i]->send("reward", bodies[next++ % bodies.size()]);
    }
  }
  const double rate = static_cast<double>(times.size()) / since(begin);
  std::sort(times.begin(), times.end());
  return fmt::format(R"({{"http": {:.0f}, "process": {:.0f}, "p50_ms": {:.2f}, "p99_ms": {:.2f}}})",
                     rate, process, times[times.size() / 2], times[times.size() * 99 / 100]);
}

Result<std::string> measure(const char* papert) {
  const Server server(papert, cores()[0]);
  if (server.port() == 0) return fail(ErrorCode::kIo, "the server did not start", papert);
  reward::TaskSets sets;
  const std::string singles = TRY(measure_singles(server, sets));
  const std::string batch = TRY(measure_batches(server, sets));
  return fmt::format("{{\"batch\": {}, \"singles\": {}}}\n", batch, singles);
}

}  // namespace
}  // namespace papert

int main(int argc, char** argv) {
  const auto text = argc == 2 ? papert::measure(argv[1])
                              : papert::fail(papert::ErrorCode::kUsage, "serve_bench PAPERT");
  if (!text) {
    fmt::print(stderr, "serve_bench: {}\n", text.error().to_string());
    return 1;
  }
  fmt::print("{}", *text);
  return 0;
}
