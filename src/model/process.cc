// posix_spawn, not fork: this process has many threads. The program becomes the leader of a new
// process group, so that one kill reaches whatever it starts, and its end is seen through a pidfd
// beside its two pipes. (Only a program that makes a group of its own escapes.) The leader is
// reaped last: while it is a zombie its number names this group and no other.

#include "model/process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <string_view>
#include <utility>

#include "base/file.h"

extern char** environ;  // NOLINT: POSIX has no other name for it

namespace papert::model {
namespace {

using Steady = std::chrono::steady_clock;
using End = ProcessOutcome::End;

constexpr std::size_t kLastWords = 2000;
// Of standard error in one look: however fast a program writes, the deadline is looked at again.
constexpr std::size_t kMaxErrorsPerLook = std::size_t{1} << 20;
constexpr int kLookMs = 100;  // a token wakes nobody
constexpr std::chrono::seconds kGrace{1};

struct Pipe {
  FileDescriptor read;
  FileDescriptor write;
};

bool make_pipe(Pipe& made) {
  std::array<int, 2> fds{};
  if (::pipe2(fds.data(), O_CLOEXEC) != 0) return false;
  made.read.reset(fds[0]);
  made.write.reset(fds[1]);
  ::fcntl(fds[0], F_SETFL, O_NONBLOCK);
  return true;
}

/// posix_spawn's two option objects.
struct SpawnSettings {
  posix_spawn_file_actions_t files{};
  posix_spawnattr_t attributes{};

  SpawnSettings() {
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawnattr_init(&attributes);
  }
  ~SpawnSettings() {
    ::posix_spawn_file_actions_destroy(&files);
    ::posix_spawnattr_destroy(&attributes);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
};

/// The pid, or a negative errno.
pid_t spawn(const ProcessRequest& request, int out, int err) {
  SpawnSettings settings;
  ::posix_spawn_file_actions_addopen(&settings.files, 0, request.input.c_str(), O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&settings.files, out, 1);
  ::posix_spawn_file_actions_adddup2(&settings.files, err, 2);
  if (!request.folder.empty()) {
    ::posix_spawn_file_actions_addchdir_np(&settings.files, request.folder.c_str());
  }
  // The caller's handlers vanish by themselves, but ignored and blocked signals would stay so.
  sigset_t none;
  sigset_t usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  for (const int number : {SIGINT, SIGTERM, SIGPIPE, SIGHUP, SIGQUIT}) sigaddset(&usual, number);
  ::posix_spawnattr_setsigmask(&settings.attributes, &none);
  ::posix_spawnattr_setsigdefault(&settings.attributes, &usual);
  ::posix_spawnattr_setpgroup(&settings.attributes, 0);
  ::posix_spawnattr_setflags(
      &settings.attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  std::vector<char*> words;
  words.reserve(request.command.size() + 1);
  for (const std::string& word : request.command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  pid_t pid = 0;
  const int error =
      ::posix_spawnp(&pid, words[0], &settings.files, &settings.attributes, words.data(), environ);
  return error == 0 ? pid : -error;
}

/// One program that runs.
class Run {
 public:
  Run(pid_t pid, Pipe& out, Pipe& err, const ProcessRequest& request)
      : pid_(pid),
        pidfd_(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))),
        out_(std::move(out.read)),
        err_(std::move(err.read)),
        max_output_(request.max_output_bytes),
        deadline_(Steady::now() + std::chrono::duration_cast<Steady::duration>(
                                      std::chrono::duration<double>(request.timeout_s))) {}

  ProcessOutcome wait(const CancelToken& cancel) {
    while (!ended()) {
      if (outcome_.output.size() > max_output_) return stop(End::kTooMuchOutput);
      if (cancel.cancelled()) return stop(End::kCancelled);
      if (Steady::now() >= deadline_) return stop(End::kTimeout);
      look();
    }
    drain();
    kill_group(SIGKILL);
    reap();
    outcome_.end = WIFEXITED(status_) ? End::kExited : End::kSignal;
    outcome_.number = WIFEXITED(status_) ? WEXITSTATUS(status_) : WTERMSIG(status_);
    if (outcome_.output.size() > max_output_) {
      outcome_.end = End::kTooMuchOutput;
      outcome_.output.resize(max_output_);
    }
    return std::move(outcome_);
  }

 private:
  void kill_group(int signal) const { ::kill(-pid_, signal); }

  /// Whether the leader is dead; it stays a zombie.
  [[nodiscard]] bool ended() const {
    siginfo_t info{};
    const int failed = ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
    return failed == 0 ? info.si_pid == pid_ : errno != EINTR;
  }

  void reap() {
    while (::waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
    }
  }

  void look() {
    std::array<pollfd, 3> fds{pollfd{out_.get(), POLLIN, 0}, pollfd{err_.get(), POLLIN, 0},
                              pollfd{pidfd_.get(), POLLIN, 0}};
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline_ - Steady::now()).count();
    ::poll(fds.data(), fds.size(), static_cast<int>(std::clamp<std::int64_t>(left, 0, kLookMs)));
    drain();
  }

  /// What the pipes hold now.
  void drain() {
    take(out_, [this](std::string_view bytes) {
      outcome_.output += bytes;
      return outcome_.output.size() <= max_output_;
    });
    std::size_t taken = 0;
    take(err_, [&](std::string_view bytes) {
      std::string& words = outcome_.last_words;
      words += bytes;
      if (words.size() > kLastWords) words.erase(0, words.size() - kLastWords);
      taken += bytes.size();
      return taken < kMaxErrorsPerLook;
    });
  }

  template <class Use>
  static void take(FileDescriptor& fd, Use use) {
    std::array<char, 65536> buffer;  // NOLINT: filled by read
    while (fd) {
      const ssize_t got = ::read(fd.get(), buffer.data(), buffer.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return;
      if (got == 0) return fd.reset();  // no longer polled: an ended pipe is always ready
      if (!use(std::string_view(buffer.data(), static_cast<std::size_t>(got)))) return;
    }
  }

  ProcessOutcome stop(End why) {
    kill_group(SIGTERM);
    const auto end = Steady::now() + kGrace;
    while (!ended() && Steady::now() < end) {
      pollfd fd{pidfd_.get(), POLLIN, 0};
      ::poll(&fd, 1, kLookMs);
    }
    kill_group(SIGKILL);
    reap();
    outcome_.end = why;
    outcome_.output.resize(std::min(outcome_.output.size(), max_output_));
    return std::move(outcome_);
  }

  const pid_t pid_;
  FileDescriptor pidfd_;
  FileDescriptor out_;
  FileDescriptor err_;
  const std::size_t max_output_;
  const Steady::time_point deadline_;
  int status_ = 0;
  ProcessOutcome outcome_;
};

}  // namespace

ProcessOutcome run_process(const ProcessRequest& request, const CancelToken& cancel) {
  const auto not_started = [](int error) {
    ProcessOutcome outcome;
    outcome.end = End::kNotStarted;
    outcome.number = error;
    return outcome;
  };
  Pipe out;
  Pipe err;
  if (!make_pipe(out) || !make_pipe(err)) return not_started(errno);
  const pid_t pid = spawn(request, out.write.get(), err.write.get());
  if (pid < 0) return not_started(-pid);
  out.write.reset();
  err.write.reset();
  return Run(pid, out, err, request).wait(cancel);
}

}  // namespace papert::model
