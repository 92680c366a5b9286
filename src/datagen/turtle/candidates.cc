// Mutation and execution. Candidates by rule are made by several threads and written in the order
// of the plan, so that the file is the same for any number of threads, and what it holds is always
// the beginning of the plan. Candidates of a model are written as its replies come
// (asked_stage.h).

#include <fmt/format.h>

#include "base/file.h"
#include "base/for_each_in_order.h"
#include "base/json_text.h"
#include "base/numbers.h"
#include "base/paths.h"
#include "datagen/asked_stage.h"
#include "datagen/turtle/round.h"
#include "reply/turtle_code.h"
#include "run/scoring_slots.h"

namespace papert::datagen {
namespace {

constexpr int kAttempts = 4;  // the first guided, the others by lot

struct Candidate {
  CandidateFacts facts;
  std::string line;
  std::string error;  // of a request that failed
};

struct Attempt {
  Mutation mutation;
  DrawnProgram drawn;
  std::string pattern;  // of a model: what it changed, in its words
  std::string error;
  Spent spent;
};

class CandidateMaker {
 public:
  CandidateMaker(const Workbench& bench, const Round& round)
      : bench_(bench), round_(round), slots_(bench.options.jobs) {}

  /// `before`: what earlier requests for this candidate took.
  [[nodiscard]] Result<Candidate> make(std::size_t index, const Spent& before = {}) const {
    const CandidateKey key = round_.plan.at(index);
    const ProgramFiles& programs = bench_.programs;
    const Elite& parent = round_.parents[key.parent];
    const std::string parent_id = programs.id(parent);
    Random random =
        candidate_random(bench_.options.settings.seed, key.round, parent_id, key.number);
    std::vector<std::size_t> pair{0, 0};
    if (round_.parents.size() > 1) pair = random.sample_indices(round_.parents.size(), 2);
    const Elite& first = round_.parents[pair[0]];
    const Elite& second = round_.parents[pair[1]];
    const std::string instruction = drawn_instruction(random);
    const std::string code = TRY(programs.code(parent));
    const std::string first_code = TRY(programs.code(first));
    const std::string second_code = TRY(programs.code(second));
    const MutationInput input{.code = code,
                              .first = first_code,
                              .second = second_code,
                              .guided = bench_.options.settings.guide != kNobody,
                              .instruction = instruction};
    const bool asks = bench_.roles.asked_mutator != nullptr;
    Attempt attempt = TRY(asks ? ask(key.text(), input, parent.drawing)
                               : attempts(input, parent.drawing, random));
    attempt.spent += before;
    DrawnProgram& drawn = attempt.drawn;
    if (drawn.status == "ok" && TRY(bench_.excluded.has(drawn.drawing, drawn.scene))) {
      drawn.status = "excluded";
    }
    Candidate made;
    made.facts.key = key;
    made.facts.ok = drawn.status == "ok";
    made.facts.lines = static_cast<std::uint32_t>(reply::count_code_lines(attempt.mutation.code));
    if (made.facts.ok) {
      made.facts.drawing = short_key(drawn.drawing);
      bench_.drawer.remember(key.text(), drawn.scene);
    }
    made.line = line_of(made.facts, {parent_id, programs.id(first), programs.id(second)}, attempt);
    made.error = std::move(attempt.error);
    return made;
  }

 private:
  /// Empty where there are no instructions.
  [[nodiscard]] std::string drawn_instruction(Random& random) const {
    const std::vector<std::string>& all = bench_.options.instructions;
    return all.empty() ? std::string() : random.choice(all);
  }

  /// The first change that shows; else the last that was tried.
  [[nodiscard]] Result<Attempt> attempts(MutationInput input, const ShortKey& before,
                                         Random& random) const {
    Attempt last;
    last.mutation.via = "none";
    last.drawn.status = "no_code";
    for (int i = 0; i < kAttempts; ++i) {
      auto mutation = bench_.roles.mutator->mutate(input, random);
      if (!mutation) break;
      last.mutation = std::move(*mutation);
      last.drawn = TRY(bench_.drawer.draw(last.mutation.code));
      if (last.drawn.status != "ok" || short_key(last.drawn.drawing) != before) return last;
      last.drawn.status = "same_as_parent";
      input.guided = false;
    }
    return last;
  }

  /// A change by a model, asked for once. Of its programs the first that runs counts, else the
  /// first.
  [[nodiscard]] Result<Attempt> ask(const std::string& key, const MutationInput& input,
                                    const ShortKey& before) const {
    AskedMutation asked = TRY(bench_.roles.asked_mutator->mutate(key, input));
    Attempt made;
    made.mutation.via = bench_.roles.asked_mutator->name();
    made.pattern = std::move(asked.pattern);
    made.error = std::move(asked.error);
    made.spent = asked.spent;
    made.drawn.status = asked.status;
    const run::ScoringSlots::Hold hold(slots_);
    for (std::size_t i = 0; i < asked.programs.size(); ++i) {
      DrawnProgram drawn = TRY(bench_.drawer.draw(asked.programs[i]));
      const bool runs = drawn.status == "ok" || drawn.status == "unusable";
      if (i > 0 && !runs) continue;
      made.drawn = std::move(drawn);
      made.mutation.code = std::move(asked.programs[i]);
      if (runs) break;
    }
    if (made.drawn.status == "ok" && short_key(made.drawn.drawing) == before) {
      made.drawn.status = "same_as_parent";
    }
    return made;
  }

  [[nodiscard]] static std::string line_of(const CandidateFacts& facts,
                                           const std::array<std::string, 3>& ids,
                                           const Attempt& attempt) {
    std::string line = "{\"key\":";
    const auto add = [&](std::string_view name, std::string_view value) {
      line.append(",\"").append(name).append("\":");
      append_quoted(value, line);
    };
    append_quoted(facts.key.text(), line);
    add("parent", ids[0]);
    line += fmt::format(R"(,"pair":["{}","{}"])", ids[1], ids[2]);
    add("via", attempt.mutation.via);
    if (!attempt.pattern.empty()) add("pattern", attempt.pattern);
    add("code", attempt.mutation.code);
    add("status", attempt.drawn.status);
    if (!attempt.drawn.drawing.empty()) add("drawing", attempt.drawn.drawing);
    line += fmt::format(R"(,"lines":{},"steps":{})", facts.lines, attempt.drawn.steps);
    if (!attempt.error.empty()) add("error", attempt.error);
    append_spent(attempt.spent, line);
    return line + "}";
  }

  const Workbench& bench_;
  const Round& round_;
  mutable run::ScoringSlots slots_;  // for programs while hundreds of replies are awaited
};

/// The candidates that a file has, in the order of the plan. Their keys are places in lists of
/// seeds and rounds, so a damaged one goes no further.
Result<std::vector<CandidateFacts>> read_candidates(const std::filesystem::path& path,
                                                    const RoundPlan& plan) {
  std::vector<CandidateFacts> all;
  TRY(for_each_line(path, [&](const JsonView& line, const LinePlace& place) -> Result<void> {
    const CandidateFacts facts = TRY(candidate_facts(line, place));
    if (!plan.index_of(facts.key)) {
      return fail(ErrorCode::kBadData,
                  fmt::format("'{}' is not a candidate of the plan; remove the folder and begin "
                              "again",
                              facts.key.text()),
                  path.string());
    }
    all.push_back(facts);
    return {};
  }));
  return all;
}

/// Candidates of a model. Once the next stage has used them, no more are asked for.
Result<std::vector<CandidateFacts>> ask_candidates(const Workbench& bench, const Round& round) {
  const std::filesystem::path path = candidates_path(round.folder);
  if (may_exist(distinct_path(round.folder))) return read_candidates(path, round.plan);
  const CandidateMaker maker(bench, round);
  AskedStage stage;
  stage.path = path;
  stage.size = round.plan.size();
  stage.index_of = [&](const std::string& text) -> std::optional<std::size_t> {
    const auto key = candidate_key(text);
    return key ? round.plan.index_of(*key) : std::nullopt;
  };
  stage.make = [&](std::size_t index, const Spent& before) -> Result<AskedLine> {
    Candidate made = TRY(maker.make(index, before));
    return AskedLine{std::move(made.line), std::move(made.error)};
  };
  if (bench.finish_at) stage.close = [](std::size_t, const Spent&) { return std::string(); };
  stage.connections = bench.roles.asked_mutator->connections();
  stage.cancel = bench.options.cancel;
  stage.report = [&](std::size_t done, std::size_t total) {
    bench.report(round.named("candidates"), done, total);
  };
  TRY(run_asked_stage(stage));
  return read_candidates(path, round.plan);
}

}  // namespace

Result<CandidateFacts> candidate_facts(const JsonView& line, const LinePlace& place) {
  CandidateFacts facts;
  facts.key = TRY(candidate_key(line["key"].string()));
  facts.ok = line["status"].string() == "ok";
  facts.lines = static_cast<std::uint32_t>(line["lines"].integer().value_or(0));
  if (facts.ok) facts.drawing = short_key(line["drawing"].string());
  facts.place = place;
  return facts;
}

Result<void> not_cancelled(const Workbench& bench) {
  if (!bench.options.cancel.cancelled()) return {};
  return fail(ErrorCode::kCancelled,
              "interrupted; the folder is intact, and the same command goes on");
}

Result<std::vector<CandidateFacts>> make_candidates(const Workbench& bench, const Round& round) {
  TRY(make_directories(round.folder));
  if (bench.roles.asked_mutator != nullptr) return ask_candidates(bench, round);
  const std::filesystem::path path = candidates_path(round.folder);
  const std::size_t total = round.plan.size();
  std::vector<CandidateFacts> all;
  all.reserve(total);
  StageFile file =
      TRY(StageFile::open(path, [&](const JsonView& line, const LinePlace& place) -> Result<void> {
        const CandidateFacts facts = TRY(candidate_facts(line, place));
        if (all.size() == total || facts.key != round.plan.at(all.size())) {
          return fail(
              ErrorCode::kBadData,
              fmt::format("'{}' is not the next candidate of the plan; remove the folder and "
                          "begin again",
                          facts.key.text()),
              path.string());
        }
        all.push_back(facts);
        return {};
      }));
  const CandidateMaker maker(bench, round);
  std::size_t next = all.size();
  TRY(for_each_in_order(
      bench.options.jobs,
      [&]() -> std::optional<std::size_t> {
        if (next == total || bench.options.cancel.cancelled()) return std::nullopt;
        return next++;
      },
      [&](std::size_t index) { return maker.make(index); },
      [&](Candidate made) -> Result<void> {
        made.facts.place = TRY(file.append(made.line));
        all.push_back(made.facts);
        bench.report(round.named("candidates"), all.size(), total);
        return {};
      }));
  TRY(file.finish());
  TRY(not_cancelled(bench));
  return all;
}

std::filesystem::path candidates_path(const std::filesystem::path& round_folder) {
  return round_folder / "candidates.jsonl";
}

std::filesystem::path distinct_path(const std::filesystem::path& round_folder) {
  return round_folder / "distinct.jsonl";
}

std::filesystem::path scores_path(const std::filesystem::path& round_folder) {
  return round_folder / "scores.jsonl";
}

}  // namespace papert::datagen
