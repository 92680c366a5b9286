// The replies of a recorded sample, scored again: in the order of its turns, as long as none is
// right, which is how they were asked for.

#include <utility>

#include "run/rescore.h"
#include "run/turns.h"

namespace papert::run {
namespace {

/// How many turns a scored sample was allowed, by its figures.
std::int64_t recorded_turns(const Record& record) {
  std::int64_t turns = 1;
  const auto names = turn_metrics(kMostTurns);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (record.metric(names[i].name)) turns = static_cast<std::int64_t>(i) + 1;
  }
  return turns;
}

}  // namespace

Result<ReplyItem> Rescorer::recorded(Record record) const {
  ReplyItem item;
  item.line = record.line;
  if (!find(record.id, item)) {
    return fail(ErrorCode::kBadData,
                "there is no task '" + record.id + "' in the run's data; have they changed?");
  }
  item.epoch = record.epoch;
  if (!suite::was_read(record.verdict)) {
    item.kept = std::make_shared<const Record>(std::move(record));
    return item;
  }
  if (!record.texts.reply) return fail(ErrorCode::kBadData, "the sample has no reply");
  item.text = std::move(*record.texts.reply);
  const bool judged = judging_ != Judging::kNever;
  if (judged && record.judge) item.judge = std::move(record.judge->reply);
  item.turns = recorded_turns(record);
  for (std::size_t i = 0; i + 1 < record.turns.size(); ++i) {
    RecordedTurn& turn = record.turns[i];
    auto& earlier = item.earlier.emplace_back();
    if (!suite::was_read(turn.verdict)) continue;
    earlier = EarlierReply{std::move(turn.exchange.reply), std::nullopt};
    if (judged && turn.judge) earlier->judge = std::move(turn.judge->reply);
  }
  return item;
}

void Rescorer::score_turns(const ReplyItem& item, ScoredReply& scored) const {
  std::size_t used = 0;
  for (const auto& earlier : item.earlier) {
    ++used;
    if (!earlier) continue;
    score_text(earlier->text, earlier->judge, scored);
    if (scored.score.right()) break;
  }
  if (!scored.score.right()) {
    ++used;
    score_text(item.text, item.judge, scored);
  }
  add_turn_metrics(item.turns, used, scored.score);
}

}  // namespace papert::run
