#include "datagen/questions/questions.h"

#include "base/file.h"
#include "base/folder_lock.h"
#include "base/paths.h"
#include "base/text.h"
#include "data/sgp/load.h"
#include "datagen/questions/prompts.h"
#include "datagen/questions/selection.h"
#include "datagen/questions/stages.h"
#include "datagen/stage_file.h"

namespace papert::datagen::questions {
namespace {

constexpr int kReader = 1;  // of replies (blocks.cc): another one may find other questions

Json portion_json(const Portion& portion) {
  return {{"per", portion.per}, {"keep", portion.keep == 0 ? Json(nullptr) : Json(portion.keep)}};
}

/// What the folder is for; the version of the program that began it is only noted.
Json request_json(const QuestionSettings& settings, const std::vector<Program>& programs) {
  const auto role = [](const std::string& name) {
    return name.empty() ? Json(nullptr) : Json(name);
  };
  return {{"kind", "datagen questions"},
          {"programs", hash_of(programs)},
          {"ask", settings.ask},
          {"verify", role(settings.verify)},
          {"guess", role(settings.guess)},
          {"svg", portion_json(settings.svg)},
          {"cad", portion_json(settings.cad)},
          {"drop_guessable", settings.drop_guessable},
          {"seed", settings.seed},
          {"sampling", settings.sampling},
          {"prompts", prompts_hash()},
          {"reader", kReader}};
}

Result<void> write_programs(const std::filesystem::path& folder, const ProgramList& list) {
  std::string lines;
  for (const Program& program : list.programs) {
    Json line{{"id", program.id},
              {"language", mint::kLanguageNames[static_cast<std::size_t>(program.language)]},
              {"bytes", program.text.size()},
              {"status", "ok"}};
    lines += dump_json(line) + "\n";
  }
  for (const RefusedProgram& refused : list.refused) {
    Json line{{"id", refused.id},
              {"status", "refused"},
              {"reason", refused.reason},
              {"message", refused.message}};
    lines += dump_json(line) + "\n";
  }
  return write_file(folder / "programs.jsonl", lines);
}

/// A file that is given replaces what the folder has.
Result<Inspection> inspection_of(const QuestionOptions& options) {
  const std::filesystem::path kept = options.out / "inspection.jsonl";
  if (options.inspection.empty() && !may_exist(kept)) return Inspection{};
  const std::filesystem::path& file = options.inspection.empty() ? kept : options.inspection;
  const std::string text = TRY(read_file(file));
  if (!options.inspection.empty()) TRY(write_file(kept, text));
  return read_inspection(text, file.string());
}

Result<void> write_set(const Workshop& shop, const std::vector<Candidate>& candidates,
                       const Selected& selected) {
  std::string lines;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    Candidate candidate = candidates[i];
    const auto edited = selected.as_edited.find(candidate.id);
    if (edited != selected.as_edited.end()) candidate.block = edited->second;
    lines +=
        dump_json(fate_json(candidate, shop.programs[candidate.program], selected.fates[i])) + "\n";
  }
  TRY(write_file(shop.options.out / "questions.jsonl", lines));
  return data::sgp::write_questions(shop.options.out, selected.tasks);
}

void count_in(const Selected& selected, QuestionReport& report) {
  for (const Fate& fate : selected.fates) ++report.fates[std::string(fate.status)];
  for (const mint::Question& task : selected.tasks) {
    ++report.types[std::string(task.type ? mint::kTypeNames[static_cast<std::size_t>(*task.type)]
                                         : mint::kUntyped)];
  }
  report.tasks = selected.tasks.size();
  report.guessable = selected.guessable;
  report.problems.insert(report.problems.end(), selected.problems.begin(), selected.problems.end());
}

std::size_t waiting_for(const std::vector<Candidate>& candidates, const Verdicts& verdicts) {
  std::size_t count = 0;
  for (const Candidate& candidate : candidates) {
    const auto found = verdicts.find(candidate.id);
    const bool final = found != verdicts.end() && found->second.final();
    count += candidate.block.usable() && !final ? 1 : 0;
  }
  return count;
}

// Words of usual models: a block, a sentence and a letter, a letter.
constexpr std::size_t kAskOutput = 110;  // tokens for each question
constexpr std::size_t kVerifyOutput = 60;
constexpr std::size_t kGuessOutput = 8;
constexpr std::size_t kGuessesExpected = 1;  // most are wrong at once

void add_requests(RoleForecast& role, const model::Request& request, std::size_t count,
                  std::size_t output) {
  const auto requests = static_cast<std::int64_t>(count);
  role.requests += requests;
  role.input_tokens += requests * model::estimated_input_tokens(request);
  role.output_tokens += requests * static_cast<std::int64_t>(output);
}

}  // namespace

Result<QuestionReport> generate_questions(const QuestionOptions& options,
                                          const QuestionRoles& roles) {
  TRY(make_directories(options.out));
  const FileDescriptor lock = TRY(lock_folder(
      options.out, "another process is working on this folder; wait for it or stop it"));
  remove_unfinished(options.out);
  ProgramList list = TRY(read_program_list(options.programs));
  TRY(claim_folder(options.out, request_json(options.settings, list.programs)));
  refuse_unseen(list, options.jobs);
  TRY(write_programs(options.out, list));
  Desk desk(options);
  Gallery gallery(list.programs);
  const Workshop shop{options, roles, list.programs, gallery, desk};
  const AskedPrograms asked = TRY(ask_programs(shop));
  const Verdicts verdicts = TRY(verify_candidates(shop, asked.candidates));
  Inspection inspection = TRY(inspection_of(options));
  QuestionReport report;
  report.programs = list.programs.size();
  report.refused = list.refused;
  report.repeated = list.repeated;
  report.asked = asked.statuses;
  report.unanswered = asked.unanswered + waiting_for(asked.candidates, verdicts);
  report.why = desk.first_failure();
  report.requests = desk.requests();
  report.cost_usd = desk.cost_usd();
  report.problems = std::move(inspection.problems);
  const Selected selected = select_tasks(shop, asked.candidates, verdicts, inspection);
  count_in(selected, report);
  if (report.unanswered > 0 && !options.finish) return report;
  TRY(write_set(shop, asked.candidates, selected));
  report.complete = true;
  return report;
}

Result<QuestionForecast> forecast_questions(const QuestionOptions& options) {
  ProgramList list = TRY(read_program_list(options.programs));
  refuse_unseen(list, options.jobs);
  QuestionForecast forecast;
  forecast.programs = list.programs.size();
  forecast.refused = list.refused.size();
  RoleForecast ask{"ask"};
  RoleForecast verify{"verify"};
  RoleForecast guess{"guess"};
  const std::string question(80, 'x');
  const std::vector<std::string> four(kBlockOptions, std::string(16, 'x'));
  Gallery gallery(list.programs);
  for (std::size_t i = 0; i < list.programs.size(); ++i) {
    const Program& program = list.programs[i];
    const std::size_t per = options.settings.portion(program).per;
    const auto shown = TRY(gallery.show(i));
    model::Request request;
    request.images = shown->files;
    request.text = TRY(ask_prompt(program.language, per));
    add_requests(ask, request, 1, per * kAskOutput);
    request.text = TRY(verify_prompt(program.language, {question, four}));
    add_requests(verify, request, kVotesNeeded * per, kVerifyOutput);
    request.images.clear();
    request.text = TRY(guess_prompt({question, four}));
    add_requests(guess, request, kGuessesExpected * per, kGuessOutput);
    forecast.questions += per;
  }
  forecast.roles.push_back(ask);
  if (!options.settings.verify.empty()) forecast.roles.push_back(verify);
  if (!options.settings.guess.empty()) forecast.roles.push_back(guess);
  return forecast;
}

}  // namespace papert::datagen::questions
