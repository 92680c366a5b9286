#include "run/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/format.h"

namespace papert::run {
namespace {

Json exchange_json(const Exchange& exchange) {
  Json json{{"reply", exchange.reply},
            {"reasoning", exchange.reasoning},
            {"usage", exchange.usage.to_json()}};
  if (exchange.cached) json["cached"] = true;
  return json;
}

Json turn_json(const RecordedTurn& turn, bool first, bool last) {
  Json json{{"verdict", suite::verdict_name(turn.verdict)}};
  json["rule"] = turn.rule;
  if (!first) json["prompt"] = {{"text", turn.prompt}, {"images", turn.prompt_images}};
  if (!last) {
    json["answer"] = turn.answer;
    json.update(exchange_json(turn.exchange));
    if (turn.judge) json["judge"] = exchange_json(*turn.judge);
    return json;
  }
  json["usage"] = turn.exchange.usage.to_json();
  if (turn.exchange.cached) json["cached"] = true;
  return json;
}

Json metrics_json(const std::vector<RecordedMetric>& metrics) {
  Json json = Json::object();
  for (const RecordedMetric& metric : metrics) json[metric.name] = number_or_null(metric.value);
  return json;
}

Json pictures_json(const std::vector<RecordedPicture>& pictures) {
  Json json = Json::array();
  for (const RecordedPicture& picture : pictures) {
    json.push_back({{"title", picture.title}, {"image", picture.image}});
  }
  return json;
}

model::Usage read_usage(const JsonPiece& piece) {
  return piece.is_object() && piece.text() != "{}" ? model::usage_from_json(piece.json())
                                                   : model::Usage{};
}

Exchange read_exchange(const JsonPiece& piece, Part part) {
  Exchange exchange;
  JsonView view;
  if (!view.read(piece.text())) return exchange;
  exchange.usage = read_usage(view["usage"]);
  exchange.cached = view["cached"].is_true();
  if (part != Part::kAll) return exchange;
  exchange.reply = view["reply"].string();
  exchange.reasoning = view["reasoning"].string();
  return exchange;
}

void read_prompt(const JsonPiece& piece, std::string& text, std::vector<std::string>& images) {
  JsonView prompt;
  if (!prompt.read(piece.text())) return;
  text = prompt["text"].string();
  for (const JsonPiece& image : prompt["images"].elements()) {
    if (image.is_string()) images.push_back(image.string());
  }
}

/// A turn whose verdict is not one makes the line damaged.
Result<std::vector<RecordedTurn>> read_turns(const JsonPiece& list, Part part) {
  std::vector<RecordedTurn> turns;
  JsonView view;
  for (const JsonPiece& piece : list.elements()) {
    const bool whole = view.read(piece.text());
    const auto verdict = whole ? suite::verdict_from_name(view["verdict"].string()) : std::nullopt;
    if (!verdict) return fail(ErrorCode::kBadData, "one of its turns is not a turn");
    RecordedTurn& turn = turns.emplace_back();
    turn.verdict = *verdict;
    turn.exchange = read_exchange(piece, part);
    if (const JsonPiece judge = view["judge"]; judge.exists()) {
      turn.judge = read_exchange(judge, part);
    }
    if (part != Part::kAll) continue;
    turn.rule = view["rule"].string();
    turn.answer = view["answer"].string();
    read_prompt(view["prompt"], turn.prompt, turn.prompt_images);
  }
  return turns;
}

void read_tags(const JsonPiece& piece, std::vector<suite::Tag>& tags) {
  JsonView view;
  if (!view.read(piece.text())) return;
  for (const JsonView::Member& member : view.members()) {
    const std::string key = member.key.string();
    if (member.value.is_string()) tags.push_back({key, member.value.string()});
    for (const JsonPiece& each : member.value.elements()) {
      if (each.is_string()) tags.push_back({key, each.string()});
    }
  }
}

void read_figures(const JsonView& line, Record& record) {
  read_tags(line["tags"], record.tags);
  JsonView view;
  if (view.read(line["metrics"].text())) {
    record.metrics.reserve(view.members().size());
    for (const JsonView::Member& member : view.members()) {
      record.metrics.push_back({member.key.string(), member.value.number()});
    }
  }
  if (line["detail"].text() != "{}") record.detail = line["detail"].json();
  record.latency_ms = line["latency_ms"].number();
  record.time = line["time"].string();
  record.shown = line["reference"].exists();
  for (const JsonPiece& piece : line["pictures"].elements()) {
    if (view.read(piece.text())) {
      record.pictures.push_back({view["title"].string(), view["image"].string()});
      record.shown = true;
    }
  }
}

void read_texts(const JsonView& line, RecordTexts& texts) {
  texts.answer = line["answer"].string();
  if (line["reply"].is_string()) texts.reply = line["reply"].string();
  texts.reasoning = line["reasoning"].string();
  texts.reference = line["reference"].string();
  texts.picture_error = line["picture_error"].string();
  for (const JsonPiece& piece : line["earlier"].elements()) {
    texts.earlier.push_back(read_exchange(piece, Part::kAll));
  }
  read_prompt(line["prompt"], texts.prompt, texts.prompt_images);
  texts.prompt_unsent = line["prompt_unsent"].is_true();
}

bool has_what_samples_have(const JsonView& line) {
  const JsonPiece base = line["base"];
  return line["id"].is_string() && line["epoch"].integer() && line["tags"].is_object() &&
         line["metrics"].is_object() && line["detail"].is_object() &&
         (base.is_string() || !base.exists());
}

/// A field that may be absent and is not a text; empty if there is none.
std::string_view misfit(const JsonView& line) {
  for (const std::string_view key :
       {"rule", "answer", "reply", "reasoning", "reference", "picture_error", "time"}) {
    const JsonPiece piece = line[key];
    if (piece.exists() && !piece.is_string() && !piece.is_null()) return key;
  }
  return {};
}

Result<Record> read_record(const JsonView& line, Part part) {
  if (const auto format = line["format"].integer(); format && *format > kFormat) {
    return fail(
        ErrorCode::kBadData,
        fmt::format("it was written by a newer Papert (format {}; this one reads up to {}): use a "
                    "later version",
                    *format, kFormat));
  }
  const auto verdict = suite::verdict_from_name(line["verdict"].string());
  if (!verdict || !has_what_samples_have(line)) {
    return fail(ErrorCode::kBadData, "it is not a sample of a run");
  }
  if (const std::string_view key = misfit(line); !key.empty()) {
    return fail(ErrorCode::kBadData, "its " + std::string(key) + " is not a text");
  }
  Record record;
  record.id = line["id"].string();
  record.base = line["base"].string();
  record.epoch = *line["epoch"].integer();
  record.verdict = *verdict;
  record.rule = line["rule"].string();
  record.usage = read_usage(line["usage"]);
  record.cached = line["cached"].is_true();
  if (const JsonPiece judge = line["judge"]; judge.exists()) {
    record.judge = read_exchange(judge, part);
  }
  if (line["turns"].exists()) record.turns = TRY(read_turns(line["turns"], part));
  if (part != Part::kOutcome) read_figures(line, record);
  if (part == Part::kAll) read_texts(line, record.texts);
  return record;
}

}  // namespace

std::optional<double> Record::metric(std::string_view name) const {
  const auto found = std::find_if(metrics.begin(), metrics.end(),
                                  [&](const RecordedMetric& each) { return each.name == name; });
  return scored() && found != metrics.end() ? found->value : std::nullopt;
}

const std::string* Record::detail_text(const char* key) const {
  const auto found = detail.find(key);
  return found == detail.end() ? nullptr : found->get_ptr<const std::string*>();
}

double Record::cost_usd() const {
  const auto paid = [](const Exchange& exchange) {
    return exchange.cached ? 0 : exchange.usage.cost_usd.value_or(0);
  };
  double cost = judge ? paid(*judge) : 0;
  if (turns.empty()) return cost + (cached ? 0 : usage.cost_usd.value_or(0));
  for (const RecordedTurn& turn : turns) {
    cost += paid(turn.exchange) + (turn.judge ? paid(*turn.judge) : 0);
  }
  return cost;
}

model::Usage Record::all_usage() const {
  model::Usage all = usage;
  if (judge) all += judge->usage;
  for (const RecordedTurn& turn : turns) {
    if (turn.judge) all += turn.judge->usage;
  }
  return all;
}

Record make_record(const suite::Task& task, std::int64_t epoch, std::string answer,
                   std::string rule, const suite::Score& score) {
  Record record;
  record.id = task.id;
  record.base = task.base;
  record.epoch = epoch;
  record.tags = task.tags;
  record.verdict = score.verdict;
  for (const suite::Metric& metric : score.metrics) {
    record.metrics.push_back({std::string(metric.name), metric.value});
  }
  record.detail = suite::detail_json(score);
  record.texts.answer = std::move(answer);
  record.rule = std::move(rule);
  return record;
}

Json to_json(const Record& record) {
  const RecordTexts& texts = record.texts;
  Json line{{"format", kFormat}};
  line["id"] = record.id;
  line["epoch"] = record.epoch;
  if (!record.base.empty()) line["base"] = record.base;
  line["tags"] = suite::tags_json(record.tags);
  line["verdict"] = suite::verdict_name(record.verdict);
  line["success"] = suite::success_json(record.verdict);
  line["metrics"] = metrics_json(record.metrics);
  line["detail"] = record.detail;
  line["answer"] = texts.answer;
  line["rule"] = record.rule;
  line["reply"] = texts.reply.value_or("");
  line["reasoning"] = texts.reasoning;
  line["usage"] = record.usage.to_json();
  for (const Exchange& exchange : texts.earlier) line["earlier"].push_back(exchange_json(exchange));
  for (std::size_t i = 0; i < record.turns.size(); ++i) {
    line["turns"].push_back(turn_json(record.turns[i], i == 0, i + 1 == record.turns.size()));
  }
  if (record.judge) line["judge"] = exchange_json(*record.judge);
  if (record.cached) line["cached"] = true;
  line["latency_ms"] = number_or_null(record.latency_ms);
  if (!record.time.empty()) line["time"] = record.time;
  line["prompt"] = {{"text", texts.prompt}, {"images", texts.prompt_images}};
  if (texts.prompt_unsent) line["prompt_unsent"] = true;
  line["pictures"] = pictures_json(record.pictures);
  if (!texts.reference.empty()) line["reference"] = texts.reference;
  if (!texts.picture_error.empty()) line["picture_error"] = texts.picture_error;
  return line;
}

std::optional<Result<Record>> RecordReader::read(std::string_view line) {
  if (!view_.read(line)) {
    const auto json = parse_json(line);
    if (!json) return std::nullopt;
    repaired_ = dump_json(*json);
    if (!view_.read(repaired_)) {
      return Result<Record>(fail(ErrorCode::kBadData, "it is not a sample of a run"));
    }
  }
  return read_record(view_, part_);
}

}  // namespace papert::run
