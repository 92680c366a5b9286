#include "run/replay.h"

#include <fcntl.h>

#include <algorithm>
#include <iterator>
#include <limits>

#include "base/json.h"
#include "run/log.h"

namespace papert::run {
namespace {

model::ReplyStatus status_of(suite::Verdict verdict) {
  switch (verdict) {
    case suite::Verdict::kRefused:
      return model::ReplyStatus::kRefused;
    case suite::Verdict::kTruncated:
      return model::ReplyStatus::kTruncated;
    case suite::Verdict::kRequestFailed:
      return model::ReplyStatus::kFailed;
    default:
      return model::ReplyStatus::kComplete;
  }
}

bool has_texts(const Json& line) {
  return line.value("reply", Json("")).is_string() && line.value("reasoning", Json("")).is_string();
}

}  // namespace

Result<std::unique_ptr<Replay>> Replay::open(const std::filesystem::path& log) {
  FileDescriptor file = TRY(open_file(log, O_RDONLY));
  Index index;
  std::vector<Error> odd;
  LogReport report = TRY(read_log(log, [&](const LogLine& line) {
    if (!has_texts(line.json)) {
      odd.push_back({ErrorCode::kBadData, "the line is damaged: its reply is not a text",
                     log.string() + ":" + std::to_string(line.number)});
      return;
    }
    const Span span{line.offset, line.bytes, line.verdict};
    index.insert_or_assign(
        {line.json["id"].get<std::string>(), line.json["epoch"].get<std::int64_t>()}, span);
  }));
  std::move(odd.begin(), odd.end(), std::back_inserter(report.damaged));
  return std::unique_ptr<Replay>(
      new Replay(log, std::move(file), std::move(index), std::move(report.damaged)));
}

model::Reply Replay::ask(const model::Request& request, const CancelToken&) {
  const auto found = index_.find({request.id, request.epoch});
  if (found == index_.end()) {
    return model::Reply::failed(log_.string() + ": holds no reply to this task and epoch");
  }
  auto reply = read(found->second);
  if (!reply) return model::Reply::failed(log_.string() + ": " + reply.error().message);
  return std::move(*reply);
}

Result<model::Reply> Replay::read(const Span& span) const {
  const std::string line = TRY(read_at(file_.get(), span.offset, span.bytes, log_.string()));
  if (line.size() < span.bytes) return fail(ErrorCode::kBadData, "became shorter");
  const Json json = TRY(parse_json(line, log_.string()));
  if (!json.is_object() || !has_texts(json)) return fail(ErrorCode::kBadData, "was changed");
  model::Reply reply;
  reply.status = status_of(span.verdict);
  reply.text = json.value("reply", "");
  reply.reasoning = json.value("reasoning", "");
  reply.usage = model::usage_from_json(json.value("usage", Json()));
  reply.usage.cost_usd.reset();  // looking a reply up costs nothing
  if (reply.status == model::ReplyStatus::kFailed) reply.error = "the recorded request had failed";
  return reply;
}

std::vector<std::int64_t> Replay::epochs(const std::string& id) const {
  std::vector<std::int64_t> list;
  for (auto each = index_.lower_bound({id, std::numeric_limits<std::int64_t>::min()});
       each != index_.end() && each->first.first == id; ++each) {
    if (each->second.verdict != suite::Verdict::kRequestFailed) list.push_back(each->first.second);
  }
  return list;
}

bool Replay::empty() const {
  return std::ranges::all_of(index_, [](const auto& entry) {
    return entry.second.verdict == suite::Verdict::kRequestFailed;
  });
}

}  // namespace papert::run
