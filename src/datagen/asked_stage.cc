#include "datagen/asked_stage.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <map>
#include <mutex>
#include <vector>

#include "base/file.h"
#include "base/paths.h"
#include "datagen/dispatch.h"
#include "datagen/stage_file.h"

namespace papert::datagen {
namespace {

/// The lines that count, in their order, written beside the file and renamed.
Result<void> rewrite_lines(const std::filesystem::path& path, const std::vector<LinePlace>& lines) {
  const FileDescriptor from = TRY(open_file(path, O_RDONLY));
  BarrierFile to = TRY(BarrierFile::begin(path));
  for (const LinePlace& line : lines) {
    const std::string text = TRY(read_at(from.get(), line.offset, line.size, path.string()));
    TRY(to.add(text));
    TRY(to.add("\n"));
  }
  return to.finish();
}

/// One run of a stage.
class StageRun {
 public:
  explicit StageRun(const AskedStage& stage) : stage_(stage), slots_(stage.size) {}

  [[nodiscard]] Result<void> run() {
    file_ = TRY(StageFile::open(stage_.path,
                                [&](const JsonView& line, const LinePlace& place) -> Result<void> {
                                  return note(line, place);
                                }));
    if (stage_.close) {
      TRY(close_all());
    } else {
      work_on_all();
    }
    TRY(file_->finish());
    TRY(std::move(outcome_));
    TRY(all_final());
    return settle();
  }

 private:
  /// What is known about a key.
  struct Slot {
    LinePlace place;
    bool there = false;
    bool final = false;
  };

  [[nodiscard]] Result<void> note(const JsonView& line, const LinePlace& place) {
    const std::string key = line[stage_.key_name].string();
    const auto index = stage_.index_of(key);
    if (!index) {
      return fail(ErrorCode::kBadData,
                  "'" + key + "' is not part of the plan; remove the folder and begin again",
                  stage_.path.string());
    }
    Slot& slot = slots_[*index];
    const bool was_final = slot.final;
    slot.final = line["status"].string() != kRequestFailed;
    if (!slot.final) before_[*index] = spent_from_json(line["usage"].json());
    if (slot.final && !was_final) ++done_;
    slot.there = true;
    slot.place = place;
    in_order_ = in_order_ && (ends_ == 0 || *index > last_);
    last_ = *index;
    ++ends_;
    return {};
  }

  [[nodiscard]] Spent before(std::size_t index) const {
    const auto found = before_.find(index);
    return found == before_.end() ? Spent() : found->second;
  }

  /// Nobody is asked; what is missing is closed where the stage says how.
  [[nodiscard]] Result<void> close_all() {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (slots_[i].final) continue;
      const std::string line = TRY(stage_.close(i, before(i)));
      if (line.empty()) continue;
      TRY(append(i, line, true));
    }
    return {};
  }

  void work_on_all() {
    run_dispatch({.connections = stage_.connections,
                  .next = [this] { return next(); },
                  .work = [this](std::size_t index) { return work(index); },
                  .stop = [this](Error error) { stop(std::move(error)); }},
                 slots_.size());
    if (outcome_ && stage_.cancel.cancelled()) {
      outcome_ = fail(ErrorCode::kCancelled,
                      "interrupted; the folder is intact, and the same command goes on");
    }
  }

  [[nodiscard]] Result<void> work(std::size_t index) {
    const AskedLine line = TRY(stage_.make(index, before(index)));
    const std::lock_guard lock(mutex_);
    if (!line.error.empty() && first_error_.empty()) first_error_ = line.error;
    return append(index, line.text, line.error.empty());
  }

  void stop(Error error) {
    const std::lock_guard lock(mutex_);
    if (outcome_) outcome_ = fail(std::move(error));
  }

  /// The next key that has no final line; nothing after an error.
  [[nodiscard]] std::optional<std::size_t> next() {
    const std::lock_guard lock(mutex_);
    if (!outcome_ || stage_.cancel.cancelled()) return std::nullopt;
    while (next_ < slots_.size() && slots_[next_].final) ++next_;
    if (next_ == slots_.size()) return std::nullopt;
    return next_++;
  }

  [[nodiscard]] Result<void> append(std::size_t index, const std::string& line, bool final) {
    Slot& slot = slots_[index];
    slot.place = TRY(file_->append(line));
    in_order_ = in_order_ && !slot.there && (ends_ == 0 || index > last_);
    slot.there = true;
    slot.final = final;
    last_ = index;
    ++ends_;
    if (final) ++done_;
    if (stage_.report) stage_.report(done_, slots_.size());
    return {};
  }

  [[nodiscard]] Result<void> all_final() const {
    if (stage_.close) return {};
    std::size_t failed = 0;
    for (const Slot& slot : slots_) failed += slot.final ? 0 : 1;
    if (failed == 0) return {};
    return fail(ErrorCode::kUsage,
                fmt::format("{} of {} requests failed, one because: {}; the same command asks "
                            "them again, --finish does without",
                            failed, slots_.size(), first_error_));
  }

  [[nodiscard]] Result<void> settle() const {
    if (in_order_) return {};
    std::vector<LinePlace> lines;
    lines.reserve(slots_.size());
    for (const Slot& slot : slots_) {
      if (slot.there) lines.push_back(slot.place);
    }
    return rewrite_lines(stage_.path, lines);
  }

  const AskedStage& stage_;
  std::optional<StageFile> file_;
  std::mutex mutex_;  // of all below while threads work
  std::vector<Slot> slots_;
  std::map<std::size_t, Spent> before_;  // of keys whose request failed; not written by threads
  std::size_t next_ = 0;
  std::size_t done_ = 0;
  std::size_t last_ = 0;  // the key of the last line
  std::size_t ends_ = 0;  // lines
  bool in_order_ = true;  // the file is as settle() would leave it
  std::string first_error_;
  Result<void> outcome_;
};

}  // namespace

Result<void> run_asked_stage(const AskedStage& stage) { return StageRun(stage).run(); }

Result<Spent> spent_in(const std::filesystem::path& path, const std::string& key_name) {
  Spent all;
  if (!may_exist(path)) return all;
  // A line's usage holds that of the lines with the same key before it, which are few: only
  // requests that failed are asked again.
  std::map<std::string, Spent> failed;
  TRY(StageFile::open(path, [&](const JsonView& line, const LinePlace&) -> Result<void> {
    if (!line["usage"].exists()) return {};
    const Spent spent = spent_from_json(line["usage"].json());
    const std::string key = line[key_name].string();
    if (line["status"].string() == kRequestFailed) {
      failed[key] = spent;
      return {};
    }
    failed.erase(key);
    all += spent;
    return {};
  }));
  for (const auto& [key, spent] : failed) all += spent;
  return all;
}

}  // namespace papert::datagen
