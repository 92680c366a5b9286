// Runs a program the way a user does and keeps what it printed.
#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "support/temp_folder.h"

namespace papert::test {

inline std::string slurp(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

inline void spit(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

struct ProcessOptions {
  std::string input;             // standard input
  std::filesystem::path folder;  // working folder; empty: this one
  int kill_after_ms = -1;        // sends `kill_signal` after this time
  int kill_signal = 9;
  std::function<bool()> kill_when;  // or as soon as this is true
};

struct ProcessResult {
  int exit_code = -1;  // 128 + signal if killed
  std::string out;
  std::string err;
};

inline ProcessResult run_process(const std::vector<std::string>& command,
                                 const ProcessOptions& options = {}) {
  const TempFolder folder;
  spit(folder / "in", options.input);
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) {
    if (!options.folder.empty() && ::chdir(options.folder.c_str()) != 0) ::_exit(126);
    const std::string in = folder / "in";
    const std::string out = folder / "out";
    const std::string err = folder / "err";
    ::dup2(::open(in.c_str(), O_RDONLY), 0);
    ::dup2(::open(out.c_str(), O_WRONLY | O_CREAT, 0600), 1);
    ::dup2(::open(err.c_str(), O_WRONLY | O_CREAT, 0600), 2);
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }
  if (options.kill_after_ms >= 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(options.kill_after_ms));
    ::kill(child, options.kill_signal);
  }
  int status = 0;
  bool ended = false;
  while (options.kill_when && !ended && !options.kill_when()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    ended = ::waitpid(child, &status, WNOHANG) == child;
  }
  if (options.kill_when && !ended) ::kill(child, options.kill_signal);
  if (!ended) ::waitpid(child, &status, 0);
  ProcessResult result;
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.out = slurp(folder / "out");
  result.err = slurp(folder / "err");
  return result;
}

}  // namespace papert::test
