#include "datagen/questions/desk.h"

#include <fmt/format.h>

#include <atomic>
#include <exception>

#include "base/thread_pool.h"

namespace papert::datagen::questions {

void Spent::add(const model::Reply& reply) {
  ++requests;
  model::Usage own = reply.usage;
  if (reply.cached) own.cost_usd.reset();  // somebody else paid
  usage += own;
}

void Spent::write(Json& line) const {
  line["requests"] = requests;
  const Json json = usage.to_json();
  if (!json.empty()) line["usage"] = json;
}

void Desk::charge(const JsonView& line) {
  const std::int64_t requests = line["requests"].integer().value_or(0);
  const double cost = model::usage_from_json(line["usage"].json()).cost_usd.value_or(0);
  const std::lock_guard lock(mutex_);
  requests_ += requests;
  cost_usd_ += cost;
  if (options_.budget && cost > 0) options_.budget->charge(cost);
}

bool Desk::stopped() const {
  const std::lock_guard lock(mutex_);
  return error_.has_value();
}

void Desk::stop(const Error& error) {
  const std::lock_guard lock(mutex_);
  if (!error_) error_ = error;
}

Result<void> Desk::outcome() const {
  {
    const std::lock_guard lock(mutex_);
    if (error_) return fail(*error_);
  }
  if (!options_.cancel.cancelled()) return {};
  return fail(ErrorCode::kCancelled, "interrupted; repeat the command to go on");
}

std::int64_t Desk::requests() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

double Desk::cost_usd() const {
  const std::lock_guard lock(mutex_);
  return cost_usd_;
}

std::string Desk::first_failure() const {
  const std::lock_guard lock(mutex_);
  return first_failure_;
}

bool Desk::take_request() {
  const std::lock_guard lock(mutex_);
  if (options_.max_requests > 0 && requests_ >= options_.max_requests) {
    if (!error_) {
      error_ = Error{ErrorCode::kUsage,
                     fmt::format("the limit of {} requests is reached; repeat the command with a "
                                 "higher one, or with --finish",
                                 options_.max_requests),
                     "--max-requests"};
    }
    return false;
  }
  ++requests_;
  return true;
}

void Desk::note(const model::Reply& reply) {
  const std::lock_guard lock(mutex_);
  if (!reply.cached) cost_usd_ += reply.usage.cost_usd.value_or(0);
  const bool failed = reply.status == model::ReplyStatus::kFailed;
  if (!failed) {
    equal_errors_ = 0;
    return;
  }
  if (first_failure_.empty()) first_failure_ = reply.error;
  if (reply.fatal && !error_) error_ = Error{ErrorCode::kUsage, reply.error, ""};
  const bool refused = reply.http_status >= 400 && reply.http_status < 500;
  if (!refused || reply.error != equal_error_) equal_errors_ = 0;
  if (!refused) return;
  equal_error_ = reply.error;
  if (++equal_errors_ != options_.max_equal_errors || error_) return;
  error_ = Error{ErrorCode::kUsage,
                 fmt::format("stopped after {} requests in a row that failed in the same way: {}; "
                             "repeat the command when it is repaired",
                             equal_errors_, reply.error),
                 ""};
}

model::Reply Desk::ask(model::Model& model, const model::Request& request, Spent& spent) {
  if (ended() || !take_request()) return model::Reply::failed("interrupted");
  model::Reply reply = model.ask(request, options_.cancel);
  spent.add(reply);
  if (!options_.cancel.cancelled() || reply.status != model::ReplyStatus::kFailed) note(reply);
  return reply;
}

void Desk::for_each(std::size_t count, const model::Model& model,
                    const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  const auto worker = [&] {
    while (!ended()) {
      const std::size_t i = next.fetch_add(1, std::memory_order_relaxed);
      if (i >= count) return;
      try {
        work(i);
      } catch (const std::exception& error) {
        stop({ErrorCode::kInternal, error.what(), ""});
      }
    }
  };
  const std::size_t most = model.concurrency();
  const std::size_t threads = most == 0 ? available_processors() : most;
  ThreadPool pool(std::max<std::size_t>(1, std::min(threads, count)));
  for (std::size_t i = 0; i < pool.size(); ++i) pool.submit(worker);
  pool.wait_idle();
}

}  // namespace papert::datagen::questions
