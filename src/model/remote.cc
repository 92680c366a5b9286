#include "model/remote.h"

#include <fmt/format.h>

#include <utility>

namespace papert::model {

RemoteModel::RemoteModel(std::unique_ptr<Backend> backend, RemoteOptions options)
    : backend_(std::move(backend)),
      options_(std::move(options)),
      gate_(options_.max_connections),
      random_(options_.seed) {}

Reply RemoteModel::ask(const Request& request, const CancelToken& cancel) {
  const std::string body = backend_->body(request);
  if (!options_.cache) return spend(request, body, cancel);
  const std::string endpoint = backend_->endpoint();
  const std::string hash =
      CacheKey{options_.provider, options_.name, endpoint, body, request.epoch, request.repeat}
          .hash();
  const std::string buyer = account_.empty() ? "" : account_ + "#" + request.id;
  if (auto found = options_.cache->find(hash, buyer)) {
    // What this run bought before it was interrupted is in no log yet: it counts now.
    if (found->recovered && options_.budget) {
      options_.budget->charge(found->usage.cost_usd.value_or(0));
    }
    return std::move(*found);
  }
  Reply reply = spend(request, body, cancel);
  options_.cache->keep(hash, options_.provider + "/" + options_.name, reply, buyer);
  return reply;
}

std::string RemoteModel::describe() const {
  const std::string& why = options_.cache_use.why_not;
  return backend_->describe() + (why.empty() ? "" : ", replies are not cached: " + why);
}

Reply RemoteModel::spend(const Request& request, const std::string& body,
                         const CancelToken& cancel) {
  double reserved = 0;
  if (options_.budget) {
    reserved = highest_cost_usd(*options_.price, request, options_.max_tokens);
    const Budget::Answer answer = options_.budget->reserve(reserved, cancel);
    if (answer == Budget::Answer::kCancelled) return Reply::failed("interrupted");
    if (answer == Budget::Answer::kSpent) {
      Reply reply = Reply::failed(
          fmt::format("the cost limit of ${:.2f} is reached: ${:.4f} are spent, and this "
                      "request may cost ${:.4f}",
                      options_.budget->limit(), options_.budget->spent(), reserved));
      reply.fatal = true;
      return reply;
    }
  }
  Reply reply = try_often(request, body, cancel);
  if (options_.price) reply.usage.cost_usd = cost_usd(*options_.price, reply.usage);
  if (options_.budget) {
    // Without counted tokens the money counts as spent, lest the limit be passed unseen.
    const double unknown = reply.status == ReplyStatus::kFailed ? 0 : reserved;
    options_.budget->settle(reserved, reply.usage.cost_usd.value_or(unknown));
  }
  return reply;
}

Reply RemoteModel::try_often(const Request& request, const std::string& body,
                             const CancelToken& cancel) {
  for (int tries = 1;; ++tries) {
    const auto pass = gate_.enter(cancel);
    if (!pass) return Reply::failed("interrupted");
    Attempt attempt = backend_->attempt(request, body, cancel);
    gate_.leave(*pass, attempt.sign);
    if (attempt.answered) answered_ = true;
    attempt.reply.attempts = tries;
    if (cancel.cancelled() && attempt.reply.status == ReplyStatus::kFailed) {
      return Reply::failed("interrupted");
    }
    if (!attempt.again) return std::move(attempt.reply);
    if (tries > options_.retry.max_retries || (attempt.hopeless && !answered_)) {
      Reply& reply = attempt.reply;
      if (tries > 1) reply.error += fmt::format(" ({} attempts)", tries);
      // If nobody ever answered, nobody will: better to stop than to wait for every task.
      reply.fatal |= !answered_;
      return std::move(reply);
    }
    if (!wait(attempt, tries - 1, cancel)) return Reply::failed("interrupted");
  }
}

bool RemoteModel::wait(const Attempt& attempt, int retry, const CancelToken& cancel) {
  double seconds = 0;
  {
    const std::lock_guard lock(random_mutex_);
    seconds = retry_wait_s(options_.retry, retry, attempt.wait_s, random_);
  }
  const int number = waits_.begin(attempt.reason, seconds);
  const bool slept = options_.sleep(seconds, cancel);
  waits_.end(number);
  return slept;
}

std::string RemoteModel::waiting() const {
  std::string text = waits_.text();
  const std::size_t limit = gate_.limit();
  if (text.empty() || limit == gate_.most()) return text;
  return text + fmt::format(", {} of {} connections in use", limit, gate_.most());
}

}  // namespace papert::model
