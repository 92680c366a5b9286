// replay/RUN: answers with the replies that a run recorded. Of a run with several turns, those of
// the turn that is asked for: as many as the request has history.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "model/model.h"
#include "suite/verdict.h"

namespace papert::run {

class Replay : public model::Model {
 public:
  /// `log` is a samples.jsonl. Only an index is kept in memory; replies are read when asked for.
  [[nodiscard]] static Result<std::unique_ptr<Replay>> open(const std::filesystem::path& log);

  [[nodiscard]] bool reads_prompt() const override { return false; }
  [[nodiscard]] model::Reply ask(const model::Request& request, const CancelToken& cancel) override;

  /// The epochs of a task that have a reply, in order.
  [[nodiscard]] std::vector<std::int64_t> epochs(const std::string& id) const;

  /// Whether there is no reply at all.
  [[nodiscard]] bool empty() const;

  /// Lines of the log that could not be used.
  [[nodiscard]] const std::vector<Error>& damaged() const { return damaged_; }

 private:
  /// Where a sample's line is.
  struct Span {
    std::size_t offset = 0;
    std::size_t bytes = 0;
    suite::Verdict verdict = suite::Verdict::kRight;
  };
  using Index = std::map<std::pair<std::string, std::int64_t>, Span>;

  Replay(std::filesystem::path log, FileDescriptor file, Index index, std::vector<Error> damaged)
      : log_(std::move(log)),
        file_(std::move(file)),
        index_(std::move(index)),
        damaged_(std::move(damaged)) {}

  [[nodiscard]] Result<model::Reply> read(const Span& span, std::size_t turn) const;

  std::filesystem::path log_;
  FileDescriptor file_;
  Index index_;
  std::vector<Error> damaged_;
};

}  // namespace papert::run
