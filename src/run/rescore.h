// Replies that are there already, judged: those of a stream, a line of JSON in and a line out
// (docs/score.md), and those of a run, again. Whoever scores replies without asking for them comes
// through here (score, score --run, compare), so that all of them work in parallel, read what a
// judge model replied in the same way, and turn what a suite throws into the verdict internal_error
// of the reply that caused it.
//
//     const Rescorer rescorer(tasks, reply::Extraction::kLenient);
//     TRY(rescorer.score_stream(std::move(reader), jobs, [&](const ScoredBlock& block) { ... }));
//
// What one line asks for never depends on another, so any number of replies may be about one task.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/json.h"
#include "base/jsonl.h"
#include "base/sha256.h"
#include "base/shard.h"
#include "run/answer_reader.h"
#include "run/log.h"
#include "suite/suite.h"

namespace papert::run {

/// Why a line has no reply that can be scored.
struct BadLine {
  Json json;  // the line that says so
  Error problem;
};

/// A turn before the last one of a recorded sample.
struct EarlierReply {
  std::string text;
  std::optional<std::string> judge;
};

struct ReplyItem {
  std::int64_t line = 0;  // of the input, from 1
  std::size_t index = 0;  // of the task
  std::string_view id;    // of the task, as the rescorer keeps it
  std::int64_t epoch = 0;
  std::optional<Json> key;                           // echoed, whatever it is
  std::string text;                                  // the raw reply
  std::optional<std::string> judge;                  // what a judge model replied about it
  std::vector<std::optional<EarlierReply>> earlier;  // turns; none where it was no reply to read
  std::int64_t turns = 1;                            // that were allowed
  std::shared_ptr<const Record> kept;                // was no reply: it keeps what was recorded
  std::shared_ptr<const BadLine> bad;                // cannot be scored
};

struct ScoredReply {
  std::int64_t line = 0;
  std::size_t index = 0;
  std::int64_t epoch = 0;
  reply::Answer answer;
  suite::Score score;
  std::shared_ptr<const Record> kept;  // what was recorded, where there was no reply to score
  std::optional<Error> problem;        // of a line that could not be used; it has no score
};

struct ScoredBlock {
  std::vector<ScoredReply> replies;
  std::string lines;  // a line of JSON for each, in order
};

/// What a stream of lines is known by: all that are not blank, those of other shards, too.
struct LinesRead {
  Sha256 digest;
  std::int64_t count = 0;
};

/// Of the lines that are not blank, only those whose number (from 0) belongs to the shard are
/// scored.
struct StreamOptions {
  Shard shard;
  LinesRead* read = nullptr;  // filled
};

class Rescorer {
 public:
  using Take = std::function<Result<void>(ScoredBlock)>;

  /// Refers to the tasks. `judging`: what a recorded judge's replies are taken for.
  Rescorer(const suite::TaskSet& tasks, reply::Extraction extraction,
           Judging judging = Judging::kNever);

  /// A line of a stream, read with the help of `view`. Never fails: what is wrong with it is in the
  /// item.
  [[nodiscard]] ReplyItem read(std::string_view text, std::int64_t number, JsonView& view) const;

  /// The reply of a record that was read with its texts.
  [[nodiscard]] Result<ReplyItem> recorded(Record record) const;

  /// In their order. Thread-safe.
  [[nodiscard]] ScoredBlock score(const std::vector<ReplyItem>& items) const;

  /// Scores lines as they come. `take` gets blocks in order, one at a time, and never waits for
  /// lines that have not come yet. Ends with its first error, or that of reading.
  [[nodiscard]] Result<void> score_stream(LineReader reader, std::size_t jobs, const Take& take,
                                          const StreamOptions& options = {}) const;

  /// Scores the replies of a log again, in the order of read_log.
  [[nodiscard]] Result<LogReport> score_log(const std::filesystem::path& log, std::size_t jobs,
                                            const Take& take) const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };

  /// Points an item to its task; false where there is none.
  [[nodiscard]] bool find(std::string_view id, ReplyItem& item) const;
  [[nodiscard]] ReplyItem read_any(std::string_view text, std::int64_t number) const;
  [[nodiscard]] reply::Answer answer_of(const std::string& text,
                                        const std::optional<std::string>& judge) const;
  /// The first turn that is right counts, else the last one, as when they were asked.
  void score_turns(const ReplyItem& item, ScoredReply& scored) const;
  void score_text(const std::string& text, const std::optional<std::string>& judge,
                  ScoredReply& scored) const;
  void score_together(const std::vector<ReplyItem>& items, const std::vector<std::size_t>& places,
                      std::vector<ScoredReply>& scored) const;

  const suite::TaskSet& tasks_;
  reply::Extraction extraction_;
  Judging judging_;
  std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> index_;
};

}  // namespace papert::run
