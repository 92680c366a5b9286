// Requests over TLS and HTTP/2, to a server of the nghttp2 project that speaks nothing else and
// echoes what it is sent. The certificate is made for the test.

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "model/transport.h"
#include "support/temp_folder.h"

namespace papert::model {
namespace {

/// Starts a program with its output thrown away.
pid_t start(std::vector<std::string> words) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  if (::freopen("/dev/null", "w", stdout) == nullptr) ::_exit(126);
  if (::freopen("/dev/null", "w", stderr) == nullptr) ::_exit(126);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  ::_exit(127);
}

bool succeeds(std::vector<std::string> words) {
  int status = -1;
  ::waitpid(start(std::move(words)), &status, 0);
  return status == 0;
}

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

int free_port() {
  const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  EXPECT_EQ(::bind(fd, reinterpret_cast<sockaddr*>(&address), size), 0);
  EXPECT_EQ(::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size), 0);
  ::close(fd);
  return ntohs(address.sin_port);
}

bool wait_until_it_listens(int port) {
  for (int i = 0; i < 1000; ++i) {
    const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
    const sockaddr_in address = loopback(port);
    const bool open =
        ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    ::close(fd);
    if (open) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

class Tls : public testing::Test {
 protected:
  void SetUp() override {
    if (!succeeds({"nghttpd", "--version"}) || !succeeds({"openssl", "version"})) {
      GTEST_SKIP() << "needs nghttpd and openssl: apt-get install nghttp2-server openssl";
    }
    const std::string key = (folder_ / "key.pem").string();
    ASSERT_TRUE(succeeds({"openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout",
                          key, "-out", certificate(), "-days", "2", "-subj", "/CN=localhost",
                          "-addext", "subjectAltName=IP:127.0.0.1"}));
    port_ = free_port();
    server_ = start({"nghttpd", "--address=127.0.0.1", "--echo-upload", std::to_string(port_), key,
                     certificate()});
    ASSERT_TRUE(wait_until_it_listens(port_));
  }
  void TearDown() override {
    if (server_ <= 0) return;
    ::kill(server_, SIGTERM);
    ::waitpid(server_, nullptr, 0);
  }

  [[nodiscard]] std::string certificate() const { return (folder_ / "certificate.pem").string(); }
  [[nodiscard]] std::string url() const {
    return "https://127.0.0.1:" + std::to_string(port_) + "/v1/chat/completions";
  }

 private:
  const test::TempFolder folder_;
  pid_t server_ = -1;
  int port_ = 0;
};

TEST_F(Tls, ManyRequestsShareHttp2Connections) {
  const auto transport = Transport::open({.max_connections = 4, .ca_file = certificate()});
  ASSERT_TRUE(transport);
  constexpr int kThreads = 16;
  constexpr int kEach = 8;
  std::atomic<int> echoed{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kEach; ++i) {
        const std::string body(static_cast<std::size_t>(10'000 + t * kEach + i), 'b');
        const HttpResponse response = (*transport)->send({url(), {}, body}, CancelToken());
        EXPECT_EQ(response.fault, HttpFault::kNone) << response.message;
        echoed += response.status == 200 && response.body == body ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(echoed, kThreads * kEach);
}

TEST_F(Tls, AnUnknownCertificateIsNamedAndNothingIsSent) {
  const auto transport = Transport::open({});
  ASSERT_TRUE(transport);
  const HttpResponse response = (*transport)->send({url(), {}, "secret"}, CancelToken());
  EXPECT_EQ(response.fault, HttpFault::kUntrusted) << response.message;
  EXPECT_NE(response.message.find("certificate"), std::string::npos) << response.message;
}

}  // namespace
}  // namespace papert::model
