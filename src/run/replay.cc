#include "run/replay.h"

#include <fcntl.h>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "run/log.h"

namespace papert::run {
namespace {

/// An earlier turn: its texts in the place of the record's own.
void take_turn(const RecordedTurn& turn, Record& record) {
  record.verdict = turn.verdict;
  record.usage = turn.exchange.usage;
  record.texts.reply = turn.exchange.reply;
  record.texts.reasoning = turn.exchange.reasoning;
}

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

}  // namespace

Result<std::unique_ptr<Replay>> Replay::open(const std::filesystem::path& log) {
  FileDescriptor file = TRY(open_file(log, O_RDONLY));
  Index index;
  LogReport report = TRY(read_log(log, Part::kOutcome, [&](const Record& record) {
    const Span span{record.offset, record.bytes, record.verdict};
    index.insert_or_assign({record.id, record.epoch}, span);
  }));
  return std::unique_ptr<Replay>(
      new Replay(log, std::move(file), std::move(index), std::move(report.damaged)));
}

model::Reply Replay::ask(const model::Request& request, const CancelToken&) {
  const auto none = [&](const std::string& why) {
    model::Reply reply = model::Reply::failed(log_.string() + ": " + why);
    reply.time = "";
    return reply;
  };
  const auto found = index_.find({request.id, request.epoch});
  if (found == index_.end()) return none("holds no reply to this task and epoch");
  auto reply = read(found->second, request.history.size());
  return reply ? std::move(*reply) : none(reply.error().message);
}

Result<model::Reply> Replay::read(const Span& span, std::size_t turn) const {
  const std::string line = TRY(read_at(file_.get(), span.offset, span.bytes, log_.string()));
  if (line.size() < span.bytes) return fail(ErrorCode::kBadData, "became shorter");
  auto record = RecordReader(Part::kAll).read(line);
  if (!record || !*record) return fail(ErrorCode::kBadData, "was changed");
  const std::vector<RecordedTurn>& turns = (*record)->turns;
  if (turn >= std::max<std::size_t>(turns.size(), 1)) {
    return fail(ErrorCode::kBadData, fmt::format("holds no reply of turn {}", turn + 1));
  }
  if (turn + 1 < turns.size()) take_turn(turns[turn], **record);
  if (turn + 1 == turns.size()) (*record)->usage = turns[turn].exchange.usage;
  RecordTexts& texts = (*record)->texts;
  model::Reply reply;
  reply.status = status_of((*record)->verdict);
  reply.text = std::move(texts.reply).value_or("");
  reply.reasoning = std::move(texts.reasoning);
  reply.time = std::move((*record)->time);
  reply.usage = (*record)->usage;
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
