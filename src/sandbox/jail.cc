// Theory of operation
//
//     host ----exec----> zygote ----clone----> child
//       |  control socket  |                     |
//       |<---------------->|  wait4, pidfd kill  |
//       |                                        |
//       +------------ shared area ---------------+
//
// The zygote is a separate program: targets, scores and keys of the host never exist in its memory.
// It starts the interpreter, imports what may be imported, gives up its rights (lockdown.h) and
// then makes one child per program. The child closes every descriptor, sets its limits, tries
// whether the lock-down holds, runs the program and writes what came out to the shared area. The
// host writes the source there before, reads the result after the child is dead and clears the
// area.
//
// Time is kept by the host: it waits for the answer, and from the moment a limit may be spent it
// wakes the zygote again and again to look at the child's CPU clock (child_process.h), and itself
// looks at what the kernel says about the child's waiting (run_clock.h): a child that is starved
// is waited for, one that does nothing is ended. A zygote that does not answer even so is killed
// and replaced; one that nobody needs ends by itself.

#include "sandbox/jail.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <utility>

#include "base/file_descriptor.h"
#include "sandbox/exit_verdict.h"
#include "sandbox/fork_guard.h"
#include "sandbox/protocol.h"
#include "sandbox/run_clock.h"
#include "sandbox/shared_area.h"
#include "sandbox/spawn.h"

namespace papert::sandbox {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kStartPatience{60'000};
constexpr milliseconds kAnswerPatience{30'000};  // once the child is to be ended
constexpr milliseconds kNudgePause{10};
constexpr std::size_t kMaxPacket = 64U << 10U;

/// True when the socket is readable or closed, false when `patience` is over.
bool wait_readable(int fd, milliseconds patience) {
  const auto deadline = Clock::now() + patience;
  for (;;) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
    pollfd entry{fd, POLLIN, 0};
    const int ready = ::poll(&entry, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
    if (ready > 0) return true;
    if (ready == 0) return false;
    if (errno != EINTR) return true;
  }
}

bool send_packet(int fd, const void* data, std::size_t size) {
  ssize_t sent = 0;
  do {
    sent = ::send(fd, data, size, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(size);
}

ssize_t receive_packet(int fd, void* data, std::size_t size) {
  ssize_t received = 0;
  do {
    received = ::recv(fd, data, size, 0);
  } while (received < 0 && errno == EINTR);
  return received;
}

Limits within_area(Limits limits, const SharedArea& area) {
  limits.record_bytes = std::min<std::uint64_t>(limits.record_bytes, area.record().size());
  return limits;
}

Mechanism waiting_mechanism() {
  if (has_run_times()) {
    return {"waiting times", MechanismState::kActive,
            "the kernel counts how long a program waited for a CPU; a busy host excuses it"};
  }
  return {"waiting times", MechanismState::kMissing,
          "the kernel does not show how long a program waited for a CPU; on a busy host a long "
          "program may be killed"};
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += name + "\n";
  return text;
}

}  // namespace

std::vector<std::string> default_modules() {
  // __future__ is there because `from __future__ import annotations` is an import when it runs.
  return {"__future__", "abc",         "bisect",     "cmath",   "collections", "colorsys",
          "copy",       "dataclasses", "datetime",   "decimal", "enum",        "fractions",
          "functools",  "heapq",       "itertools",  "json",    "math",        "operator",
          "random",     "re",          "statistics", "string",  "sys",         "time",
          "turtle",     "typing"};
}

class Jail::State final : public ForkGuarded {
 public:
  explicit State(JailOptions options) : options_(std::move(options)) { enter(); }
  ~State() {
    drop_zygote();
    const ForkPause pause;
    leave();
    area_.close();
  }

  void let_go() noexcept override {
    control_.reset();
    area_.close();
    if (zygote_) zygote_->forget();
    zygote_.reset();
  }

  /// A locked-down zygote, or why there is none; the report is kept in either case.
  Result<void> start_zygote();
  Outcome run(std::string_view source, const Limits& limits, const Deadline& deadline);

  LockdownReport report_;
  std::optional<ZygoteProcess> zygote_;

 private:
  Result<void> spawn();
  void drop_zygote();
  Result<std::string> read_ready();
  std::optional<Reply> exchange(const Request& request, const Deadline& deadline);
  Outcome lost(std::string_view what);
  std::optional<Outcome> try_run(std::string_view source, const Limits& limits,
                                 const Deadline& deadline);
  bool lockdown_still_holds(const Limits& limits);

  JailOptions options_;
  SharedArea area_;
  FileDescriptor control_;
};

/// Area, socket and process, made in one go: no child of this process has a part of them.
Result<void> Jail::State::spawn() {
  const ForkPause pause;
  if (!area_) area_ = TRY(SharedArea::create(options_.record_capacity));
  int ends[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    return fail(ErrorCode::kIo, std::string("cannot make a socket: ") + std::strerror(errno));
  }
  control_ = FileDescriptor(ends[0]);
  const FileDescriptor theirs(ends[1]);
  // The interpreter's wait for the next program ends by itself then, and with it the interpreter.
  const timeval idle{options_.idle_ms / 1000, 1000 * (options_.idle_ms % 1000)};
  ::setsockopt(theirs.get(), SOL_SOCKET, SO_RCVTIMEO, &idle, sizeof idle);
  zygote_ = TRY(ZygoteProcess::spawn(
      {options_.zygote_path, theirs.get(), area_.fd(), options_.use_namespaces}));
  return {};
}

void Jail::State::drop_zygote() {
  if (zygote_) zygote_->kill();  // may take a while: a child that is made meanwhile lets go
  const ForkPause pause;
  zygote_.reset();
  control_.reset();
}

Result<void> Jail::State::start_zygote() {
  drop_zygote();
  TRY(spawn());
  const std::string modules = joined(options_.modules);
  const Setup setup{area_.size(), zygote_->namespace_flags(), zygote_->fixed_addresses() ? 1U : 0U,
                    static_cast<std::uint32_t>(modules.size())};
  std::string packet(reinterpret_cast<const char*>(&setup), sizeof setup);
  packet += modules;
  if (packet.size() > kMaxPacket) return fail(ErrorCode::kLimit, "the list of modules is too long");
  // A program that is gone already is noticed, with its exit code, where its answer is missing.
  static_cast<void>(send_packet(control_.get(), packet.data(), packet.size()));
  const std::string ready = TRY(read_ready());
  report_ = TRY(decode_report(ready));
  report_.mechanisms.push_back(waiting_mechanism());
  if (report_.holds()) return {};
  return fail(ErrorCode::kIo, "the jail cannot be closed on this machine:\n" + report_.to_string());
}

Result<std::string> Jail::State::read_ready() {
  std::string packet(kMaxPacket, '\0');
  ssize_t size = -1;
  if (wait_readable(control_.get(), kStartPatience)) {
    size = receive_packet(control_.get(), packet.data(), packet.size());
  }
  if (size <= 0) {
    const std::string how = zygote_->kill();
    drop_zygote();
    return fail(ErrorCode::kIo, "the jailed interpreter did not start (" + how + ")",
                options_.zygote_path);
  }
  packet.resize(static_cast<std::size_t>(size));
  // The first byte tells a report from a message about why there is none.
  if (packet[0] == '!') return fail(ErrorCode::kIo, packet.substr(1), options_.zygote_path);
  return packet;
}

std::optional<Reply> Jail::State::exchange(const Request& request, const Deadline& deadline) {
  if (!send_packet(control_.get(), &request, sizeof request)) return std::nullopt;
  const Limits& limits = request.limits;
  const auto begin = Clock::now();
  RunClock clock(zygote_->pid());
  KillCause cause = KillCause::kNone;
  Clock::time_point ending;
  // Before that no limit can be spent.
  const milliseconds quiet(std::min({limits.cpu_ms, limits.idle_ms, limits.starved_ms}));
  milliseconds patience = deadline.patience(quiet);
  while (!wait_readable(control_.get(), patience)) {
    const auto now = Clock::now();
    const auto age = std::chrono::floor<milliseconds>(now - begin);
    if (cause == KillCause::kNone) {
      ending = now;
      cause = deadline.over() ? KillCause::kDeadline
              : age < quiet
                  ? KillCause::kNone
                  : kill_cause(clock.look(), static_cast<std::uint64_t>(age.count()), limits);
    }
    patience =
        cause == KillCause::kNone && age < quiet ? deadline.patience(quiet - age) : kNudgePause;
    if (cause == KillCause::kNone && age < quiet) continue;
    if (cause == KillCause::kNone) {
      zygote_->nudge();
    } else if (now - ending > kAnswerPatience) {
      return std::nullopt;
    } else {
      zygote_->end_child();
    }
  }
  Reply reply{};
  if (receive_packet(control_.get(), &reply, sizeof reply) != sizeof reply) return std::nullopt;
  if (reply.cause == KillCause::kIdle) reply.cause = cause;
  return reply;
}

Outcome Jail::State::lost(std::string_view what) {
  drop_zygote();
  if (area_) area_.clear();
  Outcome outcome;
  outcome.reason = what;
  return outcome;
}

// A child that says the lock-down failed may be a program that forged this to be excused; an empty
// run settles it.
bool Jail::State::lockdown_still_holds(const Limits& limits) {
  area_.clear();
  const auto reply = exchange(Request{limits, 0, 1, 0}, {});
  const bool holds = reply && reply->started != 0 && area_.report().phase == Phase::kFinished;
  area_.clear();
  return holds;
}

/// Nothing if the interpreter is gone without an answer.
std::optional<Outcome> Jail::State::try_run(std::string_view source, const Limits& wanted,
                                            const Deadline& deadline) {
  if (!zygote_ || zygote_->has_ended()) {
    if (auto started = start_zygote(); !started) return lost(started.error().to_string());
  }
  const Limits limits = within_area(wanted, area_);
  std::copy(source.begin(), source.end(), area_.source_of(source.size()).begin());
  const auto reply = exchange(Request{limits, source.size(), 0, 0}, deadline);
  if (!reply) return std::nullopt;
  Outcome outcome = exit_verdict(*reply, limits, area_);
  const bool refused = area_.report().phase == Phase::kRefused;
  area_.clear();
  if (refused && !lockdown_still_holds(limits)) return lost(outcome.reason);
  return outcome;
}

Outcome Jail::State::run(std::string_view source, const Limits& limits, const Deadline& deadline) {
  if (source.size() > kMaxSourceBytes) {
    Outcome outcome;
    outcome.status = Status::kSyntaxError;
    outcome.reason = "the program has " + std::to_string(source.size()) + " bytes; at most " +
                     std::to_string(kMaxSourceBytes) + " are accepted";
    return outcome;
  }
  // It may have ended for want of work in the moment in which it was asked.
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (auto outcome = try_run(source, limits, deadline)) return *std::move(outcome);
    drop_zygote();
    area_.clear();
  }
  return lost("the jailed interpreter does not answer; it will be started again");
}

Jail::Jail(std::unique_ptr<State> state) : state_(std::move(state)) {}
Jail::Jail(Jail&&) noexcept = default;
Jail& Jail::operator=(Jail&&) noexcept = default;
Jail::~Jail() = default;

Result<Jail> Jail::start(JailOptions options) {
  auto state = std::make_unique<State>(std::move(options));
  TRY(state->start_zygote());
  return Jail(std::move(state));
}

Outcome Jail::run(std::string_view source, const Limits& limits, const Deadline& deadline) {
  return state_->run(source, limits, deadline);
}

const LockdownReport& Jail::lockdown() const { return state_->report_; }

int Jail::zygote_pid() const { return state_->zygote_ ? state_->zygote_->pid() : -1; }

Result<LockdownReport> Jail::probe(JailOptions options) {
  State state(std::move(options));
  const auto started = state.start_zygote();
  if (!started && state.report_.mechanisms.empty()) return fail(started.error());
  return state.report_;
}

}  // namespace papert::sandbox
