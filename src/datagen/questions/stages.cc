#include "datagen/questions/stages.h"

#include <mutex>
#include <set>

#include "base/json.h"
#include "base/text.h"
#include "datagen/questions/prompts.h"
#include "datagen/stage_file.h"

namespace papert::datagen::questions {
namespace {

constexpr std::string_view kFailed = "request_failed";

/// A streamed file that several threads write to, and the progress of its stage.
class Stream {
 public:
  Stream(const Workshop& shop, StageFile file, std::string_view stage, std::size_t done,
         std::size_t total)
      : shop_(shop),
        file_(std::move(file)),
        stage_(stage),
        done_(done),
        total_(total),
        cost_before_(shop.desk.cost_usd()) {
    report();
  }

  /// A full disk ends the work.
  void write(const Json& line, bool final) {
    const std::lock_guard lock(mutex_);
    if (const auto written = file_.append(dump_json(line)); !written) {
      shop_.desk.stop(written.error());
      return;
    }
    if (final) {
      ++done_;
      ++now_;
    }
    report();
  }

  [[nodiscard]] Result<void> finish() { return file_.finish(); }

 private:
  void report() {
    if (!shop_.options.progress) return;
    QuestionProgress progress;
    progress.stage = stage_;
    progress.done = done_;
    progress.total = total_;
    progress.requests = shop_.desk.requests();
    progress.cost_usd = shop_.desk.cost_usd();
    const double spent = progress.cost_usd - cost_before_;
    const auto left = static_cast<double>(total_ - done_);
    progress.forecast_usd =
        progress.cost_usd + (now_ > 0 ? spent / static_cast<double>(now_) * left : 0);
    shop_.options.progress(progress);
  }

  const Workshop& shop_;
  std::mutex mutex_;
  StageFile file_;
  std::string_view stage_;
  std::size_t done_;
  std::size_t total_;
  std::size_t now_ = 0;  // by this process
  double cost_before_;
};

struct AskedReply {
  std::string status;
  std::string reply;
};
using AskedReplies = std::map<std::string, AskedReply>;  // by program

std::string status_of(const model::Reply& reply, const std::vector<Block>& blocks) {
  switch (reply.status) {
    case model::ReplyStatus::kRefused:
      return "refused";
    case model::ReplyStatus::kFailed:
      return std::string(kFailed);
    case model::ReplyStatus::kTruncated:
      return "truncated";
    case model::ReplyStatus::kComplete:
      break;
  }
  return blocks.empty() ? "no_questions" : "ok";
}

/// Asks about one program. Nothing is written where the user interrupted the request.
Result<void> ask_one(const Workshop& shop, std::size_t index, Stream& stream, AskedReply& asked) {
  const Program& program = shop.programs[index];
  const Portion& portion = shop.options.settings.portion(program);
  model::Request request;
  request.id = program.id;
  request.text = TRY(ask_prompt(program.language, portion.per));
  const auto shown = TRY(shop.gallery.show(index));
  request.images = shown->files;
  Spent spent;
  const model::Reply reply = shop.desk.ask(*shop.roles.ask, request, spent);
  const bool failed = reply.status == model::ReplyStatus::kFailed;
  if (failed && shop.desk.ended()) return {};
  asked.reply = sanitise_utf8(reply.text);
  asked.status = status_of(reply, read_blocks(asked.reply));
  Json line{{"id", program.id}, {"status", asked.status}, {"by", shop.options.settings.ask}};
  if (failed) line["error"] = reply.error;
  if (!failed) line["reply"] = asked.reply;
  write_spent(spent, line);
  stream.write(line, !failed);
  return {};
}

/// By the words of the question; the last one about a picture is about the whole of it.
std::optional<mint::QuestionType> type_of(const Program& program, const Portion& portion,
                                          std::size_t number, const Block& block) {
  if (!program.cad() && number == portion.per) return mint::QuestionType::kSemantic;
  return mint::guess_type(block.text);
}

AskedPrograms candidates_of(const Workshop& shop, const AskedReplies& replies) {
  AskedPrograms asked;
  for (std::size_t i = 0; i < shop.programs.size(); ++i) {
    const Program& program = shop.programs[i];
    const auto found = replies.find(program.id);
    if (found == replies.end() || found->second.status == kFailed) {
      ++asked.unanswered;
      continue;
    }
    ++asked.statuses[found->second.status];
    const Portion& portion = shop.options.settings.portion(program);
    std::vector<Block> blocks = read_blocks(found->second.reply);
    if (blocks.size() > portion.per) blocks.resize(portion.per);
    for (std::size_t k = 0; k < blocks.size(); ++k) {
      const auto type = type_of(program, portion, k + 1, blocks[k]);
      asked.candidates.push_back(
          {program.id + "-" + std::to_string(k + 1), i, k + 1, std::move(blocks[k]), type});
    }
  }
  return asked;
}

/// Finds out about one question and writes its line. Nothing is written where the user interrupted
/// it before anything was paid for.
Result<Verdict> verify_one(const Workshop& shop, const Candidate& candidate, Verdict before,
                           Stream& stream) {
  const std::size_t had = before.votes.size() + before.guesses.size();
  Spent spent;
  const auto shown = TRY(shop.gallery.show(candidate.program));
  const ToVerify question{candidate.id, shop.programs[candidate.program], *shown, candidate.block};
  Verdict verdict = TRY(find_verdict(question, shop.roles, shop.options.settings.seed,
                                     std::move(before), shop.desk, spent));
  const bool news = verdict.votes.size() + verdict.guesses.size() > had;
  if (!verdict.final() && !news && shop.desk.ended()) return verdict;
  Json line{{"id", candidate.id}};
  line.update(to_json(verdict));
  write_spent(spent, line);
  stream.write(line, verdict.final());
  return verdict;
}

bool is_final(const Verdicts& verdicts, const std::string& id) {
  const auto found = verdicts.find(id);
  return found != verdicts.end() && found->second.final();
}

}  // namespace

Result<AskedPrograms> ask_programs(const Workshop& shop) {
  AskedReplies replies;
  const auto visit = [&](const JsonView& line, const LinePlace&) -> Result<void> {
    shop.desk.charge(line);
    const std::string status = line["status"].string();
    AskedReply& reply = replies[line["id"].string()];
    if (!reply.status.empty() && reply.status != kFailed) return {};
    reply = {status, line["reply"].string()};
    return {};
  };
  StageFile file = TRY(StageFile::open(shop.options.out / "asked.jsonl", visit));
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; i < shop.programs.size(); ++i) {
    const auto found = replies.find(shop.programs[i].id);
    if (found == replies.end() || found->second.status == kFailed) missing.push_back(i);
  }
  const std::size_t total = shop.programs.size();
  Stream stream(shop, std::move(file), "asked", total - missing.size(), total);
  if (!missing.empty() && !shop.options.finish) {
    std::mutex mutex;
    shop.desk.for_each(missing.size(), *shop.roles.ask, [&](std::size_t i) -> Result<void> {
      AskedReply asked;
      TRY(ask_one(shop, missing[i], stream, asked));
      const std::lock_guard lock(mutex);
      if (!asked.status.empty()) replies[shop.programs[missing[i]].id] = std::move(asked);
      return {};
    });
  }
  TRY(stream.finish());
  TRY(shop.desk.outcome());
  return candidates_of(shop, replies);
}

Result<Verdicts> verify_candidates(const Workshop& shop, const std::vector<Candidate>& candidates) {
  Verdicts verdicts;
  const auto visit = [&](const JsonView& line, const LinePlace&) -> Result<void> {
    shop.desk.charge(line);
    const std::string id = line["id"].string();
    if (!is_final(verdicts, id)) verdicts[id] = verdict_from_line(line);
    return {};
  };
  StageFile file = TRY(StageFile::open(shop.options.out / "verified.jsonl", visit));
  std::vector<const Candidate*> missing;
  std::size_t usable = 0;
  for (const Candidate& candidate : candidates) {
    if (!candidate.block.usable()) continue;
    ++usable;
    if (!is_final(verdicts, candidate.id)) missing.push_back(&candidate);
  }
  Stream stream(shop, std::move(file), "verified", usable - missing.size(), usable);
  std::mutex mutex;
  const auto work = [&](std::size_t i) -> Result<void> {
    const Candidate& candidate = *missing[i];
    std::unique_lock lock(mutex);
    Verdict before;
    if (const auto found = verdicts.find(candidate.id); found != verdicts.end()) {
      before = found->second;
    }
    lock.unlock();
    Verdict verdict = TRY(verify_one(shop, candidate, std::move(before), stream));
    lock.lock();
    verdicts[candidate.id] = std::move(verdict);
    return {};
  };
  if (!missing.empty() && !shop.options.finish) {
    const model::Model& model = shop.roles.verify != nullptr ? *shop.roles.verify : *shop.roles.ask;
    shop.desk.for_each(missing.size(), model, work);
  }
  TRY(stream.finish());
  TRY(shop.desk.outcome());
  return verdicts;
}

}  // namespace papert::datagen::questions
