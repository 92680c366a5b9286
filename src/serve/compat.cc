#include "serve/compat.h"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "base/text.h"
#include "suite/verdict.h"

namespace papert::serve {
namespace {

/// What opens the model's turn in the chat templates of common models.
constexpr auto kTurnMarks = std::to_array<std::string_view>({
    "<|im_start|>assistant\n",
    "<|start_header_id|>assistant<|end_header_id|>\n\n",
    "<|header_start|>assistant<|header_end|>\n\n",
    "<start_of_turn>model\n",
    "<|assistant|>\n",
    "<|assistant|>",
    "<｜Assistant｜>",
    "[/INST]",
    "ASSISTANT:",
});

constexpr auto kEndMarks = std::to_array<std::string_view>({
    "<|im_end|>",
    "<|endoftext|>",
    "<|end_of_text|>",
    "<|eot_id|>",
    "<|eot|>",
    "<|end|>",
    "<end_of_turn>",
    "<eos>",
    "<pad>",
    "</s>",
    "<｜end▁of▁sentence｜>",
});

std::string_view without_end_marks(std::string_view text) {
  for (bool cut = true; cut;) {
    cut = false;
    std::string_view bare = text;
    while (!bare.empty() && trim(bare.substr(bare.size() - 1)).empty()) bare.remove_suffix(1);
    for (const std::string_view mark : kEndMarks) {
      if (!bare.ends_with(mark)) continue;
      text = bare.substr(0, bare.size() - mark.size());
      cut = true;
      break;
    }
  }
  return text;
}

Result<const Json*> list_of(const Json& body, const char* key) {
  if (!body.is_object() || !body.contains(key) || !body[key].is_array()) {
    return fail(ErrorCode::kBadData, std::string("'") + key + "' must be a list", key);
  }
  return &body[key];
}

/// A reference is text, or the object that the text would say.
Result<Json> ref_of(const Json& value, const std::string& where) {
  if (value.is_object()) return value;
  if (value.is_string()) return value;
  return fail(ErrorCode::kBadData, "the reference of a task is missing", where);
}

struct Figures {
  double reward = 0;
  double right = 0;
  double runnable = 0;
  double scored = 0;
  double verdict = 0;  // its place in the closed list
};

/// The figures of one reply; always the same ones, always numbers.
constexpr auto kFigures = std::to_array<std::pair<const char*, double Figures::*>>({
    {"right", &Figures::right},
    {"runnable", &Figures::runnable},
    {"scored", &Figures::scored},
    {"verdict", &Figures::verdict},
});

Result<std::vector<Figures>> figures_of(const Json& answer) {
  const Json* rewards = TRY(list_of(answer, "rewards"));
  const Json* verdicts = TRY(list_of(answer, "verdicts"));
  if (rewards->size() != verdicts->size()) {
    return fail(ErrorCode::kInternal, "the rewards and verdicts do not match");
  }
  std::vector<Figures> all;
  for (std::size_t i = 0; i < rewards->size(); ++i) {
    Figures figures;
    figures.reward = (*rewards)[i].is_number() ? (*rewards)[i].get<double>() : 0;
    const std::string name = (*verdicts)[i].is_string() ? (*verdicts)[i].get<std::string>() : "";
    for (std::size_t k = 0; k < suite::kVerdicts.size(); ++k) {
      const auto& [verdict, known] = suite::kVerdicts[k];
      if (known != name) continue;
      figures.verdict = static_cast<double>(k);
      figures.right = verdict == suite::Verdict::kRight ? 1 : 0;
      figures.runnable = verdict == suite::Verdict::kRight || verdict == suite::Verdict::kWrong;
      figures.scored = suite::is_scored(verdict) ? 1 : 0;
    }
    all.push_back(figures);
  }
  return all;
}

Json reward_request(Json items, std::string_view policy) {
  Json request;
  request["items"] = std::move(items);
  request["policy"] = policy;
  request["unscored"] = "zero";
  return request;
}

/// The text of all messages that the model wrote, the last one alone if there are several.
std::string text_of_output(const Json& output) {
  std::string text;
  for (const Json& item : output) {
    if (!item.is_object() || item.value("type", Json()) != "message") continue;
    if (item.value("role", Json()) != "assistant") continue;
    text.clear();
    const Json content = item.value("content", Json());
    if (content.is_string()) text = content.get<std::string>();
    if (!content.is_array()) continue;
    for (const Json& part : content) {
      if (!part.is_object() || part.value("type", Json()) != "output_text") continue;
      const Json piece = part.value("text", Json());
      if (piece.is_string()) text += piece.get<std::string>();
    }
  }
  return text;
}

Json ref_of_row(const Json& body) {
  for (const char* key : {"papert", "ref"}) {
    if (body.contains(key)) return body[key];
  }
  const Json metadata = body.value("verifier_metadata", Json());
  for (const char* key : {"papert", "ref"}) {
    if (metadata.is_object() && metadata.contains(key)) return metadata[key];
  }
  return {};
}

struct Mean {
  double sum = 0;
  std::size_t count = 0;
};

void add_numbers(const Json& response, std::map<std::string, Mean>& means) {
  for (const auto& [key, value] : response.items()) {
    if (!value.is_number() || key.starts_with('_')) continue;
    Mean& mean = means[key];
    mean.sum += value.get<double>();
    ++mean.count;
  }
}

Json means_json(const std::map<std::string, Mean>& means) {
  Json json = Json::object();
  for (const auto& [key, mean] : means) {
    json["mean/" + key] = mean.sum / static_cast<double>(mean.count);
  }
  return json;
}

}  // namespace

std::string reply_in_query(std::string_view query, std::string_view prompt) {
  if (!prompt.empty() && query.starts_with(prompt)) {
    return std::string(without_end_marks(query.substr(prompt.size())));
  }
  std::size_t begin = 0;
  for (const std::string_view mark : kTurnMarks) {
    const std::size_t at = query.rfind(mark);
    if (at != std::string_view::npos) begin = std::max(begin, at + mark.size());
  }
  return std::string(without_end_marks(query.substr(begin)));
}

Result<Json> openrlhf_request(const Json& body, std::string_view policy) {
  const Json* queries = TRY(list_of(body, "query"));
  const Json* labels = TRY(list_of(body, "labels"));
  const bool has_prompts = body.contains("prompts") && body["prompts"].is_array();
  if (queries->size() != labels->size()) {
    return fail(
        ErrorCode::kBadData,
        "every query needs a label, the reference of its task: " + std::to_string(queries->size()) +
            " queries, " + std::to_string(labels->size()) + " labels",
        "labels");
  }
  Json items = Json::array();
  for (std::size_t i = 0; i < queries->size(); ++i) {
    const Json& query = (*queries)[i];
    if (!query.is_string()) return fail(ErrorCode::kBadData, "a query is text", "query");
    std::string prompt;
    if (has_prompts && i < body["prompts"].size() && body["prompts"][i].is_string()) {
      prompt = body["prompts"][i].get<std::string>();
    }
    Json item;
    item["ref"] = TRY(ref_of((*labels)[i], "labels"));
    item["text"] = reply_in_query(query.get<std::string>(), prompt);
    items.push_back(std::move(item));
  }
  return reward_request(std::move(items), policy);
}

Result<Json> openrlhf_answer(const Json& rewards) {
  const auto all = TRY(figures_of(rewards));
  Json answer;
  answer["rewards"] = Json::array();
  answer["scores"] = Json::array();
  Json logs = Json::object();
  for (const auto& [name, member] : kFigures) logs[name] = Json::array();
  for (const Figures& figures : all) {
    answer["rewards"].push_back(figures.reward);
    answer["scores"].push_back(figures.reward);
    for (const auto& [name, member] : kFigures) logs[name].push_back(figures.*member);
  }
  answer["extra_logs"] = std::move(logs);
  return answer;
}

Result<Json> nemo_gym_request(const Json& body, std::string_view policy) {
  if (!body.is_object() || !body.contains("response") || !body["response"].is_object()) {
    return fail(ErrorCode::kBadData, "'response' must be an object", "response");
  }
  const Json* output = TRY(list_of(body["response"], "output"));
  Json item;
  item["ref"] = TRY(ref_of(ref_of_row(body), "papert"));
  item["text"] = text_of_output(*output);
  return reward_request(Json::array({std::move(item)}), policy);
}

Result<Json> nemo_gym_answer(Json body, const Json& rewards) {
  const auto all = TRY(figures_of(rewards));
  if (all.size() != 1) return fail(ErrorCode::kInternal, "one reply, but not one reward");
  body["reward"] = all[0].reward;
  for (const auto& [name, member] : kFigures) body[name] = all[0].*member;
  return body;
}

Result<Json> nemo_gym_aggregate(const Json& body) {
  const Json* responses = TRY(list_of(body, "verify_responses"));
  std::map<std::string, Mean> overall;
  std::map<std::int64_t, std::map<std::string, Mean>> by_task;
  for (const Json& response : *responses) {
    if (!response.is_object()) {
      return fail(ErrorCode::kBadData, "a verify response is an object", "verify_responses");
    }
    add_numbers(response, overall);
    const Json task = response.value("_ng_task_index", Json());
    if (task.is_number_integer()) add_numbers(response, by_task[task.get<std::int64_t>()]);
  }
  Json answer;
  answer["group_level_metrics"] = Json::array();
  for (const auto& [task, means] : by_task) {
    Json group = means_json(means);
    group["_ng_task_index"] = task;
    answer["group_level_metrics"].push_back(std::move(group));
  }
  answer["agent_metrics"] = means_json(overall);
  answer["key_metrics"] = Json::object();
  if (answer["agent_metrics"].contains("mean/reward")) {
    answer["key_metrics"]["mean/reward"] = answer["agent_metrics"]["mean/reward"];
  }
  return answer;
}

}  // namespace papert::serve
