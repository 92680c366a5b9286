// The operations score and reward.

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "base/json_text.h"
#include "base/known_keys.h"
#include "reward/operations.h"
#include "reward/policy.h"

namespace papert::reward {
namespace {

/// Sets of one request, which stay open until it is answered.
constexpr std::size_t kMaxSets = 1024;

constexpr KnownKey kItem[] = {{"ref"}, {"suite"}, {"modes"}, {"src"}, {"data"},
                              {"id"},  {"text"},  {"epoch"}, {"key"}};
constexpr KnownKey kScore[] = {{"suite"}, {"modes"},   {"src"},         {"data"},
                               {"items"}, {"extract"}, {"deadline_ms"}, {"max_reply_bytes"},
                               {"jobs"},  {"policy"}};
constexpr KnownKey kReward[] = {{"suite"}, {"modes"},   {"src"},         {"data"},
                                {"items"}, {"extract"}, {"deadline_ms"}, {"max_reply_bytes"},
                                {"jobs"},  {"policy"},  {"unscored"}};

/// The items of a request, and the sets they are about.
class Items {
 public:
  explicit Items(const Call& call) : call_(call) {}

  [[nodiscard]] Result<void> read() {
    const Json& request = call_.request;
    const auto list = request.find("items");
    if (list == request.end() || !list->is_array()) {
      return fail(ErrorCode::kBadData, "must be a list of replies", "items");
    }
    if (list->size() > call_.options.max_items) {
      return fail(ErrorCode::kLimit,
                  fmt::format("{} items; at most {} are taken at once", list->size(),
                              call_.options.max_items),
                  "items");
    }
    if (names_set(request)) {
      const SetRef named = TRY(named_set(request, ""));
      usual_ = TRY(open(named, ""));
    }
    items_.reserve(list->size());
    for (std::size_t i = 0; i < list->size(); ++i) {
      items_.push_back(TRY(read_item((*list)[i], fmt::format("items[{}]", i))));
    }
    return {};
  }

  [[nodiscard]] std::span<const ScoreItem> get() const { return items_; }

 private:
  struct Opened {
    SetRef ref;
    std::shared_ptr<const OpenSet> set;
  };

  /// The error says which item it is about.
  [[nodiscard]] Result<const OpenSet*> open(const SetRef& ref, const std::string& where) {
    for (auto each = opened_.rbegin(); each != opened_.rend(); ++each) {
      if (each->ref == ref) return each->set.get();
    }
    if (opened_.size() == kMaxSets) {
      return fail(ErrorCode::kLimit, fmt::format("more than {} sets of tasks", kMaxSets), where);
    }
    auto set = call_.sets.open(ref);
    if (!set) {
      Error error = set.error();
      error.where = error.where.empty() ? where : place_of(where, error.where);
      return fail(std::move(error));
    }
    opened_.push_back({ref, *set});
    return opened_.back().set.get();
  }

  [[nodiscard]] Result<ScoreItem> read_item(const Json& json, const std::string& where) {
    if (!json.is_object()) return fail(ErrorCode::kBadData, "must be an object", where);
    TRY(check_keys(json, kItem, where));
    ScoreItem item;
    const auto text = json.find("text");
    if (text == json.end() || !text->is_string()) {
      return fail(ErrorCode::kBadData, "must be the reply, as a string", place_of(where, "text"));
    }
    item.text = text->get_ref<const std::string&>();
    item.epoch = TRY(get_optional_int(json, "epoch", where)).value_or(0);
    if (item.epoch < 0 || item.epoch > INT32_MAX) {
      return fail(ErrorCode::kBadData, "must be a whole number from 0", place_of(where, "epoch"));
    }
    const auto key = json.find("key");
    if (key != json.end()) item.key = &*key;
    TRY(find_task(json, where, item));
    return item;
  }

  [[nodiscard]] Result<void> find_task(const Json& json, const std::string& where,
                                       ScoreItem& item) {
    std::string id;
    if (usual_ != nullptr && !json.contains("ref") && !names_set(json)) {
      item.set = usual_;
      id = TRY(get_string(json, "id", where));
    } else {
      TaskRef task = TRY(named_task(json, where));
      item.set = TRY(open(task.set, where));
      id = std::move(task.id);
    }
    auto index = item.set->find(id);
    if (!index) return fail(index.error().code, index.error().message, where);
    item.index = *index;
    return {};
  }

  const Call& call_;
  const OpenSet* usual_ = nullptr;
  std::vector<Opened> opened_;
  std::vector<ScoreItem> items_;
};

Result<std::int64_t> get_between(const Json& json, std::string_view key, std::int64_t otherwise,
                                 std::int64_t most) {
  const std::int64_t value = TRY(get_optional_int(json, key)).value_or(otherwise);
  if (value >= 1 && value <= most) return value;
  return fail(ErrorCode::kLimit, fmt::format("{} is not a number from 1 to {}", value, most),
              std::string(key));
}

/// Rewards are given for what the rules read; what papers count (any program of a reply) is not one
/// of them.
Result<reply::Extraction> extraction_of(const Json& json) {
  const std::string name = TRY(get_optional_string(json, "extract")).value_or("lenient");
  if (name == "lenient") return reply::Extraction::kLenient;
  if (name == "strict") return reply::Extraction::kStrict;
  return fail(
      ErrorCode::kUsage,
      "'" + name.substr(0, 60) + "' is not a way to look for answers; there are: lenient, strict",
      "extract");
}

}  // namespace

Result<ScoreOptions> score_options(const Call& call) {
  const Json& request = call.request;
  ScoreOptions options;
  options.extraction = TRY(extraction_of(request));
  const auto most = static_cast<std::int64_t>(call.options.max_reply_bytes);
  options.max_reply_bytes =
      static_cast<std::size_t>(TRY(get_between(request, "max_reply_bytes", most, most)));
  const auto jobs = static_cast<std::int64_t>(std::max<std::size_t>(call.options.jobs, 1));
  options.jobs = static_cast<std::size_t>(TRY(get_between(request, "jobs", jobs, jobs)));
  options.deadline = call.call.deadline;
  if (request.contains("deadline_ms") && !request["deadline_ms"].is_null()) {
    options.deadline = options.deadline.within(
        std::chrono::milliseconds(TRY(get_between(request, "deadline_ms", 1, kMaxDeadlineMs))));
  }
  options.go_on = call.call.go_on;
  return options;
}

namespace {

struct Scored {
  Items items;
  std::vector<suite::ScoredAnswer> answers;
};

Result<Scored> score_items(const Call& call) {
  const ScoreOptions options = TRY(score_options(call));
  Scored scored{Items(call), {}};
  TRY(scored.items.read());
  scored.answers = TRY(score_batch(scored.items.get(), options));
  return scored;
}

}  // namespace

Result<std::string> answer_score(const Call& call) {
  TRY(check_keys(call.request, kScore, "request"));
  const auto policy_text = TRY(get_optional_string(call.request, "policy"));
  std::optional<Policy> policy;
  if (policy_text) policy = TRY(policy_from_name(*policy_text));
  const Scored scored = TRY(score_items(call));
  std::string text = "{\"scores\":[";
  std::string rewards;
  for (std::size_t i = 0; i < scored.answers.size(); ++i) {
    const ScoreItem& item = scored.items.get()[i];
    if (i > 0) text += ',';
    append_line(item, scored.answers[i], text);
    if (!policy) continue;
    if (i > 0) rewards += ',';
    const auto reward = reward_of(*policy, item.set->suite(), scored.answers[i].score);
    reward ? append_number(*reward, rewards) : void(rewards += "null");
  }
  return text + (policy ? "],\"rewards\":[" + rewards + "]}" : "]}");
}

Result<std::string> answer_reward(const Call& call) {
  TRY(check_keys(call.request, kReward, "request"));
  const std::string policy_text =
      TRY(get_optional_string(call.request, "policy")).value_or("success");
  const Policy policy = TRY(policy_from_name(policy_text));
  const std::string unscored_text =
      TRY(get_optional_string(call.request, "unscored")).value_or("none");
  const Unscored unscored = TRY(unscored_from_name(unscored_text));
  const Scored scored = TRY(score_items(call));
  std::string rewards;
  std::string verdicts;
  std::string metrics;
  for (std::size_t i = 0; i < scored.answers.size(); ++i) {
    const suite::Score& score = scored.answers[i].score;
    auto reward = reward_of(policy, unscored, scored.items.get()[i].set->suite(), score);
    if (!reward)
      return fail(reward.error().code, reward.error().message, fmt::format("items[{}]", i));
    if (i > 0) rewards += ',';
    if (i > 0) verdicts += ',';
    if (i > 0) metrics += ',';
    *reward ? append_number(**reward, rewards) : void(rewards += "null");
    append_quoted(suite::verdict_name(score.verdict), verdicts);
    append_json(suite::metrics_json(score.metrics), metrics);
  }
  return "{\"rewards\":[" + rewards + "],\"verdicts\":[" + verdicts + "],\"metrics\":[" + metrics +
         "]}";
}

}  // namespace papert::reward
