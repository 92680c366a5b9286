// Questions about graphics programs that a vision model asks, another one checks, and people may
// inspect (docs/datagen-questions.md).
//
//     DIR/request.json      what was asked for; a folder belongs to one request
//     DIR/programs.jsonl    every program: used, or refused with a reason             barrier
//     DIR/asked.jsonl       a reply with questions for each program                   streamed
//     DIR/verified.jsonl    what was found out about each question                    streamed
//     DIR/inspection.jsonl  what people said about the questions                      barrier
//     DIR/questions.jsonl   every question and what became of it                      barrier
//     DIR/tasks.jsonl       those that were kept: an sgp data folder                  barrier
//
// Streamed files are written as replies come, in whatever order that is; what cost a request is
// never asked for again once its line is there. A line whose request failed is not final. The
// barrier files follow from the streamed ones and are the same after any number of interruptions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/json.h"
#include "base/result.h"
#include "datagen/questions/programs.h"
#include "model/model.h"
#include "model/price.h"

namespace papert::datagen::questions {

/// How many questions are asked for about one program, and how many of them stay; 0: all.
struct Portion {
  std::size_t per = 4;
  std::size_t keep = 0;
};

struct QuestionSettings {
  Portion svg{4, 0};
  Portion cad{5, 1};
  std::int64_t seed = 0;
  bool drop_guessable = false;
  std::string ask;     // names of models
  std::string verify;  // empty: nobody
  std::string guess;   // empty: nobody
  Json sampling = Json::object();

  [[nodiscard]] const Portion& portion(const Program& program) const {
    return program.cad() ? cad : svg;
  }
};

struct QuestionRoles {
  model::Model* ask = nullptr;
  model::Model* verify = nullptr;  // may be none
  model::Model* guess = nullptr;   // may be none; is shown no picture
};

struct QuestionProgress {
  std::string_view stage;
  std::size_t done = 0;
  std::size_t total = 0;
  std::int64_t requests = 0;  // of all invocations
  double cost_usd = 0;        // of all invocations
  double forecast_usd = 0;    // what this stage will have cost at its end, as it goes on
};

struct QuestionOptions {
  QuestionSettings settings;
  std::filesystem::path programs;
  std::filesystem::path out;
  std::filesystem::path inspection;  // empty: what the folder has
  bool finish = false;               // make the set of what there is
  std::size_t jobs = 1;              // threads that paint
  std::int64_t max_requests = 0;     // over all invocations; 0: no limit
  std::size_t max_equal_errors = 10;
  std::shared_ptr<model::Budget> budget;  // may be none; what was spent before is charged to it
  CancelToken cancel;
  std::function<void(const QuestionProgress&)> progress;
};

struct QuestionReport {
  std::size_t programs = 0;                  // that were asked about
  std::vector<RefusedProgram> refused;       // programs
  std::size_t repeated = 0;                  // programs that came before
  std::map<std::string, std::size_t> asked;  // status -> replies
  std::map<std::string, std::size_t> fates;  // status -> questions
  std::map<std::string, std::size_t> types;  // of the tasks
  std::vector<Error> problems;               // of the inspection
  std::size_t tasks = 0;
  std::size_t guessable = 0;   // of the tasks
  std::size_t unanswered = 0;  // requests that failed: to be asked again
  std::string why;             // the first of these failed
  std::int64_t requests = 0;
  double cost_usd = 0;
  bool complete = false;  // tasks.jsonl is written
};

/// Begins or continues the folder. kUsage if it was begun with another request, if no further
/// request can succeed (a wrong key, a spent budget) or too many failed alike; kCancelled if the
/// user interrupted it.
[[nodiscard]] Result<QuestionReport> generate_questions(const QuestionOptions& options,
                                                        const QuestionRoles& roles);

/// What a request is expected to take, for one role.
struct RoleForecast {
  std::string_view role;
  std::int64_t requests = 0;
  std::int64_t input_tokens = 0;
  std::int64_t output_tokens = 0;
};

struct QuestionForecast {
  std::size_t programs = 0;
  std::size_t refused = 0;
  std::size_t questions = 0;
  std::vector<RoleForecast> roles;
};

/// Paints the programs and asks nothing. Every question is taken to be well formed and verified by
/// its first two votes; replies are taken to be as long as those of usual models.
[[nodiscard]] Result<QuestionForecast> forecast_questions(const QuestionOptions& options);

}  // namespace papert::datagen::questions
