// Which programs of the playground may run: so many a second from all who have the token, and of
// one session only the newest.
//
//     if (!gate.admit()) return busy();
//     const auto pass = gate.enter(session);       // ends what this session ran before
//     run(code, deadline.with(pass->token()));
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/cancel.h"

namespace papert::serve::app {

inline constexpr double kProgramsPerSecond = 20;

/// Thread-safe.
class ProgramGate {
 public:
  using Clock = std::chrono::steady_clock;

  /// The right of one program, until it ends or a newer one of its session enters.
  class Pass {
   public:
    Pass(ProgramGate& gate, std::string session) : gate_(gate), session_(std::move(session)) {}
    ~Pass() { gate_.leave(*this); }
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;

    /// Set when a newer program has come.
    [[nodiscard]] const CancelToken& token() const { return token_; }

   private:
    friend class ProgramGate;
    ProgramGate& gate_;
    std::string session_;
    CancelToken token_;
  };

  explicit ProgramGate(double per_second) : per_second_(per_second), saved_(per_second) {}

  /// False if more come than are allowed. What was not used within the last second is lost.
  [[nodiscard]] bool admit(Clock::time_point now = Clock::now());

  /// Without a session (an empty name) it ends no other and is ended by none. Refers to the gate.
  [[nodiscard]] std::shared_ptr<Pass> enter(std::string session);

  /// Sessions whose program waits or runs.
  [[nodiscard]] std::size_t sessions() const;

 private:
  void leave(const Pass& pass);

  const double per_second_;
  mutable std::mutex mutex_;
  double saved_;
  std::optional<Clock::time_point> last_;
  std::map<std::string, const Pass*> newest_;
};

/// The session that a request names by X-Papert-Session: 1 to 64 letters, digits, - and _. Empty
/// where it names none, or something else.
[[nodiscard]] std::string session_name(std::optional<std::string_view> header);

}  // namespace papert::serve::app
