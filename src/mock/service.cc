#include "mock/service.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "base/text.h"

namespace papert::mock {
namespace {

constexpr std::string_view kErrorPage =
    "<!DOCTYPE html><html><head><title>Bad Gateway</title></head>"
    "<body><h1>Bad Gateway</h1></body></html>\n";

const char* code_of(ErrorCode code) {
  return code == ErrorCode::kUsage ? "unsupported" : "invalid_request";
}

bool blocks(Fault fault) { return fault != Fault::kNone && fault != Fault::kSlow; }

int status_of(Fault fault) {
  switch (fault) {
    case Fault::kStatus429:
      return 429;
    case Fault::kStatus500:
      return 500;
    case Fault::kStatus502:
      return 502;
    case Fault::kStatus503:
      return 503;
    case Fault::kStatus504:
      return 504;
    default:
      return 0;
  }
}

void spoil(model::Reply& reply, Fault fault) {
  if (fault == Fault::kCutoff) {
    reply.status = model::ReplyStatus::kTruncated;
    reply.text = cut_utf8(reply.text, reply.text.size() / 2);
  } else if (fault == Fault::kRefusal) {
    reply = model::Reply();
    reply.status = model::ReplyStatus::kRefused;
  } else if (fault == Fault::kInvalidUtf8) {
    reply.text += kMarker;
  }
}

void replace_markers(std::string& body, std::string_view bytes) {
  for (std::size_t i = body.find(kMarker); i != std::string::npos; i = body.find(kMarker, i)) {
    body.replace(i, kMarker.size(), bytes);
  }
}

/// The answer's bytes, at once or in pieces; `broken`: an error takes the place of its second half.
HttpReply reply_of(const HttpQuestion& http, const Question& question, const Json& json,
                   bool broken) {
  HttpReply reply;
  const Json error =
      error_json(http.format, {500, "the server broke down while it answered", "server_error", ""});
  if (!question.stream) {
    reply.body = dump_json(broken ? error : json);
    return reply;
  }
  std::vector<std::string> events = stream_events(http.format, json, question.stream_usage);
  if (broken) {
    events.resize(events.size() / 2);
    events.push_back(error_event(http.format, error));
  }
  if (http.as_list) {
    reply.body = gemini_list(events);
    return reply;
  }
  reply.content_type = "text/event-stream; charset=utf-8";
  for (const std::string& event : events) reply.body += event;
  return reply;
}

/// Faults that spoil a finished reply.
void spoil(HttpReply& reply, Fault fault, const ServiceOptions& options) {
  switch (fault) {
    case Fault::kSlow:
      reply.delay_ms = options.slow_ms;
      break;
    case Fault::kHangup:
      reply.sent = 0;
      break;
    case Fault::kDrop:
      reply.sent = reply.body.size() / 2;
      break;
    case Fault::kMalformed:
      reply.body.resize(reply.body.size() / 2);
      break;
    case Fault::kWrongType:
      reply.content_type = "text/html; charset=utf-8";
      reply.body = kErrorPage;
      break;
    case Fault::kHuge:
      reply.filler_at = reply.body.find(kMarker);
      reply.filler_bytes = options.huge_bytes;
      replace_markers(reply.body, "");
      break;
    default:
      break;
  }
}

}  // namespace

MockService::MockService(AnswerBook book, ServiceOptions options)
    : book_(std::move(book)), options_(std::move(options)) {}

MockService::MockService(std::unique_ptr<const Recipe> recipe, ServiceOptions options)
    : recipe_(std::move(recipe)), options_(std::move(options)) {}

HttpReply MockService::answer(const HttpQuestion& http, std::int64_t now) {
  if (!options_.key.empty() && http.key != options_.key) {
    return refuse(http.format, {401, "this mock wants another key", "invalid_api_key", ""});
  }
  auto question = parse_question(http.format, http.body);
  if (!question) {
    const Error& error = question.error();
    return refuse(http.format, {400, error.message, code_of(error.code), error.where});
  }
  if (http.format == ChatFormat::kGemini) {
    question->model = http.model;
    question->stream = http.stream;
  }
  if (!options_.models.empty() && std::find(options_.models.begin(), options_.models.end(),
                                            question->model) == options_.models.end()) {
    return refuse(http.format, {404, "there is no model '" + question->model + "' here",
                                "model_not_found", "model"});
  }
  const std::string hash = conversation_hash(*question);
  return recipe_ != nullptr ? answer_by_recipe(http, *question, hash, now)
                            : answer_by_book(http, *question, hash, now);
}

HttpReply MockService::answer_by_book(const HttpQuestion& http, const Question& question,
                                      const std::string& hash, std::int64_t now) {
  // In a conversation the task is what was asked first.
  const bool begun = !question.history.empty();
  const suite::Prompt sent{begun ? question.history.front().text : question.text,
                           begun ? question.history.front().images : question.images};
  const auto prompt = book_->find(begun ? prompt_hash(sent.text, sent.images) : hash);
  if (!prompt && !options_.unknown.empty()) return answer_unknown(http, question, now);
  if (!prompt) {
    return refuse(http.format,
                  {400,
                   "unknown_prompt: no task has this prompt (hash " + hash.substr(0, 16) + ", " +
                       std::to_string(question.text.size()) + " bytes of text, " +
                       std::to_string(question.images.size()) + " pictures); " +
                       std::to_string(book_->prompts()) +
                       " prompts are known; do data, prompt template and modes agree?",
                   "unknown_prompt", ""});
  }
  return answer_known(
      http, question, hash,
      [&](std::int64_t nth) { return book_->answer(*prompt, sent, nth, question.history); }, now);
}

HttpReply MockService::answer_by_recipe(const HttpQuestion& http, const Question& question,
                                        const std::string& hash, std::int64_t now) {
  if (!question.history.empty()) {
    return refuse(http.format, {400, "a recipe answers single questions, not conversations",
                                "unsupported", "messages"});
  }
  const auto answer = recipe_->answer({question.text, question.images, hash});
  if (!answer && !options_.unknown.empty()) return answer_unknown(http, question, now);
  if (!answer) {
    return refuse(http.format,
                  {400, "unknown_prompt: " + answer.error().to_string(), "unknown_prompt", ""});
  }
  if (!answer->planted.empty()) {
    const std::lock_guard lock(mutex_);
    if (!asked_.contains(hash)) ++planted_[answer->planted];
  }
  return answer_known(
      http, question, hash,
      [&](std::int64_t) {
        model::Reply reply;
        reply.text = answer->text;
        return reply;
      },
      now);
}

HttpReply MockService::answer_known(const HttpQuestion& http, const Question& question,
                                    const std::string& hash, const Answerer& answerer,
                                    std::int64_t now) {
  const ChatFormat format = http.format;
  const Attempt attempt = begin(hash, question.choices);
  if (status_of(attempt.on_the_way) != 0) return status_fault(format, attempt.on_the_way);
  std::vector<model::Reply> answers = ask(attempt, question.choices, answerer);
  for (const model::Reply& reply : answers) {
    if (reply.status == model::ReplyStatus::kFailed) {
      return refuse(format, {500, "there is no answer: " + reply.error, "no_answer", ""});
    }
  }
  if (attempt.on_the_way == Fault::kHuge) {
    answers.resize(1);
    answers[0] = model::Reply();
    answers[0].text = kMarker;
  }
  if (attempt.on_the_way == Fault::kEmptyChoices) answers.clear();
  ReplyHead head;
  head.id = "mock" + hash.substr(0, 20) + std::to_string(attempt.number);
  head.model = question.model;
  head.created = now;
  HttpReply reply = reply_of(http, question, reply_json(format, head, question, answers),
                             attempt.on_the_way == Fault::kErrorBody);
  if (attempt.on_the_way != Fault::kHuge) replace_markers(reply.body, "\xff\xfe");
  spoil(reply, attempt.on_the_way, options_);
  return reply;
}

HttpReply MockService::answer_unknown(const HttpQuestion& http, const Question& question,
                                      std::int64_t now) {
  {
    const std::lock_guard lock(mutex_);
    ++requests_;
    unknown_answers_ += question.choices;
  }
  model::Reply answer;
  answer.text = options_.unknown;
  const ReplyHead head{"mock" + prompt_hash(question.text, question.images).substr(0, 20),
                       question.model, now};
  const std::vector<model::Reply> answers(static_cast<std::size_t>(question.choices), answer);
  return reply_of(http, question, reply_json(http.format, head, question, answers), false);
}

HttpReply MockService::status_fault(ChatFormat format, Fault fault) {
  const int status = status_of(fault);
  const char* words = status == 429 ? "too many requests; wait and try again"
                                    : "the server had an error; try again";
  HttpReply reply;
  reply.status = status;
  reply.body = dump_json(error_json(
      format, {status, words, status == 429 ? "rate_limit_exceeded" : "server_error", ""}));
  if (status == 429 || status == 503) reply.retry_after_s = options_.retry_after_s;
  return reply;
}

// Only what is delivered counts as an answer, so that faults do not shift recorded epochs.
MockService::Attempt MockService::begin(const std::string& hash, int choices) {
  const std::lock_guard lock(mutex_);
  Asked& asked = asked_[hash];
  ++requests_;
  Attempt attempt;
  attempt.hash = hash;
  attempt.number = asked.attempts++;
  attempt.first_answer = asked.answers;
  attempt.on_the_way = options_.faults.on_the_way(hash, attempt.number);
  attempt.in_the_reply = options_.faults.in_the_reply(hash);
  if (attempt.on_the_way != Fault::kNone) ++faults_[static_cast<std::size_t>(attempt.on_the_way)];
  if (blocks(attempt.on_the_way)) return attempt;
  asked.answers += choices;
  answered_ += choices;
  if (attempt.in_the_reply != Fault::kNone) {
    faults_[static_cast<std::size_t>(attempt.in_the_reply)] += choices;
  }
  return attempt;
}

std::vector<model::Reply> MockService::ask(const Attempt& attempt, int choices,
                                           const Answerer& answerer) {
  std::vector<model::Reply> answers;
  answers.reserve(static_cast<std::size_t>(choices));
  for (int i = 0; i < choices; ++i) {
    model::Reply reply;
    try {
      reply = answerer(attempt.first_answer + i);
    } catch (const std::exception& error) {
      reply = model::Reply::failed(error.what());
    }
    if (reply.status != model::ReplyStatus::kFailed) spoil(reply, attempt.in_the_reply);
    answers.push_back(std::move(reply));
  }
  return answers;
}

HttpReply MockService::refuse(ChatFormat format, const Refused& refused) {
  {
    const std::lock_guard lock(mutex_);
    // What has no answer was counted as a request already, when its prompt was found.
    if (refused.code != "no_answer") ++requests_;
    refused_[refused.code] = refused_.value(refused.code, 0) + 1;
  }
  HttpReply reply;
  reply.status = refused.status;
  reply.body = dump_json(error_json(format, refused));
  return reply;
}

Json MockService::expected_faults() const {
  Json expected = Json::object();
  for (const FaultInfo& info : kFaults) {
    if (info.of_reply) expected[std::string(info.name)] = 0;
  }
  for (std::size_t i = 0; book_ && i < book_->prompts(); ++i) {
    const Fault fault = options_.faults.in_the_reply(book_->hash(i));
    if (fault == Fault::kNone) continue;
    Json& count = expected[std::string(fault_name(fault))];
    count = count.get<std::size_t>() + book_->tasks_sharing(i);
  }
  return expected;
}

Json MockService::stats() const {
  Json expected = expected_faults();
  const std::lock_guard lock(mutex_);
  std::size_t asked = 0;
  std::size_t answered = 0;
  for (const auto& [hash, prompt] : asked_) {
    asked += prompt.attempts > 0 ? 1 : 0;
    answered += prompt.answers > 0 ? 1 : 0;
  }
  Json faults = Json::object();
  for (const FaultInfo& info : kFaults) {
    faults[std::string(info.name)] = faults_[static_cast<std::size_t>(info.fault)];
  }
  Json json;
  json["requests"] = requests_;
  json["answers"] = answered_;
  if (!options_.unknown.empty()) json["unknown_answers"] = unknown_answers_;
  json["distinct_prompts_asked"] = asked;
  json["distinct_prompts_answered"] = answered;
  json["duplicate_answers"] = answered_ - static_cast<std::int64_t>(answered);
  json["faults"] = std::move(faults);
  json["refused"] = refused_;
  if (recipe_ != nullptr) {
    json["planted"] = planted_;
    return json;
  }
  json["known"] = {{"tasks", book_->tasks()}, {"prompts", book_->prompts()}};
  json["expected"] = std::move(expected);
  return json;
}

Json MockService::models() const {
  const std::vector<std::string> names =
      options_.models.empty() ? std::vector<std::string>{"mock"} : options_.models;
  Json json;
  json["object"] = "list";
  json["data"] = Json::array();
  for (const std::string& name : names) {
    json["data"].push_back(
        {{"id", name}, {"object", "model"}, {"created", 0}, {"owned_by", "papert"}});
  }
  return json;
}

}  // namespace papert::mock
