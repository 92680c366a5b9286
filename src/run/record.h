// A judged sample: one line of samples.jsonl, and what everything above a run is made from. The
// line is written and read here and nowhere else; docs/run-folder.md lists its fields.
//
// A line is mostly text (the prompt, the reply, the reasoning) that few readers want, so a reader
// says how much of it to decode.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/json_view.h"
#include "base/result.h"
#include "model/model.h"
#include "suite/task.h"

namespace papert::run {

/// A request beside the one that was scored: an earlier reply, or a judge's.
struct Exchange {
  std::string reply;
  std::string reasoning;
  model::Usage usage;
  bool cached = false;
};

/// One turn of a sample in several. The last one's texts and judge are the record's own, and so is
/// what was said in the first.
struct RecordedTurn {
  suite::Verdict verdict = suite::Verdict::kInternalError;
  std::string rule;
  std::string answer;
  Exchange exchange;
  std::optional<Exchange> judge;
  std::string prompt;
  std::vector<std::string> prompt_images;  // hashes
};

struct RecordedMetric {
  std::string name;
  std::optional<double> value;
};

struct RecordedPicture {
  std::string title;
  std::string image;  // the hash of its bytes
};

/// The long parts of a record.
struct RecordTexts {
  std::string answer;                // what was found in the reply
  std::optional<std::string> reply;  // none in a line that has none
  std::string reasoning;
  std::string prompt;
  std::vector<std::string> prompt_images;  // hashes
  bool prompt_unsent = false;              // it is there to be looked at: the model never read it
  std::string reference;                   // an answer that is right, where pictures are kept
  std::string picture_error;               // why pictures could not be stored
  std::vector<Exchange> earlier;           // replies without an answer to the same question
};

/// What became of a sample, small enough to hold a million of them.
struct Outcome {
  std::string id;    // of the task
  std::string base;  // the task it was made from; empty for an original
  std::int64_t epoch = 0;
  suite::Verdict verdict = suite::Verdict::kInternalError;
  std::string rule;        // that found the answer
  std::int64_t line = 0;   // where it was read from: the line of the log, from 1,
  std::size_t offset = 0;  // its first byte,
  std::size_t bytes = 0;   // and its length

  [[nodiscard]] bool scored() const { return suite::is_scored(verdict); }
  [[nodiscard]] bool right() const { return verdict == suite::Verdict::kRight; }
};

struct Record : Outcome {
  std::vector<suite::Tag> tags;
  std::vector<RecordedMetric> metrics;
  Json detail = Json::object();
  model::Usage usage;  // of all requests but the judge's
  bool cached = false;
  std::optional<double> latency_ms;
  std::string time;  // UTC, when the reply came; empty where it is not known
  std::optional<Exchange> judge;
  std::vector<RecordedTurn> turns;  // all of them, of a run with several turns
  std::vector<RecordedPicture> pictures;
  bool shown = false;  // it has pictures, or a reference that would go with them
  RecordTexts texts;

  /// Of a metric; none where it is not defined for this sample, and for one that was not scored.
  [[nodiscard]] std::optional<double> metric(std::string_view name) const;

  /// A text in the detail, null where there is none.
  [[nodiscard]] const std::string* detail_text(const char* key) const;

  /// What the run paid for it, all turns; a reply from the cache was paid for by another.
  [[nodiscard]] double cost_usd() const;

  /// The judges' included.
  [[nodiscard]] model::Usage all_usage() const;
};

/// The record of a task that was answered and scored.
[[nodiscard]] Record make_record(const suite::Task& task, std::int64_t epoch, std::string answer,
                                 std::string rule, const suite::Score& score);

[[nodiscard]] Json to_json(const Record& record);

/// How much of a line is decoded; each has what the one before it has. Usage and costs are in all.
enum class Part {
  kOutcome,  // what an Outcome has, and the turns without their texts
  kFigures,  // tags, metrics, detail, latency, time, pictures
  kAll       // texts
};

/// Reads one line after another. A line that cannot be read in place is repaired first, as
/// parse_json repairs what other tools wrote.
class RecordReader {
 public:
  explicit RecordReader(Part part) : part_(part) {}

  /// Nothing where the line is not JSON; kBadData where it is not a sample of a run.
  [[nodiscard]] std::optional<Result<Record>> read(std::string_view line);

 private:
  Part part_;
  JsonView view_;
  std::string repaired_;
};

}  // namespace papert::run
