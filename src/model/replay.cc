#include "model/replay.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <utility>

#include "base/file.h"
#include "base/jsonl.h"

namespace papert::model {
namespace {

struct Span {
  off_t offset = 0;
  std::size_t length = 0;
  bool scored = false;
};

/// Of the lines of a sample the first with a score counts, else the last.
bool is_scored(std::string_view verdict) {
  return verdict != "request_failed" && verdict != "host_slow" && verdict != "internal_error";
}

ReplyStatus status_of(const std::string& verdict) {
  if (verdict == "refused") return ReplyStatus::kRefused;
  if (verdict == "truncated") return ReplyStatus::kTruncated;
  if (verdict == "request_failed") return ReplyStatus::kFailed;
  return ReplyStatus::kComplete;
}

class Replay : public Model {
 public:
  Replay(std::filesystem::path log, FileDescriptor file,
         std::map<std::pair<std::string, std::int64_t>, Span> index)
      : log_(std::move(log)), file_(std::move(file)), index_(std::move(index)) {}

  [[nodiscard]] bool reads_prompt() const override { return false; }

  [[nodiscard]] Reply ask(const Request& request, const CancelToken&) override {
    const auto found = index_.find({request.id, request.epoch});
    if (found == index_.end()) return failed("holds no reply to this task and epoch");
    const auto line = read_at(file_.get(), static_cast<std::size_t>(found->second.offset),
                              found->second.length, log_.string());
    if (!line) return failed(line.error().message);
    if (line->size() < found->second.length) return failed("became shorter");
    const auto json = parse_json(*line, log_.string());
    if (!json) return failed(json.error().message);
    Reply reply;
    reply.status = status_of(json->value("verdict", ""));
    reply.text = json->value("reply", "");
    reply.reasoning = json->value("reasoning", "");
    reply.usage = usage_from_json(json->value("usage", Json()));
    reply.usage.cost_usd.reset();  // looking a reply up costs nothing
    if (reply.status == ReplyStatus::kFailed) reply.error = "the recorded request had failed";
    return reply;
  }

 private:
  [[nodiscard]] Reply failed(const std::string& why) const {
    Reply reply;
    reply.status = ReplyStatus::kFailed;
    reply.error = log_.string() + ": " + why;
    return reply;
  }

  std::filesystem::path log_;
  FileDescriptor file_;
  std::map<std::pair<std::string, std::int64_t>, Span> index_;
};

}  // namespace

Result<std::unique_ptr<Model>> open_replay(const std::filesystem::path& log) {
  LineReader reader = TRY(LineReader::open(log));
  std::map<std::pair<std::string, std::int64_t>, Span> index;
  Line line;
  off_t offset = 0;
  while (TRY(reader.next(line))) {
    const off_t start = offset;
    offset += static_cast<off_t>(line.text.size()) + 1;
    if (line.too_long) {
      return fail(ErrorCode::kLimit, "the line is too long",
                  log.string() + ":" + std::to_string(line.number));
    }
    const auto json = parse_json(line.text);
    const bool usable = json && json->is_object() && json->value("id", Json()).is_string() &&
                        json->value("epoch", Json(0)).is_number_integer() &&
                        json->value("reply", Json("")).is_string() &&
                        json->value("reasoning", Json("")).is_string() &&
                        json->value("verdict", Json("")).is_string();
    if (!usable) continue;  // blank, damaged or torn: readers of runs pass it over
    const Span span{start, line.text.size(), is_scored(json->value("verdict", ""))};
    const auto [known, added] = index.try_emplace(
        {(*json)["id"].get<std::string>(), json->value("epoch", std::int64_t{0})}, span);
    if (!added && !known->second.scored) known->second = span;
  }
  FileDescriptor file = TRY(open_file(log, O_RDONLY));
  return std::unique_ptr<Model>(std::make_unique<Replay>(log, std::move(file), std::move(index)));
}

}  // namespace papert::model
