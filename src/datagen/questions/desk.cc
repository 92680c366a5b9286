#include "datagen/questions/desk.h"

#include <fmt/format.h>

#include <atomic>

#include "datagen/dispatch.h"

namespace papert::datagen::questions {

namespace {

/// What a request took of what may be spent. It counts also where the reply was known before, but
/// somebody else paid then.
Spent spent_on(const model::Reply& reply) {
  Spent spent{.requests = 1, .usage = reply.usage};
  if (reply.cached) spent.usage.cost_usd.reset();
  return spent;
}

}  // namespace

void write_spent(const Spent& spent, Json& line) {
  line["requests"] = spent.requests;
  const Json json = spent.usage.to_json();
  if (!json.empty()) line["usage"] = json;
}

void Desk::charge(const JsonView& line) {
  purse_.charge({.requests = line["requests"].integer().value_or(0),
                 .usage = model::usage_from_json(line["usage"].json())});
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

std::string Desk::first_failure() const {
  const std::lock_guard lock(mutex_);
  return first_failure_;
}

bool Desk::take_request() {
  if (purse_.take()) return true;
  stop({ErrorCode::kUsage,
        fmt::format("the limit of {} requests is reached; repeat the command with a higher one, or "
                    "with --finish",
                    options_.max_requests),
        "--max-requests"});
  return false;
}

void Desk::note_failure(const model::Reply& reply) {
  {
    const std::lock_guard lock(mutex_);
    if (first_failure_.empty()) first_failure_ = reply.error;
  }
  if (reply.fatal) stop({ErrorCode::kUsage, reply.error, ""});
  if (!failures_.failed(reply.error, reply.http_status)) return;
  stop({ErrorCode::kUsage,
        fmt::format("stopped after {} requests in a row that failed in the same way: {}; repeat "
                    "the command when it is repaired",
                    options_.max_equal_errors, reply.error),
        ""});
}

model::Reply Desk::ask(model::Model& model, const model::Request& request, Spent& spent) {
  if (ended() || !take_request()) return model::Reply::failed("interrupted");
  model::Reply reply = model.ask(request, options_.cancel);
  const Spent own = spent_on(reply);
  spent += own;
  const bool failed = reply.status == model::ReplyStatus::kFailed;
  if (failed && options_.cancel.cancelled()) return reply;
  purse_.add(own.usage);
  if (failed) {
    note_failure(reply);
  } else {
    failures_.answered();
  }
  return reply;
}

void Desk::for_each(std::size_t count, const model::Model& model,
                    const std::function<Result<void>(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  run_dispatch({.connections = model.concurrency(),
                .next = [&]() -> std::optional<std::size_t> {
                  const std::size_t i = ended() ? count : next.fetch_add(1);
                  return i < count ? std::optional(i) : std::nullopt;
                },
                .work = work,
                .stop = [&](const Error& error) { stop(error); }},
               count);
}

}  // namespace papert::datagen::questions
