#include "data/sgp/perturb.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "base/file.h"
#include "base/jsonl.h"
#include "data/part_note.h"
#include "data/sgp/load.h"
#include "data/task_folder.h"
#include "mint/question/moved.h"

namespace papert::data::sgp {
namespace {

constexpr std::size_t kMaxVersions = 99;
constexpr const char* kMotionsFile = "motions.jsonl";
constexpr const char* kRefusedFile = "refused.jsonl";

Result<mint::MoveOptions> move_options(const data::PerturbOptions& options) {
  mint::MoveOptions move{.count = options.count,
                         .seed = options.seed,
                         .jobs = options.jobs,
                         .cancel = options.cancel,
                         .progress = options.progress};
  for (const mint::NamedMotion& motion : mint::kMotions) {
    if (std::ranges::find(options.kinds, motion.name) != options.kinds.end()) {
      move.motions.push_back(motion);
    }
  }
  for (const std::string& name : options.kinds) {
    if (std::ranges::find(mint::kMotions, name, &mint::NamedMotion::name) == mint::kMotions.end()) {
      return fail(ErrorCode::kUsage, "there is no perturbation '" + name + "'; give t or se2",
                  "--kinds");
    }
  }
  if (options.count < 1 || options.count > kMaxVersions) {
    return fail(ErrorCode::kUsage, fmt::format("give 1 to {} versions", kMaxVersions), "--count");
  }
  return move;
}

/// Lines about programs, in the order of the first question about each: that of one machine.
class JoinedLines {
 public:
  /// `first` gives the first question of the program that a line is about.
  Result<void> add(const std::filesystem::path& file,
                   const std::function<Result<std::string>(const Json&)>& first) {
    LineReader reader = TRY(LineReader::open(file));
    Line line;
    while (TRY(reader.next(line))) {
      if (line.blank()) continue;
      const std::string where = fmt::format("{}:{}", reader.name(), line.number);
      std::string key = TRY(first(TRY(parse_json(line.text, where))));
      lines_.emplace_back(std::move(key), line.text);
    }
    return {};
  }

  [[nodiscard]] std::string text() {
    std::ranges::stable_sort(lines_, {}, &std::pair<std::string, std::string>::first);
    std::string text;
    for (const auto& [key, line] : lines_) text += line + "\n";
    return text;
  }

 private:
  std::vector<std::pair<std::string, std::string>> lines_;
};

/// Joins what shards made. All questions about a program are in one of them.
Result<std::size_t> join_parts(const std::vector<std::filesystem::path>& parts,
                               const std::filesystem::path& out) {
  const std::size_t written = TRY(data::join_task_lines(parts, out));
  std::map<std::pair<mint::Language, std::string>, std::string> programs;
  std::map<std::string, std::string> firsts;  // a question -> the first about its program
  for (const mint::Question& each : TRY(read_questions(out)).questions) {
    if (!each.base.empty()) continue;
    firsts[each.id] =
        programs.emplace(std::pair(each.language, each.program), each.id).first->second;
  }
  JoinedLines motions;
  JoinedLines refusals;
  for (const std::filesystem::path& part : parts) {
    const std::string where = part.string();
    TRY(motions.add(part / kMotionsFile, [&](const Json& line) -> Result<std::string> {
      const std::string id = TRY(get_string(line, "id", where));
      const auto first = firsts.find(id.substr(0, id.rfind('@')));
      if (first != firsts.end()) return first->second;
      return fail(ErrorCode::kBadData, "a motion of a question that is not there: " + id, where);
    }));
    TRY(refusals.add(part / kRefusedFile, [&](const Json& line) -> Result<std::string> {
      const Json ids = line.value("ids", Json::array());
      if (!ids.empty() && ids.front().is_string()) return ids.front().get<std::string>();
      return fail(ErrorCode::kBadData, "a refusal that names no question", where);
    }));
  }
  TRY(write_file(out / kMotionsFile, motions.text()));
  TRY(write_file(out / kRefusedFile, refusals.text()));
  return written;
}

}  // namespace

Result<std::size_t> perturb_questions(const std::filesystem::path& data,
                                      const std::filesystem::path& out,
                                      const data::PerturbOptions& options) {
  if (!options.parts.empty()) return join_parts(options.parts, out);
  mint::MoveOptions move = TRY(move_options(options));
  StoredQuestions stored = TRY(read_questions(data));
  std::erase_if(stored.questions, [](const mint::Question& each) { return !each.base.empty(); });
  TRY(data::keep_only(stored.questions, options.ids,
                      [](const mint::Question& each) { return each.id; }));
  // Questions about one program are moved together.
  std::erase_if(stored.questions,
                [&](const mint::Question& each) { return !options.shard.owns(each.program); });
  const mint::MovedQuestions moved(std::move(stored.questions), std::move(move));
  if (options.cancel.cancelled()) return fail(ErrorCode::kCancelled, "interrupted");
  if (options.problem) {
    for (const Error& error : stored.problems) options.problem(error);
    for (const Error& error : moved.refusals()) options.problem(error);
  }
  std::vector<mint::Question> all = moved.with_versions();
  const std::size_t written = all.size();
  TRY(write_questions(out, std::move(all)));
  TRY(write_file(out / kMotionsFile, moved.motion_lines()));
  TRY(write_file(out / kRefusedFile, moved.refusal_lines()));
  return written;
}

}  // namespace papert::data::sgp
