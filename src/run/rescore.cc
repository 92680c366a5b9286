// Reading a line and writing one costs more than judging a short program, so neither makes a tree
// of JSON in the usual case: a line is read in place (base/json_view.h) and its score written piece
// by piece (base/json_text.h). Lines go through in blocks, a write for each block. How many lines
// make a block is learnt from how long blocks take: a hundred where an answer is a matter of
// microseconds, one where it is a program to run, so that no line waits for long behind others.

#include "run/rescore.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <utility>

#include "base/for_each_in_order.h"
#include "base/json_view.h"
#include "run/folder.h"
#include "suite/scoring.h"

namespace papert::run {
namespace {

constexpr std::size_t kShownBytes = 60;

/// What a score line takes, its answer apart.
constexpr std::size_t kUsualLine = 512;

/// How many records of a log are held at once while they are scored.
constexpr std::size_t kHeldRecords = 2048;

/// A value as a message shows it.
std::string shown(const Json& value) {
  std::string text = dump_json(value);
  if (text.size() <= kShownBytes) return text;
  return text.substr(0, kShownBytes) + "...";
}

Json given(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found == json.end() ? Json() : *found;
}

bool is_epoch(const Json& value) {
  return value.is_number_integer() && value >= 0 && value <= INT32_MAX;
}

/// A line that cannot be used, with what is known of it.
ReplyItem unusable(std::int64_t number, const Json& id, const Json& epoch,
                   const std::optional<Json>& key, std::string_view error, std::string message) {
  ReplyItem item;
  item.line = number;
  BadLine bad;
  bad.json["line"] = number;
  if (!id.is_null()) bad.json["id"] = id;
  if (!epoch.is_null()) bad.json["epoch"] = epoch;
  if (key) bad.json["key"] = *key;
  bad.json["error"] = error;
  bad.json["message"] = message;
  bad.problem = {ErrorCode::kBadData, std::move(message), fmt::format("line {}", number)};
  item.bad = std::make_shared<const BadLine>(std::move(bad));
  return item;
}

/// What a record says it was worth; refers to it.
suite::Score kept_score(const Record& record) {
  suite::Score score;
  score.verdict = record.verdict;
  for (const RecordedMetric& metric : record.metrics) {
    score.metrics.push_back({metric.name, metric.value});
  }
  score.detail = record.detail;
  return score;
}

/// How many lines go together.
class BlockSize {
 public:
  explicit BlockSize(std::size_t least) : least_(least), size_(least) {}

  [[nodiscard]] std::size_t now() const { return size_.load(std::memory_order_relaxed); }

  void learn(std::chrono::steady_clock::duration taken) {
    const std::size_t size = now();
    if (taken < std::chrono::milliseconds(1) && size < kMost) size_ = 2 * size;
    if (taken > std::chrono::milliseconds(8) && size > least_) size_ = std::max(size / 2, least_);
  }

 private:
  static constexpr std::size_t kMost = 128;
  std::size_t least_;
  std::atomic<std::size_t> size_;
};

/// Lines of a stream that wait together, in one piece of memory.
struct LineBlock {
  struct Place {
    std::int64_t number = 0;
    std::size_t bytes = 0;
    bool too_long = false;
  };
  std::string text;
  std::vector<Place> places;
};

/// Only what waits already joins a block: whoever writes may want an answer before going on.
class BlockReader {
 public:
  BlockReader(LineReader reader, const StreamOptions& options)
      : reader_(std::move(reader)), shard_(options.shard), read_(options.read) {}

  [[nodiscard]] std::optional<LineBlock> next(std::size_t most) {
    LineBlock block;
    while (outcome_ && block.places.size() < most && (block.places.empty() || reader_.ready())) {
      const auto more = reader_.next(line_);
      if (!more) outcome_ = fail(more.error());
      if (!more || !*more) break;
      if (line_.blank()) continue;
      if (read_ != nullptr) note_line();
      if (!shard_.owns_number(number_++)) continue;
      block.text += line_.text;
      block.places.push_back({line_.number, line_.text.size(), line_.too_long});
    }
    return block.places.empty() ? std::nullopt : std::optional(std::move(block));
  }

  [[nodiscard]] Result<void> outcome() const { return outcome_; }

 private:
  void note_line() {
    read_->digest.update(line_.text);
    read_->digest.update("\n");
    ++read_->count;
  }

  LineReader reader_;
  Shard shard_;
  LinesRead* read_;
  std::int64_t number_ = 0;  // of the next line that is not blank
  Line line_;
  Result<void> outcome_;
};

}  // namespace

Rescorer::Rescorer(const suite::TaskSet& tasks, reply::Extraction extraction, Judging judging)
    : tasks_(tasks), extraction_(extraction), judging_(judging) {
  for (std::size_t i = 0; i < tasks.size(); ++i) index_.emplace(tasks.id(i), i);
}

bool Rescorer::find(std::string_view id, ReplyItem& item) const {
  const auto found = index_.find(id);
  if (found == index_.end()) return false;
  item.id = found->first;
  item.index = found->second;
  return true;
}

// The usual line, read in place; whatever is odd about one is left to read_any.
ReplyItem Rescorer::read(std::string_view text, std::int64_t number, JsonView& view) const {
  if (!view.read(text)) return read_any(text, number);
  ReplyItem item;
  item.line = number;
  const JsonPiece id = view["id"];
  const JsonPiece reply = view["text"];
  if (!id.is_string() || !reply.is_string()) return read_any(text, number);
  const std::string_view written = id.text().substr(1, id.text().size() - 2);
  const bool escaped = written.find('\\') != std::string_view::npos;
  if (escaped || !find(written, item)) return read_any(text, number);
  if (const JsonPiece epoch = view["epoch"]; epoch.exists() && !epoch.is_null()) {
    const auto value = epoch.integer();
    if (!value || *value < 0 || *value > INT32_MAX) return read_any(text, number);
    item.epoch = *value;
  }
  if (const JsonPiece key = view["key"]; key.exists()) item.key = key.json();
  item.text = reply.string();
  return item;
}

ReplyItem Rescorer::read_any(std::string_view text, std::int64_t number) const {
  const auto parsed = parse_json(text);
  if (!parsed) return unusable(number, {}, {}, {}, "bad_json", parsed.error().message);
  const Json& json = *parsed;
  if (!json.is_object()) {
    return unusable(number, {}, {}, {}, "bad_json", "not a JSON object: " + shown(json));
  }
  const Json id = given(json, "id");
  Json epoch = given(json, "epoch");
  std::optional<Json> key;
  if (json.contains("key")) key = json["key"];
  const auto refuse = [&](std::string_view error, std::string message) {
    return unusable(number, id, epoch, key, error, std::move(message));
  };
  if (!id.is_string()) return refuse("bad_id", "'id' must be the id of a task, as a string");
  ReplyItem item;
  item.line = number;
  if (!find(id.get_ref<const std::string&>(), item))
    return refuse("unknown_id", "there is no task " + shown(id));
  if (epoch.is_null()) epoch = 0;
  if (!is_epoch(epoch)) {
    return refuse("bad_epoch",
                  fmt::format("{} is not an epoch: give a whole number from 0", shown(epoch)));
  }
  const auto reply = json.find("text");
  if (reply == json.end() || !reply->is_string()) {
    return refuse("bad_text", "'text' must be the reply, as a string");
  }
  item.epoch = epoch.get<std::int64_t>();
  item.key = std::move(key);
  item.text = reply->get<std::string>();
  return item;
}

reply::Answer Rescorer::answer_of(const std::string& text,
                                  const std::optional<std::string>& judge) const {
  reply::Answer own = suite::read_answer(tasks_, text, extraction_);
  return judge ? judged_answer(tasks_, *judge, judging_, std::move(own.program)) : own;
}

void Rescorer::score_text(const std::string& text, const std::optional<std::string>& judge,
                          ScoredReply& scored) const {
  auto answers = suite::score_answers(tasks_, std::span(&scored.index, 1),
                                      [&](std::size_t) { return answer_of(text, judge); });
  scored.answer = std::move(answers.front().answer);
  scored.score = std::move(answers.front().score);
}

void Rescorer::score_together(const std::vector<ReplyItem>& items,
                              const std::vector<std::size_t>& places,
                              std::vector<ScoredReply>& scored) const {
  std::vector<std::size_t> indices;
  indices.reserve(places.size());
  for (const std::size_t place : places) indices.push_back(items[place].index);
  std::vector<suite::ScoredAnswer> answers = suite::score_answers(
      tasks_, indices,
      [&](std::size_t k) { return answer_of(items[places[k]].text, items[places[k]].judge); });
  for (std::size_t k = 0; k < places.size(); ++k) {
    scored[places[k]].answer = std::move(answers[k].answer);
    scored[places[k]].score = std::move(answers[k].score);
  }
}

ScoredBlock Rescorer::score(const std::vector<ReplyItem>& items) const {
  ScoredBlock block;
  block.replies.resize(items.size());
  std::vector<std::size_t> places;  // of items that are to be scored
  for (std::size_t i = 0; i < items.size(); ++i) {
    ScoredReply& scored = block.replies[i];
    scored.line = items[i].line;
    scored.index = items[i].index;
    scored.epoch = items[i].epoch;
    if (items[i].bad) {
      scored.problem = items[i].bad->problem;
    } else if (items[i].kept) {
      scored.kept = items[i].kept;
      scored.score = kept_score(*scored.kept);
    } else if (items[i].turns > 1) {
      score_turns(items[i], scored);
    } else {
      places.push_back(i);
    }
  }
  score_together(items, places, block.replies);
  std::size_t bytes = 0;
  for (const ReplyItem& item : items) bytes += item.text.size() + kUsualLine;
  block.lines.reserve(bytes);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].bad) {
      block.lines += dump_json(items[i].bad->json) + "\n";
    } else {
      const ReplyItem& item = items[i];
      suite::append_score_line({item.id, item.epoch, item.key ? &*item.key : nullptr},
                               block.replies[i].answer, block.replies[i].score, block.lines);
      block.lines += '\n';
    }
  }
  return block;
}

Result<void> Rescorer::score_stream(LineReader reader, std::size_t jobs, const Take& take,
                                    const StreamOptions& options) const {
  BlockReader lines(std::move(reader), options);
  BlockSize size(tasks_.batch_size());
  TRY(for_each_in_order(
      jobs, [&] { return lines.next(size.now()); },
      [&](const LineBlock& block) -> Result<ScoredBlock> {
        const auto began = std::chrono::steady_clock::now();
        JsonView view;
        std::vector<ReplyItem> items;
        items.reserve(block.places.size());
        std::size_t at = 0;
        for (const LineBlock::Place& place : block.places) {
          const std::string_view text = std::string_view(block.text).substr(at, place.bytes);
          at += place.bytes;
          items.push_back(place.too_long ? unusable(place.number, {}, {}, {}, "too_long",
                                                    "the line is too long")
                                         : read(text, place.number, view));
        }
        ScoredBlock scored = score(items);
        size.learn(std::chrono::steady_clock::now() - began);
        return scored;
      },
      take));
  return lines.outcome();
}

Result<LogReport> Rescorer::score_log(const std::filesystem::path& log, std::size_t jobs,
                                      const Take& take) const {
  std::vector<ReplyItem> waiting;
  BlockSize size(tasks_.batch_size());
  const auto flush = [&]() -> Result<void> {
    auto next = waiting.begin();
    const auto produce = [&]() -> std::optional<std::vector<ReplyItem>> {
      const auto end = next + std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(size.now()),
                                                       waiting.end() - next);
      if (next == end) return std::nullopt;
      std::vector<ReplyItem> items(std::make_move_iterator(next), std::make_move_iterator(end));
      next = end;
      return items;
    };
    const auto work = [&](const std::vector<ReplyItem>& items) -> Result<ScoredBlock> {
      const auto began = std::chrono::steady_clock::now();
      ScoredBlock scored = score(items);
      size.learn(std::chrono::steady_clock::now() - began);
      return scored;
    };
    auto done = for_each_in_order(jobs, produce, work, take);
    waiting.clear();
    return done;
  };
  Result<void> outcome;
  LogReport report = TRY(read_log(log, Part::kAll, [&](Record& record) {
    if (!outcome) return;
    const std::int64_t number = record.line;
    auto item = recorded(std::move(record));
    if (!item) {
      item.error().where = fmt::format("{}:{}", log.string(), number);
      outcome = fail(item.error());
      return;
    }
    waiting.push_back(std::move(*item));
    if (waiting.size() >= kHeldRecords) outcome = flush();
  }));
  if (outcome) outcome = flush();
  TRY(std::move(outcome));
  return report;
}

}  // namespace papert::run
