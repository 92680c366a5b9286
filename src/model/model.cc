#include "model/model.h"

#include <limits>
#include <utility>

namespace papert::model {
namespace {

template <class T>
void put(Json& json, const char* key, const std::optional<T>& value) {
  if (value) json[key] = *value;
}

std::optional<std::int64_t> whole(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_number_integer()) return std::nullopt;
  return found->get<std::int64_t>();
}

void add(std::optional<std::int64_t>& sum, const std::optional<std::int64_t>& value) {
  if (value) sum = saturated_sum(sum.value_or(0), *value);
}

}  // namespace

std::int64_t saturated_sum(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return a < 0 ? std::numeric_limits<std::int64_t>::min()
               : std::numeric_limits<std::int64_t>::max();
}

Usage& Usage::operator+=(const Usage& other) {
  add(input_tokens, other.input_tokens);
  add(cached_input_tokens, other.cached_input_tokens);
  add(output_tokens, other.output_tokens);
  add(reasoning_tokens, other.reasoning_tokens);
  if (other.cost_usd) cost_usd = cost_usd.value_or(0) + *other.cost_usd;
  return *this;
}

Reply Reply::failed(std::string why) {
  Reply reply;
  reply.status = ReplyStatus::kFailed;
  reply.error = std::move(why);
  return reply;
}

Json Sampling::to_json() const {
  Json json = Json::object();
  put(json, "temperature", temperature);
  put(json, "top_p", top_p);
  put(json, "max_tokens", max_tokens);
  put(json, "seed", seed);
  if (!reasoning_effort.empty()) json["reasoning_effort"] = reasoning_effort;
  if (!extra_body.empty()) json["extra_body"] = extra_body;
  return json;
}

Json Usage::to_json() const {
  Json json = Json::object();
  put(json, "input_tokens", input_tokens);
  put(json, "cached_input_tokens", cached_input_tokens);
  put(json, "output_tokens", output_tokens);
  put(json, "reasoning_tokens", reasoning_tokens);
  put(json, "cost_usd", cost_usd);
  return json;
}

Usage usage_from_json(const Json& json) {
  Usage usage;
  if (!json.is_object()) return usage;
  usage.input_tokens = whole(json, "input_tokens");
  usage.cached_input_tokens = whole(json, "cached_input_tokens");
  usage.output_tokens = whole(json, "output_tokens");
  usage.reasoning_tokens = whole(json, "reasoning_tokens");
  if (const auto cost = json.find("cost_usd"); cost != json.end() && cost->is_number()) {
    usage.cost_usd = cost->get<double>();
  }
  return usage;
}

}  // namespace papert::model
