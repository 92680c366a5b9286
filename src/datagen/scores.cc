#include "datagen/scores.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>

#include "base/json_view.h"
#include "base/jsonl.h"

namespace papert::datagen {
namespace {

/// Nothing for a line that is not a score.
std::optional<run::Outcome> read_score(const JsonView& view) {
  const auto verdict = suite::verdict_from_name(view["verdict"].string());
  if (!view["id"].is_string() || !verdict) return std::nullopt;
  run::Outcome outcome;
  outcome.id = view["id"].string();
  outcome.epoch = view["epoch"].integer().value_or(0);
  outcome.verdict = *verdict;
  return outcome;
}

suite::Verdict verdict_of(std::span<const run::Outcome> replies) {
  const auto right = static_cast<std::size_t>(std::count_if(
      replies.begin(), replies.end(), [](const auto& reply) { return reply.right(); }));
  if (2 * right > replies.size()) return suite::Verdict::kRight;
  std::map<suite::Verdict, std::size_t> counts;
  std::size_t most = 0;
  for (const run::Outcome& reply : replies) {
    if (!reply.right()) most = std::max(most, ++counts[reply.verdict]);
  }
  const auto first = std::find_if(replies.begin(), replies.end(), [&](const auto& reply) {
    return !reply.right() && counts[reply.verdict] == most;
  });
  return first->verdict;
}

}  // namespace

Result<ScoredTasks> read_scores(const std::filesystem::path& path) {
  ScoredTasks scores;
  std::vector<run::Outcome> replies;
  LineReader reader = TRY(LineReader::open(path));
  Line line;
  JsonView view;
  while (TRY(reader.next(line))) {
    if (line.blank()) continue;
    const bool object = !line.too_long && view.read(line.text);
    auto outcome = object ? read_score(view) : std::nullopt;
    if (outcome && outcome->scored()) {
      outcome->line = line.number;
      replies.push_back(std::move(*outcome));
    } else if (outcome || (object && view["error"].is_string())) {
      ++scores.unscored;
    } else {
      scores.damaged.push_back({ErrorCode::kBadData, "the line is not a score of papert score",
                                reader.name() + ":" + std::to_string(line.number)});
    }
  }
  if (replies.empty()) {
    return fail(ErrorCode::kBadData, "there are no scored replies", path.string());
  }
  std::sort(replies.begin(), replies.end(), [](const auto& a, const auto& b) {
    return std::tie(a.id, a.epoch, a.line) < std::tie(b.id, b.epoch, b.line);
  });
  for (std::size_t begin = 0; begin < replies.size();) {
    std::size_t end = begin + 1;
    while (end < replies.size() && replies[end].id == replies[begin].id) ++end;
    run::Outcome task;
    task.verdict = verdict_of(std::span(replies).subspan(begin, end - begin));
    task.id = std::move(replies[begin].id);
    scores.tasks.push_back(std::move(task));
    begin = end;
  }
  return scores;
}

}  // namespace papert::datagen
