#include "reward/request.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

#include "base/error_json.h"
#include "base/format.h"
#include "base/nearest.h"
#include "reward/operations.h"

namespace papert::reward {
namespace {

struct Operation {
  std::string_view name;
  Result<std::string> (*answer)(const Call& call);
};
constexpr std::array<Operation, 8> kOperations{{{"info", answer_info},
                                                {"tasks", answer_tasks},
                                                {"task", answer_task},
                                                {"score", answer_score},
                                                {"reward", answer_reward},
                                                {"feedback", answer_feedback},
                                                {"run", answer_run},
                                                {"render", answer_render}}};
constexpr std::array<std::string_view, kOperations.size()> kNames = [] {
  std::array<std::string_view, kOperations.size()> names{};
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kOperations[i].name;
  return names;
}();

Result<Json> read_request(std::string_view body) {
  if (body.size() > kMaxRequestBytes) {
    return fail(ErrorCode::kLimit, fmt::format("the request has {} bytes; at most {} are read",
                                               body.size(), kMaxRequestBytes));
  }
  if (const int depth = json_depth(body); depth > kMaxRequestDepth) {
    return fail(ErrorCode::kLimit, fmt::format("the request is {} levels deep; at most {} are read",
                                               depth, kMaxRequestDepth));
  }
  Json json = TRY(parse_json(body, "request"));
  if (!json.is_object()) {
    return fail(ErrorCode::kBadData, "a request is a JSON object", "request");
  }
  // A number is the format of the request; a word is the form of a picture (render).
  if (const auto format = json.find("format");
      format != json.end() && format->is_number_integer()) {
    TRY(refuse_later_format(json, "request"));
    json.erase("format");
  }
  return json;
}

Result<const Operation*> find_operation(std::string_view name) {
  for (const Operation& each : kOperations) {
    if (each.name == name) return &each;
  }
  const auto meant = nearest(name, kNames);
  return fail(ErrorCode::kUsage,
              fmt::format("there is no operation '{}'; {}there are: {}", name.substr(0, 60),
                          meant ? fmt::format("did you mean '{}'? ", *meant) : std::string(),
                          fmt::join(kNames, ", ")),
              "op");
}

Response failed(const Error& error) { return {error_json(error), error.code, false}; }

/// What is left of an exception: a library of ours gave up.
Result<std::string> answer_safely(std::string_view operation, const Call& call) {
  try {
    const Operation* const found = TRY(find_operation(operation));
    return found->answer(call);
  } catch (const std::exception& error) {
    return fail(ErrorCode::kInternal, error.what());
  }
}

/// The tag of a frame, in front of what is in an answer.
std::string tagged(const Json& tag, std::string text) {
  const std::string head = "{\"tag\":" + dump_json(tag);
  return head + (text == "{}" ? "" : ",") + text.substr(1);
}

}  // namespace

std::span<const std::string_view> Service::operations() { return kNames; }

Response Service::answer(std::string_view operation, std::string_view body,
                         const CallOptions& call) const {
  const auto request = read_request(body);
  if (!request) return failed(request.error());
  auto text = answer_safely(operation, {sets_, options_, call, *request});
  return text ? Response{std::move(*text), ErrorCode::kInternal, true} : failed(text.error());
}

Response Service::answer_frame(std::string_view frame, const CallOptions& call) const {
  auto request = read_request(frame);
  if (!request) return failed(request.error());
  const Json tag = request->value("tag", Json());
  const auto name = get_string(*request, "op", "request");
  const bool tells = request->contains("tag");
  request->erase("tag");
  request->erase("op");
  auto text = name ? answer_safely(*name, {sets_, options_, call, *request}) : fail(name.error());
  Response response =
      text ? Response{std::move(*text), ErrorCode::kInternal, true} : failed(text.error());
  if (tells) response.json = tagged(tag, std::move(response.json));
  return response;
}

std::string place_of(const std::string& where, std::string_view key) {
  return where.empty() ? std::string(key) : fmt::format("{}.{}", where, key);
}

bool names_set(const Json& json) {
  return json.contains("suite") || json.contains("src") || json.contains("data");
}

Result<SetRef> named_set(const Json& json, const std::string& where) {
  if (!json.contains("data")) return set_ref_from_json(json, where);
  if (json.contains("src")) {
    return fail(ErrorCode::kBadData, "is short for 'src': give one of them",
                place_of(where, "data"));
  }
  Json whole = json;
  whole["src"] = {{"data", json["data"]}};
  return set_ref_from_json(whole, where);
}

Result<TaskRef> named_task(const Json& json, const std::string& where) {
  const auto ref = json.find("ref");
  if (ref == json.end()) {
    TaskRef task;
    task.set = TRY(named_set(json, where));
    task.id = TRY(get_string(json, "id", where));
    return task;
  }
  const std::string place = place_of(where, "ref");
  if (names_set(json) || json.contains("id")) {
    return fail(ErrorCode::kBadData, "names the task: leave out 'suite', 'src', 'data' and 'id'",
                place);
  }
  if (ref->is_string()) return parse_task_ref(ref->get_ref<const std::string&>(), place);
  return task_ref_from_json(*ref, place);
}

}  // namespace papert::reward
