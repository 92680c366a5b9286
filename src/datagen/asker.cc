#include "datagen/asker.h"

#include <fmt/format.h>

#include "base/json_text.h"
#include "base/thread_pool.h"

namespace papert::datagen {
namespace {

constexpr const char* kGoOn =
    "; all that was answered is kept, and the same command goes on; --finish closes the generation "
    "with what there is";

}  // namespace

Spent& Spent::operator+=(const Spent& other) {
  requests += other.requests;
  usage += other.usage;
  return *this;
}

Json Spent::to_json() const {
  Json json{{"requests", requests}};
  json.update(usage.to_json());
  return json;
}

void append_spent(const Spent& spent, std::string& line) {
  if (spent.none()) return;
  line += ",\"usage\":";
  append_json(spent.to_json(), line);
}

Spent spent_from_json(const Json& json) {
  Spent spent;
  if (!json.is_object()) return spent;
  const auto requests = json.find("requests");
  if (requests != json.end() && requests->is_number_integer()) {
    spent.requests = requests->get<std::int64_t>();
  }
  spent.usage = model::usage_from_json(json);
  return spent;
}

void Purse::charge(const Spent& spent) {
  if (budget_) budget_->charge(spent.usage.cost_usd.value_or(0));
  const std::lock_guard lock(mutex_);
  spent_ += spent;
}

bool Purse::take() {
  const std::lock_guard lock(mutex_);
  if (max_requests_ > 0 && spent_.requests >= max_requests_) return false;
  ++spent_.requests;
  return true;
}

void Purse::give_back() {
  const std::lock_guard lock(mutex_);
  --spent_.requests;
}

void Purse::add(const model::Usage& usage) {
  const std::lock_guard lock(mutex_);
  spent_.usage += usage;
}

Spent Purse::spent() const {
  const std::lock_guard lock(mutex_);
  return spent_;
}

void FailureWatch::answered() {
  const std::lock_guard lock(mutex_);
  in_a_row_ = 0;
}

bool FailureWatch::failed(const std::string& error, int http_status) {
  const std::lock_guard lock(mutex_);
  const bool refused = http_status >= 400 && http_status < 500;
  if (counts_ == Counts::kAlike && (!refused || error != last_)) in_a_row_ = 0;
  last_ = error;
  if (counts_ == Counts::kAlike && !refused) return false;
  return ++in_a_row_ >= most_ && most_ > 0;
}

std::size_t Asker::connections() const {
  const std::size_t wanted = model_->concurrency();
  return wanted == 0 ? available_processors() : wanted;
}

Result<model::Reply> Asker::ask(const model::Request& request, Spent& spent) {
  if (!options_.purse->take()) {
    return fail(ErrorCode::kUsage,
                fmt::format("{} requests were made, as many as --max-requests allows{}",
                            options_.purse->max_requests(), kGoOn));
  }
  model::Reply reply = model_->ask(request, options_.cancel);
  if (reply.status == model::ReplyStatus::kFailed || reply.cached) options_.purse->give_back();
  if (reply.status == model::ReplyStatus::kFailed) {
    if (options_.cancel.cancelled()) {
      return fail(ErrorCode::kCancelled,
                  "interrupted; the folder is intact, and the same command goes on");
    }
    if (reply.fatal || failures_.failed(reply.error, reply.http_status)) {
      return fail(ErrorCode::kUsage, fmt::format("{}: {}{}", name_, reply.error, kGoOn));
    }
    return reply;
  }
  count(request, reply, spent);
  return reply;
}

// Replies that another run bought cost nothing here. Where tokens were not counted, what was
// reserved for the request counts as spent, as it does in the budget.
void Asker::count(const model::Request& request, model::Reply& reply, Spent& spent) {
  failures_.answered();
  if (reply.cached) return;
  if (!reply.usage.cost_usd && options_.price) {
    reply.usage.cost_usd = model::highest_cost_usd(*options_.price, request, options_.max_tokens);
  }
  options_.purse->add(reply.usage);
  ++spent.requests;
  spent.usage += reply.usage;
}

}  // namespace papert::datagen
