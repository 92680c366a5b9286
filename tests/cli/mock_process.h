// `papert mock` beside a test.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/json.h"

namespace papert::test {

/// `papert mock` in the background, for as long as the object lives.
class MockProcess {
 public:
  explicit MockProcess(std::vector<std::string> arguments) {
    int ends[2];
    if (::pipe(ends) != 0) throw std::runtime_error("pipe failed");
    child_ = ::fork();
    if (child_ == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGTERM);  // a test that crashes leaves nobody behind
      ::dup2(ends[1], 1);
      ::close(ends[0]);
      ::close(ends[1]);
      if (std::find(arguments.begin(), arguments.end(), "--port") == arguments.end()) {
        arguments.insert(arguments.end(), {"--port", "0"});
      }
      arguments.insert(arguments.begin(), {PAPERT_BINARY, "mock"});
      std::vector<char*> words;
      for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
      words.push_back(nullptr);
      ::execv(words[0], words.data());
      ::_exit(127);
    }
    ::close(ends[1]);
    std::string line;
    char c = 0;
    while (::read(ends[0], &c, 1) == 1 && c != '\n') line += c;
    ::close(ends[0]);
    const std::size_t colon = line.rfind(':');
    if (colon == std::string::npos) throw std::runtime_error("no mock: " + line);
    port_ = std::stoi(line.substr(colon + 1));
  }
  ~MockProcess() {
    ::kill(child_, SIGTERM);
    ::waitpid(child_, nullptr, 0);
  }
  MockProcess(const MockProcess&) = delete;
  MockProcess& operator=(const MockProcess&) = delete;

  [[nodiscard]] std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }

  [[nodiscard]] Json stats() const {
    const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port_));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
      throw std::runtime_error("cannot connect to the mock");
    }
    const std::string request = "GET /mock/stats HTTP/1.1\r\nHost: m\r\nConnection: close\r\n\r\n";
    EXPECT_EQ(::write(fd, request.data(), request.size()), static_cast<ssize_t>(request.size()));
    std::string reply;
    char buffer[4096];
    for (ssize_t n = 0; (n = ::read(fd, buffer, sizeof buffer)) > 0;) {
      reply.append(buffer, static_cast<std::size_t>(n));
    }
    ::close(fd);
    return *parse_json(reply.substr(reply.find("\r\n\r\n") + 4));
  }

 private:
  pid_t child_ = -1;
  int port_ = 0;
};

}  // namespace papert::test
