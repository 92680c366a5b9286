#include "serve/app/program_gate.h"

#include <algorithm>
#include <utility>

namespace papert::serve::app {
namespace {

constexpr std::size_t kMaxSessionLetters = 64;

bool is_session_letter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_';
}

}  // namespace

bool ProgramGate::admit(Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  if (last_) {
    const std::chrono::duration<double> since = now - *last_;
    saved_ = std::min(per_second_, saved_ + since.count() * per_second_);
  }
  last_ = now;
  if (saved_ < 1) return false;
  saved_ -= 1;
  return true;
}

std::shared_ptr<ProgramGate::Pass> ProgramGate::enter(std::string session) {
  auto pass = std::make_shared<Pass>(*this, std::move(session));
  if (pass->session_.empty()) return pass;
  const std::lock_guard lock(mutex_);
  const Pass*& newest = newest_[pass->session_];
  if (newest != nullptr) newest->token().cancel();
  newest = pass.get();
  return pass;
}

void ProgramGate::leave(const Pass& pass) {
  const std::lock_guard lock(mutex_);
  const auto found = newest_.find(pass.session_);
  if (found != newest_.end() && found->second == &pass) newest_.erase(found);
}

std::size_t ProgramGate::sessions() const {
  const std::lock_guard lock(mutex_);
  return newest_.size();
}

std::string session_name(std::optional<std::string_view> header) {
  if (!header || header->size() > kMaxSessionLetters) return {};
  const bool plain = std::all_of(header->begin(), header->end(), is_session_letter);
  return plain ? std::string(*header) : std::string();
}

}  // namespace papert::serve::app
